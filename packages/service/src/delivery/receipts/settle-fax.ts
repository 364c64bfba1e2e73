// What a carrier's receipt does to a fax, in one transaction under the order's lock: as if the attempt that handed it over had ended so.
import type { TransmissionId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { nowText } from '../../kernel/ports.ts';
import type { OutboxRow } from '../../outbox/outbox.ts';
import { departuresOf } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { attemptEntry } from '../attempt/finish/entry.ts';
import { finishTransmission } from '../attempt/finish/finish.ts';
import type { Situation } from '../attempt/finish/situation.ts';
import type { HandOverName } from '../carriers/common/hand-overs.ts';
import { handOverOf, setEnded, setTaken } from '../carriers/common/hand-overs.ts';
import type { Receipt } from '../carriers/common/receipt.ts';
import { faxIdOf, partsOfFaxId } from '../carriers/fax/fax-id.ts';
import { scheduleOf, sentOfFax } from '../channels/sender.ts';
import type { Facts } from '../ledger/facts.ts';
import type { FillNews } from '../ledger/fill-news.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { changeTransmission, endAttempt, transmissionsOf } from '../ledger/transmissions.ts';
import type { ReceiptOutcome, ReceiptsDeps } from './outcome.ts';

export async function settleFax(
  deps: Omit<ReceiptsDeps, 'readers'>,
  name: HandOverName,
  id: TransmissionId,
  receipt: Receipt,
): Promise<ReceiptOutcome> {
  const facts = await deps.facts.past({ orgId: name.orgId, id });
  if (facts === undefined) return 'unknown';
  const { outcome, released, turned } = await deps.store.withOrg(name.orgId, (tx) =>
    settle(deps, tx, facts, name, receipt),
  );
  deps.turned?.(turned);
  if (released) deps.wake(name.orgId, id);
  return outcome;
}

interface Settled {
  readonly outcome: ReceiptOutcome;
  readonly released: boolean;
  /** What operators hear of what followed. */
  readonly turned?: FillNews | undefined;
}

async function settle(
  deps: Omit<ReceiptsDeps, 'readers'>,
  tx: Tx,
  facts: Facts,
  name: HandOverName,
  receipt: Receipt,
): Promise<Settled> {
  const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
  if (locked === undefined) throw new Error(`order ${facts.fill.orderId} is gone`);
  const kept = await keep(deps, tx, name, receipt);
  if (kept !== 'applied' || receipt.state === 'taken') return { outcome: kept, released: false };
  const waiting = await departuresOf(tx, facts.orgId, facts.fill.id);
  const row = waiting.find((one) => one.id === facts.id);
  // Whoever waits for this very fax finds what was kept, and puts down the end of its attempt itself.
  if (row !== undefined && (await asksFor(tx, row, facts, name)))
    return { outcome: 'applied', released: false };
  const all = await transmissionsOf(tx, facts.orgId, facts.fill.id);
  const transmission = all.find(({ id }) => id === facts.id);
  if (transmission === undefined) throw new Error(`transmission ${facts.id} is gone`);
  const { attempt } = partsOfFaxId(name.reference);
  const sent = sentOfFax(
    receipt.state === 'delivered' ? { state: 'delivered' } : { state: 'failed', reason: receipt.reason },
  );
  await endAttempt(tx, facts.orgId, facts.id, attempt, sent, nowText(deps.ports));
  const mayHaveArrived = transmission.may_have_arrived || sent.mayHaveArrived;
  if (mayHaveArrived !== transmission.may_have_arrived)
    await changeTransmission(tx, facts.orgId, facts.id, { may_have_arrived: mayHaveArrived });
  const situation: Situation = {
    tx,
    ports: deps.ports,
    links: deps.links,
    orgId: facts.orgId,
    locked,
    text: { envelope: facts.envelope, pharmacyName: facts.pharmacy.name },
    schedule: scheduleOf(facts, 'fax'),
    sent,
    // The place in the schedule is that of the last attempt, whichever handed it over.
    attempt: row?.attempt ?? attempt,
    transmission: { ...transmission, may_have_arrived: mayHaveArrived },
    all,
    waiting,
    // Nobody has it at this moment: it goes on, or ends, as after an attempt of one's own.
    mine: row !== undefined && row.leased_by === null,
  };
  const turned = await finishTransmission(situation);
  await recordAudit(tx, deps.ports, attemptEntry(deps, facts, transmission, attempt, sent));
  return { outcome: 'applied', released: row !== undefined, turned };
}

/** Keeps what the carrier says. A delivery stands; a failure that was said too early gives way to one. */
async function keep(
  { ports }: Pick<ReceiptsDeps, 'ports'>,
  tx: Tx,
  name: HandOverName,
  { state, carrierId, reason }: Receipt,
): Promise<ReceiptOutcome> {
  const known = await handOverOf(tx, name);
  if (known === undefined) return 'unknown';
  if (known.state === state) return 'repeated';
  if (known.state === 'delivered') return state === 'failed' ? 'contradicts' : 'repeated';
  if (state === 'taken') {
    if (known.state === 'failed') return 'repeated';
    await setTaken(tx, name, carrierId);
  } else await setEnded(tx, ports, name, { state, reason });
  return 'applied';
}

/** An attempt is under way that waits for this fax. */
async function asksFor(
  tx: Tx,
  row: OutboxRow,
  { orgId, id }: Facts,
  { reference }: HandOverName,
): Promise<boolean> {
  if (row.leased_by === null) return false;
  const attempts = await tx
    .withTables<DeliveryTables>()
    .selectFrom('attempt')
    .select(['number', 'outcome'])
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', id)
    .orderBy('number')
    .execute();
  return faxIdOf({ id, attempts }, row.attempt) === reference;
}
