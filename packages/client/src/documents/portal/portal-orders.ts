// Documents of the portal's orders: the list, and one order with everything that happened to it.

import { SIGNED_FIELDS } from '../../schema/generated/selections.ts';
import { graphql } from '../../schema/graphql.ts';
import { FillSituationFields } from '../history.ts';

export const PortalOrders = graphql(
  `
  query PortalOrders(
    $after: String
    $states: [FillState!]
    $channel: OrderChannel
    $pharmacyId: ID
    $prescriberId: ID
    $from: Date
    $to: Date
    $text: String
    $needsAttention: Boolean
    $patientId: String
  ) {
    orders(
      first: 40
      after: $after
      states: $states
      channel: $channel
      pharmacyId: $pharmacyId
      prescriberId: $prescriberId
      from: $from
      to: $to
      text: $text
      needsAttention: $needsAttention
      patientId: $patientId
    ) {
      nodes {
        id
        number
        createdAt
        situation
        patient { id firstName lastName dateOfBirth }
        pharmacy { id name }
        fills {
          ...FillSituationFields
          prescription {
            id
            daysSupply
            expirationDate
            prescriber { firstName lastName }
            treatment { id name brandName ingredients strength doseForm written }
          }
        }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [FillSituationFields],
);

export const PortalOrder = graphql(
  `
  query PortalOrder($id: ID!) {
    order(id: $id) {
      id
      number
      externalId
      createdAt
      situation
      invitation
      texts { about state at }
      patient { id firstName lastName dateOfBirth sex phone }
      address { street1 street2 city state postalCode }
      pharmacy { id name kind phone fax address { street1 street2 city state postalCode } }
      routingHistory { at selectedBy pharmacy { id name } }
      fills {
        ...FillSituationFields
        line
        channel
        prescriberOrderNumber
        events { number at event source toState detail }
        transmissions { kind channel state mayHaveArrived firstAttemptAt }
        prescription {
          id
          writtenAt
          daysSupply
          expirationDate
          prescriber { firstName lastName }
          content {
            prescriber { firstName lastName credentials npi }
            treatment { name brandName ingredients strength doseForm written description }
            ${SIGNED_FIELDS}
            liquidDose
          }
          preparer { firstName lastName }
        }
      }
    }
  }
`,
  [FillSituationFields],
);

/** The exact messages, asked for by themselves because they are long. */
export const PortalMessages = graphql(`
  query PortalMessages($id: ID!) {
    order(id: $id) {
      id
      fills {
        id
        line
        transmissions {
          id
          kind
          channel
          state
          messageId
          createdAt
          contentType
          body
          attempts { number startedAt outcome httpStatus answer }
        }
      }
    }
  }
`);
