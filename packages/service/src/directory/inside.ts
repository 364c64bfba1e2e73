// The door of the room `directory` for other rooms, whose transactions it takes part in, and for what composes the service.

/** Owns a United States address: how it is read from input and from a row. */
export { addressSchema } from './address.ts';

/** SQL of the status hook's credentials (H1): looked up in role `door`, before an organization is known. */
export {
  findBearer,
  findSigningKeys,
  type HookCredential,
  hashHookKey,
  openSigningKeys,
} from './credentials/hook-credentials.ts';

/** Seals how we prove ourselves to pharmacies and partners, and the secrets that sign their reports; the rest stays plain for SQL. */
export {
  openIntegration,
  openPartnerEndpoint,
  type StoredEndpoint,
  type StoredIntegration,
  sealPlainCredentials,
} from './credentials/sealed-credentials.ts';

/** Owns ids that always come out of the same name, so that imports can be repeated and agree between installations. */
export { derivedId } from './derived-id.ts';

/** Whether prescriptions go to a pharmacy electronically (D6), in TypeScript and in SQL. */
export { takesPrescriptions, takesPrescriptionsSql } from './electronic.ts';

/** SQL of endpoints: how a pharmacy is reached, its secrets left sealed. For delivery and the keeper only; no API type shows it. */
export { pharmacyEndpoint } from './endpoints.ts';

/** Owns what all imports share: verdicts per row, keys seen in this file, and the counting of changes to reference data. */
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

/** Owns the shape of how a pharmacy is reached: stages, endpoint, credentials, message profile, pace (D6–D8, D4). */
export {
  type ApiCall,
  type ApiCancelCall,
  type Endpoint,
  type Integration,
} from './integration.ts';

/** Owns the windows of maintenance: announced, changed and ended by operators, with one refusal per reason and an entry per act (D6, D12). */
export type { MaintenanceAdministration } from './maintenance/maintenance.ts';

/** What a node knows of the windows of the whole service, for hooks and pages: read again every two seconds, by the store's clock. */
export type { ServiceMaintenance, ServiceWindow } from './maintenance/schedule.ts';

/** What the mapping of a pharmacy's own API is made from (D8): the one shape, and the barest and the fullest of it to try a mapping on. */
export type { ApiDocument } from './messages/api-document.ts';

/** How a pharmacy's settings change its messages (D7): what delivery builds with, and what the configuration refuses, decided by the same code. */
export { messageProfile } from './messages/settings.ts';

/** Owns what is accepted about a patient's pharmacy benefits: what stands on the card, and which plan's list of drugs applies. */
export { planIdOf } from './patient/benefit-input.ts';

/** SQL of patients: one organization's rows, opened, and the tokens they are found by. */
export { findPatient, type PatientRow, patientAddress } from './patients.ts';

/** SQL of pharmacies: the network's reference data, read by everybody, written by the keeper. */
export { findPharmacy, type PharmacyRow, prefixQuery } from './pharmacies.ts';

/** The directory's answers about pharmacies: by id, by name or town, and the nearest ones to a place. */
export type { PharmacyHit, PharmacyRoom, Place } from './pharmacy/pharmacy-room.ts';

/** Which pharmacies report statuses at all: of one that never did, silence says nothing (D5). */
export { type ReportingTables, rememberReporting } from './reporting.ts';

/** The directory's tables as Kysely sees them. */
export type { Benefit, DirectoryTables, PharmacyKind, Weekday } from './tables.ts';

/** Reads names and addresses as people type them, as long as SCRIPT can carry them after rewriting (S5, W6). */
export { personName } from './text.ts';
