// Records that a pharmacy took an order by telephone: what waits is stopped under the order's lock, as by a cancel, and nothing of it is sent again.

import type { OrderId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import { lockOrder, moveFill, requireAct, requireSendable, sealTakenBy } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { isOfIssue } from '../ledger/issues.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { copiesThere, type SentSoFar, sentSoFar, stopWaiting } from './cancel-queue.ts';
import type { CancelDeps } from './deps.ts';

const phonedInSchema = v.strictObject({
  orderId: v.custom<OrderId>((value) => isId('ord', value), 'This must be the id of an order (ord_…).'),
  /** Who at the pharmacy took it. */
  takenBy: v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.takenByCharactersMax))),
});

export type PhonedInInput = v.InferInput<typeof phonedInSchema>;

export interface PhonedIn {
  readonly orderId: string;
  /** Fills of which a message may have reached the pharmacy before: whoever phoned must say so there. */
  readonly mayBeThereTwice: readonly string[];
}

/**
 * Every open fill of the order that its pharmacy has not confirmed. Throws PHONED_IN_REFUSED where there is none, or while something of it is being sent this moment;
 * what `requireSendable` throws, such as PRESCRIPTION_TOO_OLD after 72 hours (W8).
 */
export async function recordPhonedIn(
  deps: CancelDeps,
  actor: Actor,
  input: PhonedInInput,
  write: WriteKey,
): Promise<PhonedIn> {
  authorize(actor, 'order.phoned-in');
  const { orderId, takenBy } = validate(phonedInSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireAct(deps, tx, actor, 'order.phoned-in');
    const locked = await lockOrder(tx, actor.orgId, orderId);
    if (locked === undefined) throw notFound('order');
    const phoned = await phonable(deps, tx, locked.fills);
    const mayBeThereTwice: string[] = [];
    for (const { fill, sent } of phoned) {
      const there = copiesThere(sent, fill).some((row) => isOfIssue(row, fill));
      if (there) mayBeThereTwice.push(fill.id);
      await stopWaiting(tx, actor.orgId, sent);
      const now = nowText(deps.ports);
      await moveFill(tx, deps.ports, locked, fill.id, {
        ...(fill.state === 'SENT' ? {} : { to: 'SENT' as const }),
        event: 'phoned-in',
        source: 'user',
        detail: { by: actor.id, mayHaveArrived: there },
        set: {
          channel: 'telephone',
          sent_at: now,
          phoned_in_at: now,
          phoned_in_by: actor.id,
          sealed_taken_by: sealTakenBy(keysOf(tx), fill.id, takenBy),
        },
      });
      await recordAudit(tx, deps.ports, {
        orgId: actor.orgId,
        actor,
        action: 'fill.phoned-in',
        subject: { kind: 'fill', id: fill.id },
        detail: { mayHaveArrived: there },
      });
    }
    return { orderId, mayBeThereTwice };
  });
}

const REFUSED = {
  NO_PHARMACY: 'This order has no pharmacy yet. Choose one, then call it.',
  BEING_CANCELED: 'A fill of this order is being canceled. It is not phoned in.',
  NO_MORE_REFILLS:
    'There are no more refills of a fill of this order, and phoning it in would bring them back. Cancel it, and prescribe again what is still needed.',
  PHONED_IN: 'This order was phoned in before.',
  ON_ITS_WAY:
    'A fill of this order is being sent this moment. Wait until that has ended, then record the call.',
  CONFIRMED: 'The pharmacy has confirmed every fill of this order, or it has ended.',
} as const;

function refused(reason: keyof typeof REFUSED): Failure {
  return new Failure('PHONED_IN_REFUSED', REFUSED[reason], { reason });
}

/** Those of the fills that a call brings to their pharmacy, each with what was sent of it. Throws as `recordPhonedIn`. */
export async function phonable(
  deps: CancelDeps,
  tx: Tx,
  fills: readonly FillRow[],
): Promise<readonly { readonly fill: FillRow; readonly sent: SentSoFar }[]> {
  const open = fills.filter(({ state }) => ['QUEUED', 'SENDING', 'SENT', 'STUCK', 'ERROR'].includes(state));
  const [first] = open;
  if (first === undefined) throw refused('CONFIRMED');
  const unphoned = open.filter(({ channel }) => channel !== 'telephone');
  if (unphoned.length === 0) throw refused('PHONED_IN');
  const phoned: { fill: FillRow; sent: SentSoFar }[] = [];
  for (const fill of unphoned) {
    if (fill.pharmacy_id === null) throw refused('NO_PHARMACY');
    if (fill.cancel_requested_at !== null) throw refused('BEING_CANCELED');
    if (fill.discontinued_at !== null) throw refused('NO_MORE_REFILLS');
    const sent = await sentSoFar(tx, fill);
    // What leaves this moment could neither be stopped nor known of: a lease ends within seconds.
    if (sent.waiting.some(({ kind, leased_by: leased }) => kind === 'new' && leased !== null))
      throw refused('ON_ITS_WAY');
    phoned.push({ fill, sent });
  }
  await requireSendable(
    deps,
    tx,
    deps.ports,
    first.org_id,
    phoned.map(({ fill }) => fill.prescription_id),
  );
  return phoned;
}
