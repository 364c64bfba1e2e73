// Documents about a patient's orders.
import { graphql } from '../schema/graphql.ts';
import { FillSituationFields } from './history.ts';

/** An order of a patient in a list: what is on it, where it goes, and where each line stands. */
const ListedOrderFields = graphql(
  `
  fragment ListedOrderFields on Order {
    id
    number
    externalId
    createdAt
    address { street1 street2 city state postalCode }
    pharmacy { id name kind phone address { street1 street2 city state postalCode country } }
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
`,
  [FillSituationFields],
);

export const RecentOrders = graphql(
  `
  query RecentOrders($patientId: String!, $first: Int!) {
    orders(patientId: $patientId, first: $first) {
      nodes { ...ListedOrderFields }
    }
  }
`,
  [ListedOrderFields],
);

/** Those that can take more prescriptions at this moment. */
export const CombinableOrders = graphql(
  `
  query CombinableOrders($patientId: String!) {
    combinableOrders(patientId: $patientId) { ...ListedOrderFields }
  }
`,
  [ListedOrderFields],
);
