// The document of the coverage check: what a screen shows of one.
import { graphql } from '../schema/graphql.ts';
import { TreatmentFields } from './drafts.ts';

const CopayFields = graphql(`
  fragment CopayFields on CopayEstimate {
    kind
    fromCents
    toCents
    text
    steps { code text }
  }
`);

export const CoverageCheck = graphql(
  `
  query CoverageCheck($patientId: ID!, $draftIds: [ID!]!, $pharmacyId: ID, $language: CoverageLanguage!) {
    coverageCheck(patientId: $patientId, draftIds: $draftIds, pharmacyId: $pharmacyId, language: $language) {
      patientId
      checkedAt
      plan
      source
      dataDate
      pharmacy { id name kind }
      pharmacyBy
      drafts {
        draftId
        revision
        state
        trouble { code text }
        status
        reasons { code text }
        limit { code text }
        copay { ...CopayFields }
        priorAuthorization
        stepTherapy
        quantityLimit
        notes { code text }
        alternatives {
          treatment { ...TreatmentFields }
          because { code text }
          keepsDirections
          dispenseQuantity
          daysSupply
          status
          reasons { code text }
          limit { code text }
          copay { ...CopayFields }
        }
        pharmacies {
          kind
          text
          pharmacy { id name kind phone address { street1 street2 city state postalCode } }
          copay { ...CopayFields }
        }
      }
    }
  }
`,
  [TreatmentFields, CopayFields],
);
