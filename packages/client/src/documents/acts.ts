// Documents of what people do with an order after sending.
import { graphql } from '../schema/graphql.ts';
import { FillSituationFields } from './history.ts';
import { PharmacyFields } from './pharmacies.ts';

/** Where the order stands after an act, so that every view tells it at once. */
const ActedOrder = graphql(
  `
  fragment ActedOrder on Order {
    id
    fills { ...FillSituationFields }
  }
`,
  [FillSituationFields],
);

const OfferFields = graphql(`
  fragment OfferFields on OrderAct {
    act
    allowed
    refusal { code text { en es } }
    effect { en es }
  }
`);

const OffersOfOrder = graphql(
  `
  fragment OffersOfOrder on Order {
    id
    acts { ...OfferFields }
    fills { id acts { ...OfferFields } }
  }
`,
  [OfferFields],
);

/** What may be done about these orders now, each as a whole and with each medication. */
export const ActsOfOrders = graphql(
  `
  query ActsOfOrders($ids: [ID!]!, $first: Int!) {
    orders(ids: $ids, first: $first) { nodes { ...OffersOfOrder } }
  }
`,
  [OffersOfOrder],
);

/** What of an order lies on the desk: what is marked as handled, and the question that is answered. */
export const MatterOfOrder = graphql(`
  query MatterOfOrder($id: ID!) {
    deskItems(filter: { orderId: $id }, first: 20) {
      nodes {
        id
        situation
        reason { en es }
        fill { id }
        question { id text pharmacy { id name } }
      }
    }
  }
`);

/** What is read aloud to the pharmacy. */
export const CallInSheet = graphql(`
  query CallInSheet($orderId: ID!) {
    callInSheet(orderId: $orderId) {
      orderId
      pharmacy { name phone }
      patient { name dateOfBirth address phone }
      prescriber { name npi practice address phone }
      lines {
        fillId
        line
        canceled
        orderNumber
        medication
        directions
        dose
        quantity
        quantityInWords
        daysSupply
        refills
        refillsInWords
        dispenseAsWritten
        notes
        doNotFillBefore
        diagnoses
        writtenOn
        deaNumber
      }
    }
  }
`);

export const RecordPhonedIn = graphql(
  `
  mutation RecordPhonedIn($input: RecordPhonedInInput!) {
    recordPhonedIn(input: $input) {
      mayBeThereTwice
      order { ...ActedOrder }
    }
  }
`,
  [ActedOrder],
);

export const RemindPatient = graphql(
  `
  mutation RemindPatient($orderId: ID!) {
    remindPatient(orderId: $orderId) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const AnswerQuestion = graphql(`
  mutation AnswerQuestion($id: ID!, $text: String!) {
    answerQuestion(id: $id, text: $text) { id }
  }
`);

export const MarkAsHandled = graphql(`
  mutation MarkAsHandled($id: ID!, $reason: String!) {
    closeDeskItem(id: $id, reason: $reason) { item { id } }
  }
`);

/** A prescriber cancels; staff ask a prescriber to. */
export const CancelFills = graphql(
  `
  mutation CancelFills($input: CancelOrderInput!) {
    cancelOrder(input: $input) {
      order { ...ActedOrder }
      results { fillId outcome code message }
    }
  }
`,
  [ActedOrder],
);

export const MoveOrder = graphql(
  `
  mutation MoveOrder($orderId: ID!, $pharmacyId: ID!) {
    rerouteOrder(orderId: $orderId, pharmacyId: $pharmacyId) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const ChooseForPatient = graphql(
  `
  mutation ChooseForPatient($orderId: ID!, $pharmacyId: ID!) {
    selectPharmacy(orderId: $orderId, pharmacyId: $pharmacyId) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const SendAgain = graphql(
  `
  mutation SendAgain($fillId: ID!) {
    resendFill(fillId: $fillId) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const IssueAnew = graphql(
  `
  mutation IssueAnew($fillId: ID!) {
    reissueFill(fillId: $fillId) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const DeclineCancel = graphql(
  `
  mutation DeclineCancel($id: ID!, $reason: String!) {
    declineCancelRequest(id: $id, reason: $reason) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const StopRefills = graphql(
  `
  mutation StopRefills($orderId: ID!, $fillIds: [ID!]) {
    discontinueRefills(orderId: $orderId, fillIds: $fillIds) {
      order { ...ActedOrder }
      results { fillId outcome code message }
    }
  }
`,
  [ActedOrder],
);

/** Staff ask a prescriber to stop them. */
export const AskForNoMoreRefills = graphql(
  `
  mutation AskForNoMoreRefills($input: AskForNoMoreRefillsInput!) {
    askForNoMoreRefills(input: $input) {
      order { ...ActedOrder }
      results { fillId outcome code message }
    }
  }
`,
  [ActedOrder],
);

/** A prescriber keeps them. */
export const DeclineNoMoreRefills = graphql(
  `
  mutation DeclineNoMoreRefills($id: ID!, $reason: String!) {
    declineNoMoreRefills(id: $id, reason: $reason) { ...ActedOrder }
  }
`,
  [ActedOrder],
);

export const PrescribeAgain = graphql(`
  mutation PrescribeAgain($prescriptionId: ID!) {
    prescribeAgain(prescriptionId: $prescriptionId) {
      id
      patient { id }
    }
  }
`);

/** What the choice of another pharmacy begins with: where the order is, where the patient lives, and the patient's own pharmacies. */
export const PlaceOfOrder = graphql(
  `
  query PlaceOfOrder($id: ID!) {
    order(id: $id) {
      id
      address { postalCode }
      pharmacy { id name kind }
      patient {
        id
        address { postalCode }
        preferredPharmacy { ...PharmacyFields }
        pharmaciesUsed { lastOrderedAt pharmacy { ...PharmacyFields } }
      }
    }
  }
`,
  [PharmacyFields],
);
