// Documents about who is signed in.
import { graphql } from '../schema/graphql.ts';

export const Me = graphql(`
  query Me {
    me {
      id
      firstName
      lastName
      email
      npi
      organizationId
      roles
      scopes
      mayPrescribe
      missing { code text }
    }
    organization { id name environment patientReentry sessionIdleMinutes timeZone offCatalog writtenTreatments }
  }
`);
