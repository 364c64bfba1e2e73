// Documents about review, signing and the order that comes of it.

import { SIGNED_FIELDS, SIGNED_REASONS } from '../../schema/generated/selections.ts';
import { graphql } from '../../schema/graphql.ts';
import { FillSituationFields } from '../history.ts';
import { ScreeningFields } from '../screening.ts';

/** A prescription word for word, as it is read before it is signed or sent. */
export const ContentFields = graphql(`
  fragment ContentFields on ClinicalContent {
    patient { id firstName middleName lastName suffix dateOfBirth sex }
    prescriber { id firstName lastName credentials npi }
    treatment {
      id kind name brandName ingredients strength doseForm written description
      compound { name strength quantity unit }
    }
    ${SIGNED_FIELDS}
    liquidDose
    diagnosisCodes { code type description }
    supervisor { firstName lastName npi }
    ${SIGNED_REASONS}
  }
`);

export const ReviewDrafts = graphql(
  `
  mutation ReviewDrafts($draftIds: [ID!]!, $pharmacyId: ID, $address: AddressInput, $form: FormRulesInput) {
    reviewDrafts(draftIds: $draftIds, pharmacyId: $pharmacyId, address: $address, form: $form) {
      expiresAt
      drafts {
        draftId
        contentHash
        problems { path code message severity }
        screening { ...ScreeningFields }
        content { ...ContentFields }
      }
    }
  }
`,
  [ScreeningFields, ContentFields],
);

/** A prescription as events carry it: nothing about the patient but ids. */
export const PrescriptionFields = graphql(`
  fragment PrescriptionFields on Prescription {
    id
    externalId
    state
    writtenAt
    expirationDate
    contentHash
    patient { id externalId }
    prescriber { id firstName lastName credentials npi }
    treatment { id kind name brandName ingredients strength doseForm written description rxcui ndc }
    ${SIGNED_FIELDS}
    liquidDose
    diagnosisCodes { code type description }
    preparedBy
    signedBy
  }
`);

/** An order as events carry it: nothing about the patient but ids. */
export const OrderFields = graphql(
  `
  fragment OrderFields on Order {
    id
    number
    externalId
    state
    createdAt
    updatedAt
    patient { id externalId }
    pharmacy { id name kind phone address { street1 street2 city state postalCode country } }
    fills {
      id
      line
      state
      stateReason
      stateReasonText
      prescriberOrderNumber
      unconfirmed
      fulfillment { type state carrier trackingNumber }
      prescription { ...PrescriptionFields }
    }
  }
`,
  [PrescriptionFields],
);

export const SignAndOrder = graphql(
  `
  mutation SignAndOrder($input: CreateOrderInput!) {
    createOrder(input: $input) { ...OrderFields }
  }
`,
  [OrderFields],
);

export const SignAndCombine = graphql(
  `
  mutation SignAndCombine($input: CombineOrderInput!) {
    combineOrder(input: $input) { ...OrderFields }
  }
`,
  [OrderFields],
);

export const SignPrescriptions = graphql(
  `
  mutation SignPrescriptions($drafts: [SignedDraftInput!]!, $form: FormRulesInput) {
    createPrescriptions(drafts: $drafts, form: $form) { ...PrescriptionFields }
  }
`,
  [PrescriptionFields],
);

/** Prescriptions of a patient, newest first, each with why it cannot be sent; null: it was saved and can be. */
export const SavedPrescriptions = graphql(
  `
  query SavedPrescriptions($patientId: String!, $first: Int!) {
    prescriptions(patientId: $patientId, first: $first) {
      nodes {
        id
        sendObstacle { code }
        content { ...ContentFields }
      }
    }
  }
`,
  [ContentFields],
);

/** What speaks now against saved prescriptions, before they are sent. */
export const ScreeningToSend = graphql(
  `
  query ScreeningToSend($ids: [ID!]!) {
    screeningToSend(prescriptionIds: $ids) {
      prescription { id contentHash sendObstacle { code } content { ...ContentFields } }
      screening { ...ScreeningFields }
      open
    }
  }
`,
  [ContentFields, ScreeningFields],
);

/** The order again, for its live status. */
export const OrderStatus = graphql(
  `
  query OrderStatus($id: ID!) {
    order(id: $id) {
      id
      updatedAt
      invitation
      pharmacy { id name kind phone address { street1 street2 city state postalCode } }
      fills { ...FillSituationFields }
    }
  }
`,
  [FillSituationFields],
);
