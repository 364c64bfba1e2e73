// What other packages are offered of audit.

/** A move of the store to PostgreSQL with its entry in the network's trail, which is written with the act that opens the new store. */
export { moveStoreAudited } from '../src/audit/audited-move.ts';

/** Signed heads of a chain: who holds one can show later that nothing up to it was changed or cut off. */
export {
  type Checkpoint,
  type CheckpointKey,
  checkpointLine,
  createCheckpointKey,
  readCheckpointLine,
  type TrustedKey,
  trustedKey,
} from '../src/audit/chain/checkpoint.ts';

/** Chains committed entries in batches, each organization's for itself, and signs heads: no request waits for it, and no row is hot. */
export { createSealer, type SealResult } from '../src/audit/chain/seal.ts';

/** Walks an organization's chain and names everything in it that is not as it was written. */
export type { ChainFinding, ChainReport, FindingCode, Trust } from '../src/audit/chain/verify.ts';

/** Reads chains from the store, page by page, and lets them be verified. By the courier, or whoever owns the tables; nothing is changed. */
export {
  auditedOrganizations,
  readCheckpoints,
  verifyOrganization,
} from '../src/audit/chain/verify-store.ts';

/** Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction. */
export { writeKey } from '../src/audit/idempotency.ts';

/** Writes the trail of what operators do to the network, which belongs to no organization: one entry per act, in the act's own transaction. */
export type { NetworkAuditEntry } from '../src/audit/network-audit.ts';
