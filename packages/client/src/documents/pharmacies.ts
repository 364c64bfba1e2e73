// Documents of the choice of a pharmacy.
import { graphql } from '../schema/graphql.ts';

export const PharmacyFields = graphql(`
  fragment PharmacyFields on Pharmacy {
    id
    name
    kind
    active
    electronic
    servesPublic
    phone
    timeZone
    openingHours { days opens closes }
    address { street1 street2 city state postalCode }
  }
`);

/** What the list begins with: the patient's own pharmacies. */
export const PatientPharmacies = graphql(
  `
  query PatientPharmacies($patientId: ID!) {
    patient(id: $patientId) {
      id
      preferredPharmacy { ...PharmacyFields }
      pharmaciesUsed { lastOrderedAt pharmacy { ...PharmacyFields } }
    }
  }
`,
  [PharmacyFields],
);

export const FindPharmacies = graphql(
  `
  query FindPharmacies($kinds: [PharmacyKind!], $near: PlaceInput, $text: String, $after: String) {
    pharmacies(first: 5, kinds: $kinds, near: $near, text: $text, after: $after, publicOnly: true) {
      nodes { distanceKm pharmacy { ...PharmacyFields } }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [PharmacyFields],
);

export const PharmaciesById = graphql(
  `
  query PharmaciesById($ids: [ID!]!) {
    pharmaciesById(ids: $ids) {
      pharmacies { ...PharmacyFields }
      unknownIds
    }
  }
`,
  [PharmacyFields],
);
