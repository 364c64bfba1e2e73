// The door of the room `audit` for callers with an actor: what rooms write of their acts, and what makes their writes repeatable.

/** Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction. */
export { type WriteKey, writeKey } from './idempotency.ts';

/** What administrators read of their organization's trail. */
export {
  type AuditEntry,
  type AuditQuestion,
  type AuditReports,
  type AuditReportsDeps,
  createAuditReports,
} from './reports/reports.ts';
/** The entry of an act: one per act, written in the transaction of the act itself. */
export {
  type ActorKind,
  type AuditActor,
  type AuditOutcome,
  type AuditRecord,
  type AuditRow,
  type AuditTables,
  auditRow,
  hasActed,
  originOf,
  recordAudit,
  sourceOf,
} from './trail/record.ts';

/** The entries of what changes nothing: records that were read and acts that were refused. They are committed before the answer leaves. */
export type { AuditTrail } from './trail/trail.ts';
