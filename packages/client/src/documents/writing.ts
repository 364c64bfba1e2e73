// Documents of writing by hand what no drug file holds.
import { graphql } from '../schema/graphql.ts';

/** The dose forms that can be chosen. */
export const WrittenForms = graphql(`
  query WrittenForms {
    treatmentDoseForms
  }
`);

/** The ingredients that can be chosen, also those that are refused, with the reason. */
export const FindIngredients = graphql(`
  query FindIngredients($text: String!) {
    treatmentIngredients(text: $text) { name prescribable reason }
  }
`);

export const WriteTreatment = graphql(`
  mutation WriteTreatment($input: WriteTreatmentInput!) {
    writeTreatment(input: $input) { id }
  }
`);
