// What tests and benches take from the inside of audit, beyond what other packages are offered: no product code may import it.

/** What administrators read of their organization's trail. */
export { createAuditReports } from '../../src/audit/audit.ts';
/** Hot statements, to be measured beside other texts. */
export { WAITING_STATEMENT } from '../../src/audit/chain/seal-sql.ts';
/** Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction. */
export type { WriteKey } from '../../src/audit/idempotency.ts';
/** What operators did to one subject. */
export { networkActs } from '../../src/audit/network-audit.ts';
export { ENTRIES_STATEMENT, WRITTEN_COLUMNS } from '../../src/audit/trail/entries-sql.ts';
