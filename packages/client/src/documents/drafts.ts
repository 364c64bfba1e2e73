// Documents about drafts and what they are made from.

import { DRAFT_FIELDS } from '../schema/generated/selections.ts';
import { graphql } from '../schema/graphql.ts';

export const TreatmentFields = graphql(`
  fragment TreatmentFields on Treatment {
    id
    kind
    name
    brandName
    ingredients
    strength
    doseForm
    written
    route
    dispenseUnit
    therapeuticClass
    inCatalog
    prescribable
    reason
    reasonCode
  }
`);

export const DraftFields = graphql(
  `
  fragment DraftFields on Draft {
    id
    revision
    treatment { ...TreatmentFields }
    patient { id }
    prescriberId
    preparedBy
    preparer { firstName lastName }
    updater { firstName lastName }
    ${DRAFT_FIELDS}
    liquidDose
    screeningAnswers { rule reason text }
    source
    unreadable
    likelyDuplicates {
      prescriptionId
      sameTreatment
      unreadable
      writtenAt
      treatment { name }
      writtenBy { firstName lastName }
    }
    createdAt
    updatedAt
  }
`,
  [TreatmentFields],
);

export const Drafts = graphql(
  `
  query Drafts($patientId: String!, $ownApplication: Boolean!) {
    drafts(patientId: $patientId, ownApplication: $ownApplication) { ...DraftFields }
  }
`,
  [DraftFields],
);

export const CreateDraft = graphql(
  `
  mutation CreateDraft($input: CreateDraftInput!) {
    createDraft(input: $input) { ...DraftFields }
  }
`,
  [DraftFields],
);

export const UpdateDraft = graphql(
  `
  mutation UpdateDraft($input: UpdateDraftInput!) {
    updateDraft(input: $input) { ...DraftFields }
  }
`,
  [DraftFields],
);

export const DeleteDraft = graphql(`
  mutation DeleteDraft($id: ID!) {
    deleteDraft(id: $id)
  }
`);

/** What a prefill is copied from; the treatment is asked for by itself, as it is now and for this patient. */
export const PrefillPrescription = graphql(`
  query PrefillPrescription($id: ID!) {
    prescription(id: $id) {
      id
      patient { id }
      treatment { id }
      dispenseQuantity
      dispenseUnit
      dispenseAsWritten
      fillsAllowed
      daysSupply
      instructions
      notes
    }
  }
`);

export const PrefillTemplates = graphql(`
  query PrefillTemplates($after: String) {
    templates(first: 100, after: $after) {
      nodes {
        id
        treatment { id }
        dispenseQuantity
        dispenseUnit
        dispenseAsWritten
        fillsAllowed
        daysSupply
        instructions
        notes
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const SaveTemplate = graphql(`
  mutation SaveTemplate($input: CreateTemplateInput!) {
    createTemplate(input: $input) { id name personal }
  }
`);
