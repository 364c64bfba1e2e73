// Puts down that a message of an older state had left before that was restored: operators have found out, and nothing of it leaves again.
import { messageIdOf } from '../../../outbox/outbox.ts';
import { throughOutage } from '../../../store/inside.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { Sent } from '../../ledger/sent.ts';
import { accepted } from '../../ledger/sent.ts';
import type { Channel } from '../../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import type { AttemptDeps } from '../deps.ts';
import { finishAttempt } from '../finish/finish.ts';

/** `left`: it has left, as far as is known; `received`: its receiver, or what the old node wrote, says that it was taken. */
export type SettledAs = 'left' | 'received';

const REASON: Readonly<Record<SettledAs, string>> = {
  left: 'left-before-restore',
  received: 'received-before-restore',
};

/** As if an attempt had been accepted, with the reason in its history. False when somebody else has the row. */
export async function putDownSettled(deps: AttemptDeps, facts: Facts, as: SettledAs): Promise<boolean> {
  const { transmission, fill } = facts;
  const channel: Channel = transmission?.channel ?? facts.pharmacy.integration?.channel ?? 'fax';
  const attempt = facts.attempt + 1;
  const message = {
    body: new Uint8Array(),
    contentType: '',
    kind: transmission?.kind ?? 'new',
    channel,
    messageId: transmission?.messageId ?? messageIdOf(channel === 'fax' ? 'fax' : 'electronic', facts.id),
    relatesToMessageId: transmission?.relatesToMessageId ?? null,
    prescriberOrderNumber: transmission?.prescriberOrderNumber ?? fill.prescriberOrderNumber ?? '',
    reason: transmission?.reason ?? {},
    sentAt: new Date(deps.ports.clock.now()),
  };
  if ((await deps.begin({ facts, message, attempt, timeoutMs: 0, leaves: false })) !== 'begun') return false;
  const sent: Sent = { ...accepted(REASON[as]), settled: true };
  await throughOutage(
    (repeated) => finishAttempt(deps, facts, attempt, sent, repeated),
    DELIVERY_LIMITS.endThroughOutageMs,
  );
  return true;
}
