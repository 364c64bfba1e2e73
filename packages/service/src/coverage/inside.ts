// The door of the room `coverage` for other rooms, whose transactions it takes part in, and for what composes the service.

/** One payer that answers in real time by the guide for real-time pharmacy benefit checks: asks about each drug, and believes only its answer. */
export { createFhirPayer } from './fhir/fhir-payer.ts';
/** The port to whoever knows what a patient's plan pays: what a payer is asked, what it may answer, and what makes one. */
export type {
  AskedDrug,
  AskedPharmacy,
  CheaperAt,
  Payer,
  PayerAlternative,
  PayerDrugAnswer,
  PayerVerdict,
} from './payer.ts';
/** What an operator says of a payer that is asked in real time, and what of it is usable. */
export { type PayerSettings, readPayerSettings } from './payer-settings.ts';

/** What a pharmacy asks for the drugs of an order without insurance, as its own published list says. */
export { type PharmacyPrice, type PricedDrug, pharmacyPrices } from './pharmacy-prices.ts';
/** The estimate where a payer names no price. */
export { UNKNOWN_COPAY } from './unknown-copay.ts';
