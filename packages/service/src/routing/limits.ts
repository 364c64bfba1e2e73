// Every bound of the room `routing`, in one place.

export const ROUTING_LIMITS = {
  /** How long a patient's link shows the order's status. A pharmacy can be chosen for 72 hours (W8). */
  patientLinkDays: 30,
  /** How long the date of birth holds on one device. */
  patientSessionSeconds: 3_600,
  /** Wrong dates of birth from one address before it must wait, and how long until it gets one more try. */
  patientWrongTries: 5,
  patientTryIntervalMs: 30_000,
  /** Wrong dates of birth at one link, from anywhere, before each next try waits. */
  patientLinkWrongTries: 20,
  patientLinkTryIntervalMs: 120_000,
  /** Addresses and links whose tries are remembered on one node. */
  patientTriesKeptMax: 50_000,
  /** A form of the patient's pages. */
  patientFormBytesMax: 4_096,
  /** Pharmacies on one page of the list. */
  patientPharmaciesShown: 10,
  /** Pharmacies that an order may have had until its patient asks the practice to move it once more. */
  patientPharmaciesMax: 5,
  /** What is typed to find a pharmacy. */
  patientPlaceCharactersMax: 120,
} as const;
