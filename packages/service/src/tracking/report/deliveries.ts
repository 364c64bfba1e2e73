// The table `hook_delivery`: what was answered to each delivery id of a sender, so that a repetition changes nothing.
import { createHash } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';

export type DeliveryTables = {
  hook_delivery: {
    org_id: OrganizationId;
    sender_id: string;
    delivery_id: string;
    body_hash: string;
    answer: unknown;
    deliveries: number;
    created_at: string;
    last_at: string;
  };
};

export interface Delivery {
  readonly orgId: OrganizationId;
  /** The pharmacy or partner. */
  readonly senderId: string;
  /** The sender's own id of it. */
  readonly deliveryId: string;
  readonly bodyHash: string;
}

export function hashBody(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/**
 * Runs `work` once per delivery id, in the caller's transaction, and keeps its answer. A repetition gets the kept answer;
 * one that comes while the first is under way waits for it. Throws IDEMPOTENCY_KEY_REUSED (422) for another body.
 */
export async function deliverOnce<Answer extends object>(
  tx: Tx,
  ports: Ports,
  delivery: Delivery,
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly repeated: boolean }> {
  const now = nowText(ports);
  if (!(await isFresh(tx, delivery, now)))
    return { answer: (await repeated(tx, delivery, now)) as Answer, repeated: true };
  const answer = await work();
  await tx
    .withTables<DeliveryTables>()
    .updateTable('hook_delivery')
    .set({ answer: JSON.stringify(answer) })
    .where('sender_id', '=', delivery.senderId)
    .where('delivery_id', '=', delivery.deliveryId)
    .execute();
  return { answer, repeated: false };
}

/**
 * Puts down a delivery that has not come before. One that another transaction is putting down is waited for: whoever also locks an order locks it first,
 * as those that come together do, so that nobody waits in a circle.
 */
async function isFresh(tx: Tx, delivery: Delivery, now: string): Promise<boolean> {
  const row = await tx
    .withTables<DeliveryTables>()
    .insertInto('hook_delivery')
    .values({
      org_id: delivery.orgId,
      sender_id: delivery.senderId,
      delivery_id: delivery.deliveryId,
      body_hash: delivery.bodyHash,
      answer: '{}',
      deliveries: 1,
      created_at: now,
      last_at: now,
    })
    .onConflict((conflict) => conflict.columns(['sender_id', 'delivery_id']).doNothing())
    .returning('delivery_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A row that this organization cannot see belongs to a delivery about another one's order: another body. */
async function repeated(tx: Tx, delivery: Delivery, now: string): Promise<unknown> {
  const row = await tx
    .withTables<DeliveryTables>()
    .updateTable('hook_delivery')
    .set((column) => ({ deliveries: column('deliveries', '+', 1), last_at: now }))
    .where('sender_id', '=', delivery.senderId)
    .where('delivery_id', '=', delivery.deliveryId)
    .where('body_hash', '=', delivery.bodyHash)
    .returning('answer')
    .executeTakeFirst();
  if (row !== undefined) return row.answer;
  throw new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    'This id was used for another message. Give each new message a new id, and repeat a message unchanged.',
  );
}

/** Forgets deliveries older than the limit; returns how many. */
export async function pruneDeliveries(store: Pick<Store, 'asCourier'>): Promise<number> {
  return await store.asCourier(async (tx) => {
    const { numDeletedRows } = await tx
      .withTables<DeliveryTables>()
      .deleteFrom('hook_delivery')
      .where(
        'created_at',
        '<',
        sql<string>`now() - make_interval(days => ${TRACKING_LIMITS.deliveryMemoryDays})`,
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
