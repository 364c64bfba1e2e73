// What tests and benches take from the inside of audit, beyond what other packages are offered: no product code may import it.

/** Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction. */
export type { WriteKey } from '../../src/audit/idempotency.ts';
