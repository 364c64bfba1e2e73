// Owns how the service speaks to the sandbox's proprietary API, as the configuration of a pharmacy: bodies, and what answers mean.
import type { ApiCall, ApiCancelCall } from './types.ts';

const NEW_ORDER_BODY = `{
  "reference": fill.prescriberOrderNumber,
  "submissionId": fill.messageId,
  "patient": {
    "given": patient.firstName, "family": patient.lastName, "born": patient.dateOfBirth, "mobile": patient.phone,
    "home": patient.address.street1 & ", " & patient.address.city & ", " & patient.address.state & " " & patient.address.postalCode
  },
  "prescribedBy": {"npi": prescriber.npi, "name": prescriber.firstName & " " & prescriber.lastName},
  "drug": {"text": prescription.drugDescription, "rxcui": prescription.rxcui, "ndc": prescription.ndc},
  "dispense": {
    "amount": prescription.dispenseQuantity, "unit": prescription.dispenseUnit, "days": prescription.daysSupply,
    "refills": prescription.fillsAllowed - 1, "brandOnly": prescription.dispenseAsWritten
  },
  "directions": prescription.instructions,
  "remarks": prescription.notes,
  "writtenAt": prescription.writtenAt
}`;

const CANCELLATION_BODY = `{
  "reference": fill.prescriberOrderNumber,
  "submissionId": fill.messageId,
  "cancels": fill.relatesToMessageId
}`;

export const NEW_ORDER_CALL: ApiCall = {
  method: 'POST',
  path: '/orders',
  body: NEW_ORDER_BODY,
  accepted: 'status = 201 and body.result = "QUEUED"',
  duplicate: 'status = 409 and body.problem = "ALREADY_HERE"',
};

export const CANCELLATION_CALL: ApiCancelCall = {
  method: 'POST',
  path: '/cancellations',
  body: CANCELLATION_BODY,
  accepted: 'status = 202 and body.result in ["CANCELLED", "TOO_LATE"]',
  duplicate: 'status = 409 and body.problem = "ALREADY_HERE"',
  approved: 'status = 202 and body.result = "CANCELLED"',
  denied: 'status = 202 and body.result = "TOO_LATE"',
  reason: 'body.remark',
};
