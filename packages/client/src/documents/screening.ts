// Documents of what speaks against a medicine while it is being written, and of what it is compared with.
import { graphql } from '../schema/graphql.ts';

/** What speaks against a medicine, and whether that was checked: the same in its card, in a review and before a saved one is sent. */
export const ScreeningFields = graphql(`
  fragment ScreeningFields on ReviewedScreening {
    needsReason
    result {
      checked
      source
      dataDate
      troubles { code text { en es } }
      findings { rule kind severity text { en es } detail suggestions serviceReasons reasons { reason text { en es } } }
      notCheckedReasons { reason text { en es } }
      answers { rule reason text }
    }
  }
`);

export const ScreeningOf = graphql(
  `
  query ScreeningOf($patientId: ID!, $treatmentId: ID!, $draftId: ID) {
    screeningOf(patientId: $patientId, treatmentId: $treatmentId, draftId: $draftId) {
      screening { ...ScreeningFields }
      offers { label removes treatmentId directions }
    }
  }
`,
  [ScreeningFields],
);

/** What people do not tolerate, by what is typed. */
export const FindAllergens = graphql(`
  query FindAllergens($text: String!) {
    allergens(text: $text) { name code codeSystem }
  }
`);

/** Medicines that somebody may take, by what is typed. */
export const FindMedicines = graphql(`
  query FindMedicines($text: String!) {
    treatments(text: $text, first: 8) {
      hits { nodes { id name rxcui } }
    }
  }
`);
