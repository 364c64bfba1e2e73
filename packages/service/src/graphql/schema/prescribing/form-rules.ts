// GraphQL of what the form that sends a request does not prescribe: every step of prescribing takes it.
import { builder } from '../builder.ts';

const DisabledTreatmentInput = builder.inputType('DisabledTreatmentInput', {
  description: 'A treatment that the page does not let be prescribed.',
  fields: (t) => ({
    treatmentId: t.id({ required: true }),
    reason: t.string({ description: 'For the prescriber to read; 500 characters at most.' }),
  }),
});

const DisabledMedicationInput = builder.inputType('DisabledMedicationInput', {
  description: 'A medication that the page does not let be prescribed, whatever holds it.',
  fields: (t) => ({
    rxcui: t.string({
      required: true,
      description:
        'The RxNorm concept of an ingredient or of a drug: forbids every treatment that is or holds it.',
    }),
    reason: t.string({ description: 'For the prescriber to read; 500 characters at most.' }),
  }),
});

export const FormRulesInput = builder.inputType('FormRulesInput', {
  description:
    'What the form that sends this does not prescribe. Send it with every step: each enforces it (TREATMENT_DISABLED).',
  fields: (t) => ({
    disabledTreatments: t.field({
      type: [DisabledTreatmentInput],
      description: 'Its own disable list; what nobody here may prescribe is on the standing list anyway.',
    }),
    disabledMedications: t.field({
      type: [DisabledMedicationInput],
      description: 'The same by medication. One that is not known here is refused.',
    }),
    offCatalog: t.boolean({ description: "`false`: only the organization's catalog and templates." }),
    catalogId: t.id({
      description: "The catalog that counts as the organization's; all of them when left out.",
    }),
  }),
});
