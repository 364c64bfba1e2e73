// What the audit trail keeps of an attempt.
import type { AuditRecord } from '../../../audit/audit.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { Sent } from '../../ledger/sent.ts';
import type { TransmissionRow } from '../../ledger/tables.ts';
import type { FinishDeps } from '../deps.ts';

export function attemptEntry(
  { workerId }: Pick<FinishDeps, 'workerId'>,
  { orgId, id }: Facts,
  { channel, kind }: Pick<TransmissionRow, 'channel' | 'kind'>,
  attempt: number,
  { outcome }: Sent,
): AuditRecord {
  return {
    orgId,
    actor: { kind: 'service', id: workerId },
    action: 'transmission.attempt',
    subject: { kind: 'transmission', id },
    outcome: outcome === 'ACCEPTED' ? 'success' : 'failed',
    detail: { attempt, outcome, channel, kind },
  };
}
