// What tests and benches take from the inside of directory, beyond what other packages are offered: no product code may import it.

/** Checks what those who run the service may write of the network: pharmacies, partners and hook credentials. */
export type { PharmacyInput } from '../../src/directory/administration/administration-input.ts';

/** Seals the credentials by which pharmacies and partners know us, and the secrets that sign their reports. */
export {
  openIntegration,
  sealHookSecret,
} from '../../src/directory/credentials/sealed-credentials.ts';

/** What all imports share: a verdict for each row, the keys that a file has named already, and the count of changes to reference data. */
export type { SourceRow } from '../../src/directory/import/import-session.ts';

/** How we reach an integrated pharmacy (D6, D7, D8), and what of it stands in its row in plain text. */
export type { StoredIntegration } from '../../src/directory/integration.ts';

/** Tells hooks and pages which windows of maintenance the whole service has: read anew every two seconds, by the store's clock. */
export { createServiceMaintenance } from '../../src/directory/maintenance/schedule.ts';

/** Checks each field of a patient, and what must fit together (W6, S5). */
export type { PatientChanges } from '../../src/directory/patient/patient-input.ts';

/** Reads and writes the rows of patients of one organization, and finds them by keyed tokens of their names. */
export { updatePatientRow } from '../../src/directory/patient/patient-rows.ts';

/** The directory's tables as Kysely sees them. */
export type { Benefit } from '../../src/directory/tables.ts';
