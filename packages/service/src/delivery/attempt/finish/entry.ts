// What the audit trail keeps of an attempt, and of a fill that was given to a person without one.
import type { TransmissionId } from '@pestle/rules/ids';
import type { AuditRecord } from '../../../audit/audit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import type { Tx } from '../../../store/store.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
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

/**
 * Of an attempt whose worker died, or lost it, by whoever ends it for that worker: nobody knows whether it arrived. Where the worker goes on after
 * all, the end that it puts down has an entry of its own, without `cutOff`.
 */
export function cutOffEntry(
  { workerId }: Pick<FinishDeps, 'workerId'>,
  { orgId, id }: Pick<Facts, 'orgId' | 'id'>,
): AuditRecord {
  return {
    orgId,
    actor: { kind: 'service', id: workerId },
    action: 'transmission.attempt',
    subject: { kind: 'transmission', id },
    outcome: 'failed',
    detail: { outcome: 'UNKNOWN', cutOff: true },
  };
}

/** Enters that a fill became STUCK where no attempt ends whose entry would say it, in the transaction of the change (I7). Answers the news. */
export async function enterStuck(
  tx: Tx,
  { ports, workerId }: Pick<FinishDeps, 'ports' | 'workerId'>,
  transmissionId: TransmissionId,
  news: FillNews | undefined,
): Promise<FillNews | undefined> {
  if (news?.news === 'stuck')
    await recordAudit(tx, ports, {
      orgId: news.orgId,
      actor: { kind: 'service', id: workerId },
      action: 'fill.stuck',
      subject: { kind: 'fill', id: news.fillId },
      outcome: 'failed',
      detail: { orderId: news.orderId, transmissionId, reason: news.reason },
    });
  return news;
}
