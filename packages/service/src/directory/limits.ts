// Every bound of the directory, in one place.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';

export const DIRECTORY_LIMITS = {
  /** SCRIPT's LastName, FirstName and MiddleName, counted after letters were rewritten to ASCII. */
  nameCharactersMax: FIELD_LIMITS.lastName.maximum,
  /** SCRIPT's Suffix. */
  suffixCharactersMax: FIELD_LIMITS.nameSuffix.maximum,
  /** SCRIPT's AddressLine1 and AddressLine2. */
  streetCharactersMax: FIELD_LIMITS.street1.maximum,
  /** SCRIPT's City. */
  cityCharactersMax: FIELD_LIMITS.city.maximum,
  /** SCRIPT's ElectronicMail. */
  emailCharactersMax: FIELD_LIMITS.email.maximum,
  genderCharactersMax: 80,
  externalIdCharactersMax: FIELD_LIMITS.externalId.maximum,
  /** Nobody is known to have lived longer than 122 years. */
  patientAgeYearsMax: 125,
  /** Medicines that a patient takes and that were not prescribed here, and one text of them. */
  medicationsMax: 100,
  medicationTextCharactersMax: 255,
  allergiesMax: 100,
  allergyTextCharactersMax: 200,
  /** Pharmacy benefits of one patient: the primary, and those that pay after it. */
  benefitsMax: 4,
  /** PCN, group id and member id: longer than any that a card shows. */
  benefitTextCharactersMax: 35,
  planIdCharactersMax: 40,
  weightKgMax: 700,
  weightLbsMax: 1_500,
  /** What is typed to find a patient or a pharmacy. */
  searchTextCharactersMax: 100,
  searchWordsMax: 6,
  /** Words kept per patient to find them by. */
  nameWordsMax: 24,
  /** SCRIPT's BusinessName. */
  pharmacyNameCharactersMax: FIELD_LIMITS.businessName.maximum,
  /** Pharmacies that one practice prefers. */
  practicePharmaciesMax: 100,
  /** Pharmacies asked for by their ids at once. */
  pharmacyIdsMax: 50,
  /** Pharmacies that paging through the nearest ones can reach. */
  nearestPharmaciesMax: 500,
  nearestRadiusKmDefault: 100,
  nearestRadiusKmMax: 1_000,
  /** How long another node's change of the pharmacies may stay unseen by the index of the nearest ones. */
  nearestIndexAgeMs: 5_000,
  /** Rows read at once while that index is built. */
  nearestIndexBatchRows: 10_000,
  /** Rows an import checks and writes in one transaction. */
  importBatchRows: 1_000,
  openingHoursMax: 14,
  /** An integration as JSON text. */
  integrationCharactersMax: 65_536,
  integrationHeadersMax: 32,
  /** Media types in which one pharmacy may acknowledge. */
  acknowledgeTypesMax: 8,
  /** Windows of maintenance of one pharmacy, one partner or the whole service that are not over. */
  maintenanceWindowsMax: 32,
  /** Everything waits for the end of such a window, and nothing goes by fax meanwhile. */
  serviceWindowHoursMax: 12,
  /** Of a pharmacy or a partner; what cannot wait for its end goes by fax. */
  pharmacyWindowDaysMax: 14,
  /** How long before its start a window can be announced. */
  windowAnnouncedDaysMax: 180,
  /** A start may lie this far in the past, so that a command that took a while is not refused. */
  windowStartPastMinutesMax: 10,
  maintenanceNoteCharactersMax: 200,
  /** Windows that one list shows, the latest first. */
  maintenanceListedMax: 500,
  /** How long another node's window of the whole service may stay unseen by hooks and pages; deliveries see it at once. */
  maintenanceSeenMs: 2_000,
  /** How long an answer waits for the store to tell of such windows; then it goes by what was known last. */
  maintenanceReadMs: 500,
  laneConcurrencyMax: 64,
  laneRatePerSecondMax: 1_000,
  /** Attempts of one transmission. */
  attemptsMax: 10,
  attemptOffsetMsMax: 3_600_000,
  attemptTimeoutMsMax: 60_000,
  /** Rows of a table whose plain credentials one step of the background job seals. */
  credentialsSealedPerStepMax: 200,
  hookKeyCharactersMin: 16,
  hookKeyCharactersMax: 512,
  /** Characters of what an operator's program calls one write by. */
  requestNameCharactersMax: 255,
  /** Of keys that the service makes: as many random bits as SHA-256 keeps. */
  hookKeyBytes: 32,
  /** Of a key's SHA-256 in hex, shown to tell keys apart. */
  hookFingerprintCharacters: 12,
  /** A pharmacy's own words for a status that may be mapped. */
  statusWordsMax: 50,
  /** Pharmacies or partners that one page of an operator's list shows. */
  connectionsListedMax: 200,
  /** Names of changed fields that one entry of the network's trail holds. */
  changedFieldsRecordedMax: 30,
  /** Entries of a file that one transaction writes. */
  fileEntriesPerBatch: 200,
  /** Characters of entries, as JSON, that are sent to the store together; one entry alone may have more. */
  fileBatchCharactersMax: 500_000,
  /** Of one entry: many times what the service takes. */
  fileEntryCharactersMax: 1_000_000,
  /** Partners of one file that a dry run keeps, to try pharmacies that name them. */
  filePartnersTriedMax: 1_000,
  /** Pharmacies that a refusal or a notice names. */
  pharmaciesNamedMax: 5,
  /** A street line and the name of a place in files that are imported. */
  importedStreetCharactersMax: 120,
  importedPlaceCharactersMax: 100,
} as const;
