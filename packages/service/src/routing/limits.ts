// Every bound of the room `routing`, in one place.

export const ROUTING_LIMITS = {
  /** How long a patient's link shows the order's status. A pharmacy can be chosen for 72 hours. */
  patientLinkDays: 30,
  /** How long the date of birth holds on one device. */
  patientSessionSeconds: 3_600,
  /** Wrong dates of birth and tokens from one address, over all nodes. */
  patientSourceTries: { tries: 5, secondsPerTry: 30 },
  /** Wrong dates of birth at one link, from anywhere. */
  patientLinkTries: { tries: 20, secondsPerTry: 120 },
  /** A form of the patient's pages. */
  patientFormBytesMax: 4_096,
  /** Pharmacies on one page of the list. */
  patientPharmaciesShown: 10,
  /** Pharmacies that are looked at for those that are open. */
  patientPharmaciesLookedAt: 50,
  /** Pharmacies that an order may have had until its patient asks the practice to move it once more. */
  patientPharmaciesMax: 5,
  /** What is typed to find a pharmacy. */
  patientPlaceCharactersMax: 120,
} as const;
