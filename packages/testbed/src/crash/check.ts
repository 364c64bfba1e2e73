// What must hold when everything has settled: the service's answers against the pharmacies' own log (I1–I6, I10).
import type { LogEntry } from '@pestle/sandbox/pharmacies/log';
import type { Ask } from '../api/api.ts';
import { dataOf } from '../api/api.ts';
import type { Acknowledged } from './clients.ts';

interface Transmission {
  readonly kind: string;
  readonly channel: string;
  readonly messageId: string;
  readonly state: string;
  readonly mayHaveArrived: boolean;
  readonly firstAttemptAt: string | null;
  readonly acceptedAt: string | null;
  readonly attempts: readonly { readonly number: number; readonly endedAt: string | null }[];
}

interface Fill {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly stateOwner: string | null;
  readonly channel: string | null;
  readonly prescriberOrderNumber: string;
  readonly prescription: { readonly contentHash: string };
  readonly events: readonly {
    readonly number: number;
    readonly fromState: string | null;
    readonly toState: string;
  }[];
  readonly transmissions: readonly Transmission[];
}

interface Order {
  readonly id: string;
  readonly externalId: string | null;
  readonly pharmacy: { readonly id: string };
  readonly fills: readonly Fill[];
}

export interface Findings {
  readonly violations: readonly string[];
  readonly electronically: number;
  readonly byFax: number;
  readonly stuck: number;
  /** Messages that a pharmacy got more than once, and took once. */
  readonly redelivered: number;
  /** Held by a pharmacy although a fax went out, and known to be so. */
  readonly heldTwice: number;
}

export interface Evidence {
  readonly ask: Ask;
  readonly acknowledged: readonly Acknowledged[];
  readonly refusals: readonly string[];
  readonly log: readonly LogEntry[];
  /** Fills that still wait for a later attempt by their schedule, as the store says; none when left out. */
  readonly scheduledFills?: ReadonlySet<string>;
}

const FIELDS = `id externalId pharmacy { id } fills { id state stateReason stateOwner channel prescriberOrderNumber
  prescription { contentHash } events { number fromState toState }
  transmissions { kind channel messageId state mayHaveArrived firstAttemptAt acceptedAt attempts { number endedAt } } }`;

export async function check({
  ask,
  acknowledged,
  refusals,
  log,
  scheduledFills = new Set(),
}: Evidence): Promise<Findings> {
  const violations: string[] = refusals.map((refusal) => `refused without a reason: ${refusal}`);
  const orders = await ordersOf(ask, acknowledged, violations);
  await findUnknownOrders(ask, acknowledged, violations);
  const byNumber = Map.groupBy(log, ({ prescriberOrderNumber }) => prescriberOrderNumber ?? '');
  const counts = { electronically: 0, byFax: 0, stuck: 0, heldTwice: 0 };
  for (const order of orders) {
    for (const fill of order.fills) {
      const entries = byNumber.get(fill.prescriberOrderNumber) ?? [];
      violations.push(...fillViolations(order.id, fill, entries, scheduledFills.has(fill.id)));
      if (fill.state === 'STUCK') counts.stuck += 1;
      else if (fill.channel === 'fax') counts.byFax += 1;
      else counts.electronically += 1;
      const held = entries.filter(({ accepted }) => accepted);
      if (new Set(held.map(({ channel }) => (channel === 'fax' ? 'fax' : 'electronic'))).size > 1)
        counts.heldTwice += 1;
    }
  }
  violations.push(...messageViolations(log, orders));
  const arrivals = Map.groupBy(
    log.filter(({ kind }) => kind === 'NewRx' || kind === 'api-order'),
    ({ messageId }) => messageId,
  );
  return {
    violations,
    ...counts,
    redelivered: [...arrivals.values()].filter((entries) => entries.length > 1).length,
  };
}

/** I1: every acknowledged order is there, with the content that was signed. */
async function ordersOf(
  ask: Ask,
  acknowledged: readonly Acknowledged[],
  violations: string[],
): Promise<Order[]> {
  const ids = acknowledged.map(({ orderId }) => orderId);
  if (new Set(ids).size !== ids.length) violations.push('two requests were answered with the same order');
  const orders: Order[] = [];
  for (const { orderId, contentHash, pharmacyId, key } of acknowledged) {
    const { data } = await ask<{ order: Order }>(`query($id: ID!) { order(id: $id) { ${FIELDS} } }`, {
      id: orderId,
    });
    if (data === null) {
      violations.push(`I1: the acknowledged order ${orderId} is gone`);
      continue;
    }
    const { order } = data;
    orders.push(order);
    const [fill] = order.fills;
    if (fill?.prescription.contentHash !== contentHash)
      violations.push(`I1: order ${orderId} has another content than was signed`);
    if (order.pharmacy.id !== pharmacyId || order.externalId !== key)
      violations.push(`I1: order ${orderId} is not the one that was asked for`);
  }
  return orders;
}

