// Owns the sandbox's keys. They are public on purpose: every value here opens a simulation only.

/** Bearer key of the fax machine. */
export const FAX_MACHINE_KEY = 'sandbox-fax-machine-key';
/** Bearer key of the patient's phone. */
export const PHONE_KEY = 'sandbox-phone-key';
/** Bearer key of the payer that answers in real time. */
export const PAYER_KEY = 'sandbox-payer-key';
/** Bearer key of every pharmacy that is added while the peers run (the pharmacies of `pestle demo`). */
export const PUBLIC_PHARMACY_KEY = 'sandbox-public-pharmacy-key';
