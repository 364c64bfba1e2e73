// Owns the ways between a draft of the API, the values of the form and what a write sends.
import type { InputOf } from '@pestle/client';
import type { CreateDraft } from '@pestle/client/documents/drafts';
import type { InitialPrescription } from '../../attributes/clinical-shapes.ts';
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import { composeNotes } from './notes.ts';
import type { DraftRecord, Pick, TreatmentRecord } from './records.ts';

type CreateInput = InputOf<typeof CreateDraft>['input'];

/** What a draft says, without whom it is for. */
export type DraftInput = Omit<
  CreateInput,
  'patientId' | 'prescriberId' | 'form' | 'orderPlan' | 'replacedPicks'
>;

/** What stands in the form, as it is typed. */
export interface FormValues {
  readonly treatment: TreatmentRecord | null;
  readonly dispenseAsWritten: boolean;
  readonly dispenseQuantity: string;
  readonly dispenseUnit: string;
  readonly daysSupply: string;
  readonly refills: string;
  readonly instructions: string;
  readonly notes: string;
  readonly doNotFillBeforeDate: string;
  /** Why the same treatment is prescribed twice; asked for only then. */
  readonly repeatReason: string;
  readonly saveAsTemplate: boolean;
  readonly templateName: string;
}

/** An empty form; the note holds what the page wants in every note. */
export function emptyValues(config: WorkflowConfig): FormValues {
  return {
    treatment: null,
    dispenseAsWritten: false,
    dispenseQuantity: '',
    dispenseUnit: '',
    daysSupply: '',
    refills: '',
    instructions: '',
    notes: composeNotes('', config),
    doNotFillBeforeDate: '',
    repeatReason: '',
    saveAsTemplate: false,
    templateName: '',
  };
}

/** The form after something was picked: a treatment with its usual unit, or with the values of a template or an earlier prescription. */
export function pickedValues(pick: Pick, config: WorkflowConfig): FormValues {
  const empty = emptyValues(config);
  const { treatment } = pick;
  if (pick.kind === 'treatment')
    return { ...empty, treatment, dispenseUnit: treatment.dispenseUnit, refills: '0' };
  const { values } = pick;
  return {
    ...empty,
    treatment,
    dispenseAsWritten: values.dispenseAsWritten ?? false,
    dispenseQuantity: values.dispenseQuantity ?? '',
    dispenseUnit: values.dispenseUnit ?? treatment.dispenseUnit,
    daysSupply: values.daysSupply?.toString() ?? '',
    refills:
      values.fillsAllowed === null || values.fillsAllowed === undefined ? '0' : `${values.fillsAllowed - 1}`,
    instructions: values.instructions ?? '',
    notes: composeNotes(values.notes, config),
  };
}

/** A draft in the form, for editing: every value as it is, also 0 and false. */
export function valuesOf(draft: DraftRecord): FormValues {
  return {
    treatment: draft.treatment,
    dispenseAsWritten: draft.dispenseAsWritten,
    dispenseQuantity: draft.dispenseQuantity ?? '',
    dispenseUnit: draft.dispenseUnit ?? '',
    daysSupply: draft.daysSupply?.toString() ?? '',
    refills: `${draft.fillsAllowed - 1}`,
    instructions: draft.instructions,
    notes: draft.notes,
    doNotFillBeforeDate: draft.doNotFillBeforeDate ?? '',
    repeatReason: draft.repeatReason ?? '',
    saveAsTemplate: false,
    templateName: '',
  };
}

/** What a write of the form sends. The caller has checked the values; a blank is null, which clears. */
export function inputOf(values: FormValues, treatmentId: string): DraftInput {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const whole = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
  return {
    treatmentId,
    dispenseAsWritten: values.dispenseAsWritten,
    dispenseQuantity: orNull(values.dispenseQuantity),
    dispenseUnit: orNull(values.dispenseUnit),
    daysSupply: whole(values.daysSupply),
    fillsAllowed: (whole(values.refills) ?? 0) + 1,
    instructions: values.instructions.trim(),
    notes: values.notes.trim(),
    doNotFillBeforeDate: orNull(values.doNotFillBeforeDate),
    repeatReason: orNull(values.repeatReason),
  };
}

/** A draft that was deleted, as it is made again. */
export function inputAgain(draft: DraftRecord): DraftInput {
  const { externalId, source } = draft;
  return { ...inputOf(valuesOf(draft), draft.treatment?.id ?? ''), externalId, source };
}

/** What the page asked for in `initial-prescriptions` or `addDraft()`. */
export function inputOfInitial(initial: InitialPrescription, config: WorkflowConfig): DraftInput {
  return { ...initial, notes: composeNotes(initial.notes, config) };
}

/** What the page adds to every draft (contract 3). */
export function pageFields({ diagnosisCodes, supervisor }: WorkflowConfig): Partial<DraftInput> {
  return {
    ...(diagnosisCodes.length === 0 ? {} : { diagnosisCodes: [...diagnosisCodes] }),
    ...(supervisor === null ? {} : { supervisor }),
  };
}

/** What this form does not prescribe, for the service to enforce at every step; undefined when it is everything as usual. */
export function formRules(config: WorkflowConfig): CreateInput['form'] {
  const disabledTreatments = [...config.disabled]
    .filter(([id]) => id.startsWith('trt_'))
    .map(([treatmentId, reason]) => ({ treatmentId, reason: reason?.slice(0, 200) ?? null }));
  if (disabledTreatments.length === 0 && config.allowOffCatalogSearch) return undefined;
  return { disabledTreatments, offCatalog: config.allowOffCatalogSearch, catalogId: config.catalogId };
}
