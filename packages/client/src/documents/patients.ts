// Documents of choosing, creating and editing a patient.
import { graphql } from '../schema/graphql.ts';

export const FindPatients = graphql(`
  query FindPatients($text: String) {
    patients(text: $text, first: 10) {
      nodes { id externalId firstName middleName lastName suffix dateOfBirth sex deceased address { city state } }
    }
  }
`);

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

/** Everything that the form edits. */
export const EditPatient = graphql(`
  query EditPatient($id: ID!) {
    patient(id: $id) {
      id
      revision
      externalId
      firstName
      middleName
      lastName
      suffix
      dateOfBirth
      sex
      gender
      phone
      email
      language
      address { street1 street2 city state postalCode }
      weight { value unit measuredOn }
      benefits { bin pcn groupId memberId planId validFrom validTo }
    }
  }
`);

/** The plans on file that benefits can name. */
export const FindPlans = graphql(`
  query FindPlans($search: String) {
    coveragePlans(search: $search) { id name endsOn }
  }
`);
