// Documents about what drafts are made from, and templates that are kept.
import { graphql } from '../schema/graphql.ts';

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

export const SaveTemplate = graphql(`
  mutation SaveTemplate($input: CreateTemplateInput!) {
    createTemplate(input: $input) { id name personal }
  }
`);
