// Ends a message that is not sent: it cannot be made for its pharmacy, or cannot wait any longer. No attempt of it leaves.

import { isEnded } from '@pestle/rules/fill-status';
import { messageIdOf, withdraw } from '../../../outbox/outbox.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import { throughOutage } from '../../../store/inside.ts';
import type { Facts } from '../../ledger/facts.ts';
import { stick } from '../../ledger/fallback.ts';
import { unsent } from '../../ledger/sent.ts';
import type { Channel, TransmissionKind } from '../../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import type { AttemptDeps } from '../deps.ts';
import { enterStuck } from '../finish/entry.ts';
import { finishAttempt } from '../finish/finish.ts';
import type { Prepared } from '../prepared.ts';

/** The message cannot be made for this pharmacy, or cannot wait for its maintenance to end: an electronic one goes by fax, for any reason (D2); a fax that cannot be drawn needs a person. */
export async function refuseUnsendable(deps: AttemptDeps, facts: Facts, reason: string): Promise<boolean> {
  const channel: Channel = facts.transmission?.channel ?? facts.pharmacy.integration?.channel ?? 'fax';
  // A cancel or a notice keeps no fill from its way: its end is put down as that of an attempt.
  if (channel === 'fax' && facts.kind === 'new') {
    const news = await deps.store.withOrg(facts.orgId, async (tx) => {
      const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
      const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
      if (locked === undefined || fill === undefined) return undefined;
      await withdraw(tx, facts.orgId, facts.id);
      return isEnded(fill.state)
        ? undefined
        : await enterStuck(
            tx,
            deps,
            facts.id,
            await stick(tx, deps.ports, locked, fill, 'MESSAGE_REFUSED', { reason }),
          );
    });
    deps.turned?.(news);
    return true;
  }
  const ids = {
    messageId: messageIdOf('electronic', facts.id),
    relatesToMessageId: facts.transmission?.relatesToMessageId ?? null,
    prescriberOrderNumber:
      facts.transmission?.prescriberOrderNumber ?? facts.fill.prescriberOrderNumber ?? '',
  };
  const kind: TransmissionKind = facts.transmission?.kind ?? (facts.kind === 'new' ? 'new' : 'cancel');
  const nothing: Prepared = {
    body: new Uint8Array(),
    contentType: '',
    kind,
    channel,
    ...ids,
    reason: {},
    sentAt: new Date(deps.ports.clock.now()),
  };
  const attempt = facts.attempt + 1;
  const begun = await deps.begin({ facts, message: nothing, attempt, timeoutMs: 0, leaves: false });
  if (begun !== 'begun') return false;
  const news = await throughOutage(
    (repeated) => finishAttempt(deps, facts, attempt, unsent(reason), repeated),
    DELIVERY_LIMITS.endThroughOutageMs,
  );
  deps.turned?.(news);
  return true;
}
