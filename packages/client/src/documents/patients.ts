// Documents of choosing, creating and editing a patient.
import { graphql } from '../schema/graphql.ts';

/** Whom a list of patients names. */
export const ListedPatientFields = graphql(`
  fragment ListedPatientFields on Patient {
    id
    externalId
    firstName
    middleName
    lastName
    suffix
    dateOfBirth
    sex
    deceased
  }
`);

export const FindPatients = graphql(
  `
  query FindPatients($text: String) {
    patients(text: $text, first: 10) {
      nodes { ...ListedPatientFields address { city state } }
    }
  }
`,
  [ListedPatientFields],
);

export const CreatePatient = graphql(`
  mutation CreatePatient($input: CreatePatientInput!) {
    createPatient(input: $input) { id externalId firstName lastName }
  }
`);

export const UpdatePatient = graphql(`
  mutation UpdatePatient($id: ID!, $expectedRevision: Int!, $changes: UpdatePatientInput!) {
    updatePatient(id: $id, expectedRevision: $expectedRevision, changes: $changes) { id externalId firstName lastName }
  }
`);

/** What the record of one patient holds beside whom it names. */
export const PatientRecordFields = graphql(`
  fragment PatientRecordFields on Patient {
    revision
    phone
    email
    language
    address { street1 street2 city state postalCode }
    weight { value unit measuredOn }
    benefits { bin pcn groupId memberId planId validFrom validTo }
  }
`);

/** Everything that the form edits. */
export const EditPatient = graphql(
  `
  query EditPatient($id: ID!) {
    patient(id: $id) {
      ...ListedPatientFields
      ...PatientRecordFields
      gender
    }
  }
`,
  [ListedPatientFields, PatientRecordFields],
);

/** The plans on file that benefits can name. */
export const FindPlans = graphql(`
  query FindPlans($search: String) {
    coveragePlans(search: $search) { id name endsOn }
  }
`);
