// Documents of the prescriber portal.

import { SIGNED_FIELDS, SIGNED_REASONS } from '../schema/generated/selections.ts';
import { graphql } from '../schema/graphql.ts';
import { FillSituationFields } from './history.ts';

export const PortalPrescription = graphql(
  `
  query PortalPrescription($id: ID!) {
    prescription(id: $id) {
      id
      state
      writtenAt
      expirationDate
      sendObstacle { code message }
      contentHash
      content {
        patient { id firstName middleName lastName suffix dateOfBirth sex }
        prescriber { firstName lastName credentials npi }
        treatment { name brandName ingredients strength doseForm description rxcui ndc }
        ${SIGNED_FIELDS}
        liquidDose
        diagnosisCodes { code type description }
        ${SIGNED_REASONS}
      }
      preparer { firstName lastName }
      latestFill {
        ...FillSituationFields
        channel
        prescriberOrderNumber
        events { number at event source toState detail }
        transmissions { kind channel state mayHaveArrived firstAttemptAt }
        order { id externalId }
        pharmacy { id name phone kind address { street1 street2 city state postalCode } }
      }
    }
  }
`,
  [FillSituationFields],
);

export const PortalApplications = graphql(`
  query PortalApplications {
    applications {
      id
      organizationId
      name
      kind
      callbackUrls
      origins
      scopes
      active
      revision
      secrets { id createdAt expiresAt }
    }
  }
`);

export const PortalUpdateApplication = graphql(`
  mutation PortalUpdateApplication($input: UpdateApplicationInput!) {
    updateApplication(input: $input) { id revision }
  }
`);

export const PortalRotateSecret = graphql(`
  mutation PortalRotateSecret($id: ID!, $overlapSeconds: Int!) {
    rotateApplicationSecret(id: $id, overlapSeconds: $overlapSeconds) { secret application { id } }
  }
`);
