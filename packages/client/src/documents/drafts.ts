// Documents about drafts.

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
