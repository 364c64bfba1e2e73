// Documents of the portal's patients and of what waits to be signed.
import { graphql } from '../../schema/graphql.ts';
import { ListedPatientFields, PatientRecordFields } from '../patients.ts';
import { PharmacyFields } from '../pharmacies.ts';

export const PortalPatients = graphql(
  `
  query PortalPatients($text: String, $after: String) {
    patients(text: $text, first: 40, after: $after) {
      nodes {
        ...ListedPatientFields
        allergies { substance }
        pharmaciesUsed { lastOrderedAt }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [ListedPatientFields],
);

export const PortalPatient = graphql(
  `
  query PortalPatient($id: ID!) {
    patient(id: $id) {
      ...ListedPatientFields
      ...PatientRecordFields
      allergies { substance code codeSystem reaction severity }
      preferredPharmacy { ...PharmacyFields }
    }
  }
`,
  [ListedPatientFields, PatientRecordFields, PharmacyFields],
);

export const PortalDrafts = graphql(`
  query PortalDrafts($after: String) {
    draftsWaiting(first: 100, after: $after) {
      nodes {
        id
        patient { id firstName lastName dateOfBirth }
        treatment { name brandName ingredients strength doseForm written }
        instructions
        preparedBy
        prescriberId
        preparer { firstName lastName }
        createdAt
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const PortalToSend = graphql(`
  query PortalToSend($after: String) {
    prescriptionsToSend(first: 100, after: $after) {
      nodes {
        id
        patient { id firstName lastName dateOfBirth }
        treatment { name brandName ingredients strength doseForm written }
        prescriber { firstName lastName }
        signedBy
        sendUntil
        sendObstacle { code message }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

/** Who may be named as prescriber or owner. */
export const PortalPeople = graphql(`
  query PortalPeople($after: String) {
    users(first: 100, after: $after) {
      nodes { id firstName lastName roles active }
      pageInfo { endCursor hasNextPage }
    }
  }
`);
