// Documents about review, signing and the order that comes of it.

import { SIGNED_FIELDS, SIGNED_REASONS } from '../schema/generated/selections.ts';
import { graphql } from '../schema/graphql.ts';
import { FillSituationFields } from './history.ts';

export const ReviewDrafts = graphql(`
  mutation ReviewDrafts($draftIds: [ID!]!, $pharmacyId: ID, $address: AddressInput, $form: FormRulesInput) {
    reviewDrafts(draftIds: $draftIds, pharmacyId: $pharmacyId, address: $address, form: $form) {
      expiresAt
      drafts {
        draftId
        contentHash
        problems { path code message severity }
        screening {
          needsReason
          result {
            checked
            source
            dataDate
            troubles { code text { en es } }
            findings { rule kind severity text { en es } reasons { reason text { en es } } }
            notCheckedReasons { reason text { en es } }
            answers { rule reason text }
          }
        }
        content {
          patient { id firstName middleName lastName suffix dateOfBirth sex }
          prescriber { id firstName lastName credentials npi }
          treatment { id kind name brandName ingredients strength doseForm description }
          ${SIGNED_FIELDS}
          liquidDose
          diagnosisCodes { code type description }
          supervisor { firstName lastName npi }
          ${SIGNED_REASONS}
        }
      }
    }
  }
`);

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
    treatment { id kind name brandName ingredients strength doseForm description rxcui ndc }
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

export const SignatureAttestation = graphql(`
  query SignatureAttestation {
    attestation { version hash text }
  }
`);

export const AgreeToAttestation = graphql(`
  mutation AgreeToAttestation($version: String!, $hash: String!) {
    agreeToAttestation(version: $version, hash: $hash) { id }
  }
`);

/** Whom staff can prepare for. */
export const Prescribers = graphql(`
  query Prescribers($after: String) {
    users(first: 100, after: $after) {
      nodes { id firstName lastName credentials roles active mayPrescribe }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

/** The patient of the workflow, for the banner and for what may be prescribed. */
export const WorkflowPatient = graphql(`
  query WorkflowPatient($id: ID!) {
    patient(id: $id) {
      id
      externalId
      revision
      firstName
      middleName
      lastName
      suffix
      dateOfBirth
      sex
      gender
      phone
      email
      deceased
      address { street1 street2 city state postalCode country }
      weight { value unit measuredOn }
      allergies { substance reaction severity }
      preferredPharmacy { id name }
    }
  }
`);

/** The pharmacy that a page preselects. */
export const PharmacyOfOrder = graphql(`
  query PharmacyOfOrder($ids: [ID!]!) {
    pharmaciesById(ids: $ids) {
      pharmacies { id name kind phone address { street1 street2 city state postalCode country } }
      unknownIds
    }
  }
`);
