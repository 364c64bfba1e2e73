// The form of a patient for the portal, which creates and edits patients outside of a workflow.
export { LiveRegion } from './kit/live-region.ts';
export { fieldStyles } from './kit/look/field-styles.ts';
export { type PatientFormText, patientForm as patientFormWords } from './text/en/workflow/patient-form.ts';
export { initialText, loadText, type Text } from './text/text.ts';
export { PatientForm } from './workflow/patient/patient-form.ts';
export type { PatientHost } from './workflow/patient/patient-host.ts';

/** The Spanish of the form. */
export async function spanishPatientForm() {
  return (await import('./text/es/workflow/patient-form.ts')).patientForm;
}
