// The door of the room `audit` for other rooms, whose transactions it takes part in, and for what composes the service.

/** Puts the audit trail together for the service: what notes reads and refusals, and what chains all entries. */
export { type Audit, createAudit } from './create-audit.ts';

/** Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction. */
export { earlierResult, repeatedResult, storedFingerprint, type WriteKey, writeOnce } from './idempotency.ts';

/** Every bound of the audit trail, in one place. */
export { AUDIT_LIMITS } from './limits.ts';

/** Writes the trail of what operators do to the network, which belongs to no organization: one entry per act, in the act's own transaction. */
export {
  latestNetworkActs,
  type NetworkAct,
  type NetworkAuditEntry,
  networkActs,
  operatorName,
  recordNetworkAct,
  recordNetworkActs,
} from './network-audit.ts';
/** The same, and an organization's entries, as steps of a pipeline in which several roles act. */
export { networkActStep, networkQuotaSteps } from './network-audit-sql.ts';
export { entriesStep, listedEntriesStep } from './trail/entries-sql.ts';
/** The entry of an act: one per act, written in the transaction of the act itself. */
export type { NetworkOperator } from './trail/record.ts';

/** The entries of what changes nothing: records that were read and acts that were refused. They are committed before the answer leaves. */
export type { AuditTrail, RecordKind, RecordRead } from './trail/trail.ts';