/** W5: one key, one order: nothing is in the store that no client was told of. */
async function findUnknownOrders(
  ask: Ask,
  acknowledged: readonly Acknowledged[],
  violations: string[],
): Promise<void> {
  const known = new Set(acknowledged.map(({ orderId }) => orderId));
  let after: string | null = null;
  for (;;) {
    const page: {
      orders: { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } };
    } = dataOf(
      await ask(
        'query($after: String) { orders(first: 100, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }',
        { after },
      ),
    );
    for (const { id } of page.orders.nodes)
      if (!known.has(id)) violations.push(`W5: order ${id} is in the store and was acknowledged to nobody`);
    if (!page.orders.pageInfo.hasNextPage) return;
    after = page.orders.pageInfo.endCursor;
  }
}

/** I2, I3, I6, I10 of one fill. */
function fillViolations(
  orderId: string,
  fill: Fill,
  entries: readonly LogEntry[],
  scheduled: boolean,
): string[] {
  const problems: string[] = [];
  const name = `order ${orderId}`;
  const electronic = entries.filter(({ kind }) => kind === 'NewRx' || kind === 'api-order');
  const faxed = entries.filter(({ kind, accepted }) => kind === 'fax' && accepted);
  const messages = new Set(electronic.map(({ messageId }) => messageId));
  if (messages.size > 1) problems.push(`I3: ${name} left under ${messages.size} MessageIDs`);
  if (electronic.filter(({ accepted }) => accepted).length > 1) problems.push(`I3: ${name} was taken twice`);
  const waits = scheduled && (fill.state === 'QUEUED' || fill.state === 'SENDING');
  if (fill.state === 'SENT') {
    const held = fill.channel === 'fax' ? faxed.length > 0 : electronic.some(({ accepted }) => accepted);
    if (!held) problems.push(`I2: ${name} is SENT by ${fill.channel}, and no pharmacy has it`);
  } else if (!waits && (fill.state !== 'STUCK' || fill.stateReason === null || fill.stateOwner === null)) {
    problems.push(`I2: ${name} ended ${fill.state} (${fill.stateReason ?? 'no reason'})`);
  }
  for (const [index, { number, fromState }] of fill.events.entries()) {
    const previous = fill.events[index - 1];
    if (number !== index + 1 || (previous !== undefined && fromState !== previous.toState))
      problems.push(`I6: the history of ${name} has a gap at ${number}`);
  }
  for (const { messageId, attempts } of fill.transmissions) {
    const underWay = waits && attempts.at(-1)?.endedAt === null ? attempts.length : 0;
    if (
      attempts.some(
        ({ number, endedAt }, index) => number !== index + 1 || (endedAt === null && number !== underWay),
      )
    )
      problems.push(`I6: an attempt of ${messageId} never ended or is missing`);
  }
  const accepted = fill.transmissions.find(({ channel, state }) => channel !== 'fax' && state === 'accepted');
  const fax = fill.transmissions.find(({ channel, kind }) => channel === 'fax' && kind === 'new');
  if (accepted?.acceptedAt != null && fax?.firstAttemptAt != null && fax.firstAttemptAt > accepted.acceptedAt)
    problems.push(`I10: a fax of ${name} left after the pharmacy had accepted it`);
  return problems;
}

/** I3 and I5 of each message, and that none is without an order. */
function messageViolations(log: readonly LogEntry[], orders: readonly Order[]): string[] {
  const problems: string[] = [];
  const known = new Set(
    orders.flatMap(({ fills }) =>
      fills.flatMap(({ transmissions }) => transmissions.map(({ messageId }) => messageId)),
    ),
  );
  const arrivals = log.filter(({ kind }) => kind === 'NewRx' || kind === 'api-order');
  for (const [messageId, entries] of Map.groupBy(arrivals, (entry) => entry.messageId ?? '')) {
    if (!known.has(messageId)) problems.push(`the message ${messageId} belongs to no order`);
    if (entries.filter(({ accepted }) => accepted).length > 1)
      problems.push(`I3: ${messageId} was taken twice`);
    if (new Set(entries.map(({ bytesSha256 }) => bytesSha256)).size > 1)
      problems.push(`I5: ${messageId} left with different bytes`);
  }
  if (log.some(({ kind }) => kind === 'unreadable'))
    problems.push('a message that nobody can read left the house');
  return problems;
}
