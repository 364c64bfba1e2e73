// Documents of the prescriber portal.

import { SIGNED_FIELDS, SIGNED_REASONS } from '../../schema/generated/selections.ts';
import { graphql } from '../../schema/graphql.ts';
import { FillSituationFields } from '../history.ts';

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
        treatment { name brandName ingredients strength doseForm written description rxcui ndc }
        ${SIGNED_FIELDS}
        liquidDose
        diagnosisCodes { code type description }
        ${SIGNED_REASONS}
        screening {
          checked
          source
          dataDate
          troubles { text { en es } }
          findings { rule text { en es } }
          answers { rule reasonText { en es } text }
        }
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
