// Documents of the medication history.
import { graphql } from '../graphql.ts';

export const MedicationHistory = graphql(`
  query MedicationHistory($patientId: String!, $first: Int!, $after: String) {
    prescriptions(patientId: $patientId, first: $first, after: $after) {
      nodes {
        id
        state
        writtenAt
        treatment { id name brandName ingredients strength doseForm }
        dispenseQuantity
        dispenseUnit
        dispenseAsWritten
        fillsAllowed
        daysSupply
        instructions
        notes
        latestFill { id state stateReason stateReasonText updatedAt order { id state } pharmacy { id name } }
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);
