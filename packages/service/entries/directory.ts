// What other packages are offered of directory.

/** Checks what those who run the service may write of the network: the published JSON Schema is made of these shapes. */
export { partnerSchema, pharmacySchema } from '../src/directory/administration/administration-input.ts';
/** Keys by which a pharmacy or a partner reports to the status hook, as operators make, list and end them. */
export type { HookKey, HookKeyAdministration } from '../src/directory/administration/hook-keys.ts';
/** What every act on a pharmacy or a partner shares: who does it, one at a time, a revision, an entry in the trail, and the dry run. */
export type { ChangeRequest, Written } from '../src/directory/connections/act.ts';
/** Puts what an operator changes onto what is there, keeps the secrets that were not written again, and says what differs without showing one. */
export type { FieldChange } from '../src/directory/connections/changes.ts';
/** Gives a conformance run the pharmacy as it is stored, and puts down that one begins (D6). */
export { recordBegunRun, subjectOfCheck } from '../src/directory/connections/check.ts';
/** Lists the endpoints that live in private networks. */
export { privateEndpoints } from '../src/directory/connections/private-endpoints.ts';
/** Offers the published JSON Schemas of pharmacies and partners. */
export {
  PUBLISHED_SCHEMAS,
  type PublishedSchema,
  publishedSchema,
} from '../src/directory/connections/published-schema.ts';
/** Lists and shows pharmacies and partners to operators: everything but secrets. */
export type {
  ListedPartner,
  ListedPharmacy,
  PharmacyListQuery,
  ShownPartner,
  ShownPharmacy,
} from '../src/directory/connections/read.ts';
/** What operators do with pharmacies and partners of the network: look, connect, change, take away. Every write may be repeated. */
export { type Connections, createConnections } from '../src/directory/connections.ts';
/** Seals the credentials by which pharmacies and partners know us, and the secrets that sign their reports. */
export { sealIntegration } from '../src/directory/credentials/sealed-credentials.ts';
/** The door of the room `directory` for callers: patients and pharmacies, and what those who run the service write of them. */
export { createDirectory, type Directory } from '../src/directory/directory.ts';
/** What all imports share: a verdict for each row, the keys that a file has named already, and the count of changes to reference data. */
export {
  type ImportSession,
  newImportSession,
  type RowVerdict,
  type SourceColumns,
} from '../src/directory/import/import-session.ts';
/** Imports pharmacies and ZIP codes: a batch of rows in one transaction, with a verdict for each row. Repeating an import changes nothing. */
export { ZIP_SOURCE_COLUMNS } from '../src/directory/import/imports.ts';
/** Reads a row of the public pharmacy file (NPPES columns) into a pharmacy of the directory, or says why it cannot be one. */
export { PHARMACY_SOURCE_COLUMNS } from '../src/directory/import/pharmacy-source.ts';
/** Checks how a pharmacy is reached: stages, endpoint, credentials, message profile and pace (D6–D8, D4). */
export { type Integration, integrationSchema } from '../src/directory/integration.ts';
/** Lets operators announce, change and end windows of maintenance, with one refusal for each reason and an audit entry for each act (D6, D12). */
export {
  createMaintenanceAdministration,
  type MaintenanceAdministration,
} from '../src/directory/maintenance/maintenance.ts';
/** Checks what an operator says of a window of maintenance, and what an integration declares. */
export type {
  AddWindowInput,
  ChangeWindowInput,
  WindowSubject,
} from '../src/directory/maintenance/window-input.ts';
/** Reads and writes windows of maintenance, each act with its entry in the trail in one transaction. */
export type { MaintenanceWindow } from '../src/directory/maintenance/windows.ts';
/** Writes some entries of a file of pharmacies and partners, each by itself. */
export type { EntriesRequest, EntryOutcome } from '../src/directory/network-file/apply-entries.ts';
/** The rule by which a file of pharmacies and partners is compared and applied. */
export {
  applyFile,
  type NetworkFile,
  newCounts,
  type Verdict,
  type VerdictCounts,
} from '../src/directory/network-file/apply-file.ts';
/** Reads connected pharmacies and partners page by page as entries of a file, without secrets. */
export {
  type ExportedEntry,
  type ExportQuery,
  exportFile,
} from '../src/directory/network-file/export-entries.ts';
/** Reads a file of pharmacies and partners entry by entry. */
export { entriesIn, type FileEntry } from '../src/directory/network-file/network-file.ts';
/** Imports the pharmacy benefits of an organization's patients; the cards of each patient are replaced as a whole. */
export { BENEFIT_COLUMNS } from '../src/directory/patient/benefit-import.ts';
/** Checks each field of a patient, and what must fit together (W6, S5). */
export type { NewPatient } from '../src/directory/patient/patient-input.ts';
/** Reads and writes the rows of patients of one organization, and finds them by keyed tokens of their names. */
export { findPatient } from '../src/directory/patient/patient-rows.ts';
/** What callers may do with patients: find, read, create and change them, each change written once with its audit entry. */
export { addPatient } from '../src/directory/patient/patients.ts';
