// Documents that a workflow asks first: a session asks them while the workflow is still on its way.
import { graphql } from '../schema/graphql.ts';
import { DraftFields } from './drafts.ts';

/** The patient of the workflow, for the banner and for what may be prescribed. */
export const WorkflowPatient = graphql(`
  query WorkflowPatient($id: ID!) {
    patient(id: $id) {
      id
      externalId
      revision
      firstName
      middleName
      lastName
      suffix
      dateOfBirth
      sex
      gender
      phone
      email
      deceased
      address { street1 street2 city state postalCode country }
      weight { value unit measuredOn }
      allergies { substance code codeSystem reaction severity }
      allergiesStated { at by person { firstName lastName } }
      medications { name rxcui directions }
      medicationsStated { at by person { firstName lastName } }
      preferredPharmacy { id name }
    }
  }
`);

export const Drafts = graphql(
  `
  query Drafts($patientId: String!, $ownApplication: Boolean!) {
    drafts(patientId: $patientId, ownApplication: $ownApplication) { ...DraftFields }
  }
`,
  [DraftFields],
);

/** The pharmacy that a page preselects. */
export const PharmacyOfOrder = graphql(`
  query PharmacyOfOrder($ids: [ID!]!) {
    pharmaciesById(ids: $ids) {
      pharmacies { id name kind phone address { street1 street2 city state postalCode country } }
      unknownIds
    }
  }
`);
