// The door of the room `directory` for other rooms, whose transactions it takes part in, and for what composes the service.

/** Reads a United States address from input and from a row. */
export { addressSchema } from './address.ts';
/** Keys by which a pharmacy or a partner reports to the status hook, as operators make, list and end them. */
export type { HookKey, HookKeyAdministration } from './administration/hook-keys.ts';
/** What every act on a pharmacy or a partner answers, field by field. */
export type { ChangeRequest, Written } from './connections/act.ts';
/** Stands for a secret wherever a record is shown. */
export { type FieldChange, isRecord, SEALED } from './connections/changes.ts';
/** Gives a conformance run the pharmacy as it is stored, and puts down what came of it (D6). */
export { type CheckRequest, recordBegunRun, recordRun, subjectOfCheck } from './connections/check.ts';
/** Gives a preview the pharmacy as it is stored and as a change would make it. */
export { type Proposal, type ProposedPharmacy, proposedPharmacy } from './connections/proposed.ts';
/** The published JSON Schemas of pharmacies and partners. */
export { PUBLISHED_SCHEMAS, publishedSchema, publishedSchemaPath } from './connections/published-schema.ts';
/** Lists and shows pharmacies and partners to operators: everything but secrets. */
export type {
  ListedPartner,
  ListedPharmacy,
  PharmacyListQuery,
  ShownPartner,
  ShownPharmacy,
} from './connections/read.ts';
/** What operators do with pharmacies and partners of the network: look, connect, change, take away. */
export type { Connections } from './connections.ts';
/** Finds the credential that a report to the status hook came with (H1), before an organization is known. */
export {
  findBearers,
  findSigningKeys,
  type HookCredential,
  hashHookKey,
  openSigningKeys,
  readLastUses,
  rememberUse,
} from './credentials/hook-credentials.ts';
/** Seals the credentials by which pharmacies and partners know us, and the secrets that sign their reports. */
export {
  openIntegration,
  openPartnerEndpoint,
  sealPlainCredentials,
} from './credentials/sealed-credentials.ts';
/** Makes ids that always come out of the same name, so that imports can be repeated and agree between installations. */
export { derivedId } from './derived-id.ts';
/** Whether prescriptions go to a pharmacy electronically (D6), in TypeScript and in SQL. */
export { takesPrescriptions, takesPrescriptionsSql } from './electronic.ts';
/** Checks where messages go and how the service proves itself there. */
export type { Endpoint, StoredEndpoint } from './endpoint-shape.ts';
/** Reads how a pharmacy is reached, its secrets left sealed. Delivery uses it; no type of the API shows it. */
export type { PharmacyEndpoint } from './endpoints.ts';
export { pharmacyEndpoint } from './endpoints.ts';
/** What all imports share: a verdict for each row, the keys that a file has named already, and the count of changes to reference data. */
export {
  countChange,
  type ImportSession,
  onlyFirst,
  type ReadRow,
  type RowVerdict,
  refuseRow,
  type SourceColumns,
  type SourceRow,
  verdicts,
} from './import/import-session.ts';
/** Checks how a pharmacy is reached: stages, endpoint, message profile and pace (D6–D8, D4). */
export { type Integration, integrationSchema, type StoredIntegration } from './integration.ts';
/** Lets operators announce, change and end windows of maintenance, with one refusal for each reason and an audit entry for each act (D6, D12). */
export type { MaintenanceAdministration } from './maintenance/maintenance.ts';
/** Tells hooks and pages which windows of maintenance the whole service has: read anew every two seconds, by the store's clock. */
export type { ServiceMaintenance, ServiceWindow } from './maintenance/schedule.ts';
/** An instant as operators write it, with its zone. */
export { instant, type WindowSubject } from './maintenance/window-input.ts';
/** A window of maintenance as operators see it. */
export type { MaintenanceWindow } from './maintenance/windows.ts';
/** Checks what a pharmacy's messages are like. */
export type { ApiCall, ApiCancelCall } from './message-shape.ts';
/** The document from which a pharmacy's own API is filled (D8), with its barest and its fullest form to try a mapping on. */
export type { ApiDocument } from './messages/api-document.ts';
/** Turns a pharmacy's settings into the form of its messages (D7); the same code refuses settings that cannot be used. */
export { messageProfile } from './messages/settings.ts';
/** A file of pharmacies and partners: compared and applied entry by entry, and exported. */
export type { EntriesRequest, EntryOutcome } from './network-file/apply-entries.ts';
export {
  applyFile,
  type NetworkFile,
  networkFileOf,
  newCounts,
  type Verdict,
  type VerdictCounts,
} from './network-file/apply-file.ts';
export { type ExportedEntry, type ExportQuery, exportFile } from './network-file/export-entries.ts';
export { entriesIn, type FileEntry, type Part } from './network-file/network-file.ts';
/** Checks a patient's pharmacy benefits: what stands on the card, and which plan's list of drugs applies. */
export { planIdOf } from './patient/benefit-input.ts';
/** Reads and writes the rows of patients of one organization, and finds them by keyed tokens of their names. */
export { findPatient, type PatientRow, patientAddress, readPatientsAhead } from './patient/patient-rows.ts';
/** Finds the patients of whom somebody typed a name, a date of birth or the external id. */
export { patientIdsFound } from './patient/patient-search.ts';
/** What callers may ask about pharmacies: by id, by name or town, and the nearest ones to a place. */
export type { Pharmacies, PharmacyHit, Place } from './pharmacy/pharmacies.ts';
/** Reads pharmacies, which every organization sees alike, and finds them by the beginnings of words. */
export {
  findByIdentifiers,
  findPharmacy,
  type PharmacyRow,
  prefixQuery,
  readPharmaciesAhead,
} from './pharmacy/pharmacy-rows.ts';
/** Remembers which pharmacies report statuses at all: of one that never did, silence says nothing (D5). */
export { type ReportingTables, rememberReporting } from './reporting.ts';
/** Something that a patient does not tolerate. */
/** The directory's tables as Kysely sees them. */
export type { Allergy, Benefit, DirectoryTables, PharmacyKind, Weekday } from './tables.ts';
/** Reads names and addresses as people type them, as long as SCRIPT can carry them after rewriting (S5, W6). */
export { personName } from './text.ts';
