// The mutations of what is being written: drafts, and the treatments that no catalog has.
import { mutation, type Operation } from '../operation.ts';
import { ACCEPTS_XML, DRAFT, type Records } from '../records.ts';

const SUPERVISOR = {
  firstName: 'Sunita',
  lastName: 'Rao',
  npi: '2990000251',
  phone: '6175550180',
  address: { street1: '2 Hill St', street2: 'Floor 2', city: 'Boston', state: 'MA', postalCode: '02116' },
};

const CLINICAL = {
  ...DRAFT,
  externalId: 'EXT-1',
  notes: 'Thank you.',
  doNotFillBeforeDate: '2099-12-31',
  repeatReason: 'A taper.',
  amountsReason: 'Three months at once.',
  duplicateReason: 'The patient lost the bottle.',
  screeningAnswers: [{ rule: 'not-checked', reason: 'OTHER', text: 'Looked up by hand.' }],
  diagnosisCodes: [{ code: 'I10', type: 'ICD10', description: 'Hypertension' }],
  supervisor: SUPERVISOR,
};

export function draftMutations(own: Records, prescriberId: string): readonly Operation[] {
  const [first, second] = own.draftIds;
  return [
    mutation(
      'createDraft',
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      {
        input: {
          ...CLINICAL,
          patientId: own.patientId,
          treatmentId: own.treatmentId,
          prescriberId,
          source: 'host:1',
        },
      },
      { 'input.patientId': 'patient', 'input.prescriberId': 'prescriber' },
    ),
    mutation(
      'writeTreatment',
      'mutation($input: WriteTreatmentInput!) { writeTreatment(input: $input) { id } }',
      {
        input: {
          kind: 'COMPOUND',
          name: 'Pain cream',
          ingredients: [{ name: 'lisinopril', strength: '10 %', quantity: '6', unit: 'Gram' }],
          doseForm: 'Topical Cream',
          dispenseUnit: 'Gram',
        },
      },
    ),
    mutation(
      'prescribeAgain',
      'mutation($prescriptionId: ID!, $prescriberId: ID) { prescribeAgain(prescriptionId: $prescriptionId, prescriberId: $prescriberId) { id } }',
      { prescriptionId: own.prescriptionId, prescriberId },
      { prescriptionId: 'prescription', prescriberId: 'prescriber' },
    ),
    mutation(
      'updateDraft',
      'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
      { input: { ...CLINICAL, id: first, revision: 1, treatmentId: own.treatmentId } },
      { 'input.id': 'draft' },
    ),
    mutation(
      'reviewDrafts',
      'mutation($draftIds: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $draftIds, pharmacyId: $pharmacyId) { expiresAt } }',
      { draftIds: [second], pharmacyId: ACCEPTS_XML },
      { 'draftIds.0': 'draft' },
    ),
    mutation('deleteDraft', 'mutation($id: ID!) { deleteDraft(id: $id) }', { id: second }, { id: 'draft' }),
  ];
}
