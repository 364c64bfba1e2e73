// Documents of the search for what to prescribe.
import { graphql } from '../schema/graphql.ts';
import { TreatmentFields } from './drafts.ts';

export const TemplateFields = graphql(
  `
  fragment TemplateFields on Template {
    id
    name
    personal
    treatment { ...TreatmentFields }
    dispenseQuantity
    dispenseUnit
    dispenseAsWritten
    fillsAllowed
    daysSupply
    instructions
    notes
  }
`,
  [TreatmentFields],
);

/** What stands in the list before anything is typed; all of it is then searched without asking again. */
export const SearchStart = graphql(
  `
  query SearchStart($patientId: String!, $patientRef: ID!, $catalogId: ID, $offCatalog: Boolean!) {
    prescriptions(patientId: $patientId, first: 50) {
      nodes {
        id
        state
        writtenAt
        treatment { id name brandName ingredients strength doseForm written }
        dispenseQuantity
        dispenseUnit
        dispenseAsWritten
        fillsAllowed
        daysSupply
        instructions
        notes
      }
    }
    patient(id: $patientRef) { id language }
    templates(first: 100) { nodes { ...TemplateFields } }
    frequentTreatments(first: 8, patientId: $patientRef, catalogId: $catalogId, offCatalog: $offCatalog) { ...TreatmentFields }
  }
`,
  [TemplateFields, TreatmentFields],
);

export const SearchTreatments = graphql(
  `
  query SearchTreatments($text: String!, $patientId: ID, $catalogId: ID, $offCatalog: Boolean!) {
    treatments(text: $text, first: 20, patientId: $patientId, catalogId: $catalogId, offCatalog: $offCatalog, templates: true) {
      lines(first: 12) {
        similar
        bestId
        treatments { ...TreatmentFields }
      }
      templates { ...TemplateFields }
    }
  }
`,
  [TreatmentFields, TemplateFields],
);

/** What the ids of the page's disable list stand for. */
export const TreatmentsNamed = graphql(`
  query TreatmentsNamed($ids: [ID!]!) {
    treatmentsNamed(ids: $ids) { id treatmentIds }
  }
`);

/** What the form offers of a chosen treatment: units that fit, packages, and the same in other strengths. */
export const TreatmentChoices = graphql(
  `
  query TreatmentChoices($id: ID!, $patientId: ID, $catalogId: ID, $offCatalog: Boolean!) {
    treatment(id: $id, patientId: $patientId, catalogId: $catalogId, offCatalog: $offCatalog) {
      dispenseUnits
      packages { container quantity doses count holds { unit amount } }
    }
    treatmentStrengths(id: $id, patientId: $patientId, catalogId: $catalogId, offCatalog: $offCatalog) { ...TreatmentFields }
  }
`,
  [TreatmentFields],
);

/** A treatment as it is now, by the law of the patient's state: what was prescribed before may not be prescribable any more. */
export const TreatmentNow = graphql(
  `
  query TreatmentNow($id: ID!, $patientId: ID, $catalogId: ID, $offCatalog: Boolean!) {
    treatment(id: $id, patientId: $patientId, catalogId: $catalogId, offCatalog: $offCatalog) { ...TreatmentFields }
  }
`,
  [TreatmentFields],
);
