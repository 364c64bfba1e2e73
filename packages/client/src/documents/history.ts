// Documents of the medication history.
import { graphql } from '../schema/graphql.ts';

/** Where a fill stands, as every view of the elements tells it: one fragment, so that no view knows less than another. */
export const FillSituationFields = graphql(`
  fragment FillSituationFields on Fill {
    id
    state
    situation
    stateSince
    stateReason
    stateReasonText
    updatedAt
    sentAt
    receivedAt
    readyAt
    leavesAt
    waitsFor
    attempt
    faxReason
    ownerName
    alert
    canceledBy
    cancelAsked { at by reason }
    noMoreRefillsAsked { at by reason }
    cancelRequestedAt
    cancelSentAt
    cancelAnswer
    cancelAnsweredAt
    cancelAnswerReason
    cancelNotSent { at reason text phone pharmacy { id name } }
    dispensedAfterCancelAt
    fulfillment { type carrier trackingNumber }
    pharmacy { id name phone }
  }
`);

export const MedicationHistory = graphql(
  `
  query MedicationHistory($patientId: String!, $first: Int!, $after: String) {
    prescriptions(patientId: $patientId, first: $first, after: $after) {
      nodes {
        id
        state
        writtenAt
        expirationDate
        treatment { id name brandName ingredients strength doseForm written }
        dispenseQuantity
        dispenseUnit
        dispenseAsWritten
        fillsAllowed
        daysSupply
        instructions
        liquidDose
        notes
        latestFill {
          ...FillSituationFields
          order { id number fills { id } }
        }
      }
      pageInfo { endCursor hasNextPage unreadable }
    }
  }
`,
  [FillSituationFields],
);
