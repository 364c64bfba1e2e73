// What an attempt's end does to its transmission, fill and order, in one transaction under the order's lock (D2, D4, D10, I10).

import { recordAudit } from '../../../audit/audit.ts';
import { nowText } from '../../../kernel/ports.ts';
import { departuresOf } from '../../../outbox/outbox.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { withAnswer } from '../../answers/answered.ts';
import { handOverOf } from '../../carriers/common/hand-overs.ts';
import { faxIdOf } from '../../carriers/fax/fax-id.ts';
import { endOf } from '../../carriers/fax/provider.ts';
import { scheduleOf, sentOfFax } from '../../channels/sender.ts';
import { countForLane } from '../../lanes/claim.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import type { Sent } from '../../ledger/sent.ts';
import { countsAsFailure } from '../../ledger/sent.ts';
import type { Channel } from '../../ledger/tables.ts';
import { changeTransmission, endAttempt, isRecorded, transmissionsOf } from '../../ledger/transmissions.ts';
import type { FinishDeps } from '../deps.ts';
import type { AcceptPlainly } from '../together.ts';
import { finishNotice } from './cancel.ts';
import { attemptEntry } from './entry.ts';
import { finishPrescription } from './prescription.ts';
import type { Situation } from './situation.ts';

/** Records the end of an attempt whose message was sent, the plain one in one statement, and counts it for its lane. */
export async function finishSent(
  deps: FinishDeps & { readonly acceptPlainly: AcceptPlainly },
  facts: Facts,
  { channel, attempt }: { readonly channel: Channel; readonly attempt: number },
  sent: Sent,
  repeated: boolean,
): Promise<FillNews | undefined> {
  if (await deps.acceptPlainly({ facts, channel, attempt, sent })) return undefined;
  const news = await finishAttempt(deps, facts, attempt, sent, repeated);
  await countForLane(deps.store, facts.lane, countsAsFailure(sent));
  return news;
}

/**
 * Records an attempt's end, whatever has happened to its fill meanwhile. `repeated`: the answer to an earlier call was lost,
 * which may have recorded it. Answers what operators hear of what followed.
 */
export async function finishAttempt(
  deps: FinishDeps,
  facts: Facts,
  attempt: number,
  given: Sent,
  repeated = false,
): Promise<FillNews | undefined> {
  const { store, ports, links, workerId } = deps;
  return await store.withOrg(facts.orgId, async (tx) => {
    const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
    if (locked === undefined) throw new Error(`order ${facts.fill.orderId} is gone`);
    if (repeated && (await isRecorded(tx, facts.orgId, facts.id, attempt, given))) return undefined;
    const all = await transmissionsOf(tx, facts.orgId, facts.fill.id);
    const transmission = all.find(({ id }) => id === facts.id);
    if (transmission === undefined) throw new Error(`transmission ${facts.id} is gone`);
    const waiting = await departuresOf(tx, facts.orgId, facts.fill.id, facts.id);
    const mine = waiting.some(
      ({ id, leased_by, attempt: number }) => id === facts.id && leased_by === workerId && number === attempt,
    );
    // A carrier may have posted meanwhile what the attempt waited for in vain.
    const sent = await knownEnd(tx, facts, transmission.channel, attempt, given);
    await endAttempt(tx, facts.orgId, facts.id, attempt, sent, nowText(ports));
    const counted = withAnswer(sent, transmission, attempt);
    const mayHaveArrived = transmission.may_have_arrived || counted.mayHaveArrived;
    const situation: Situation = {
      tx,
      ports,
      links,
      orgId: facts.orgId,
      locked,
      text: { envelope: facts.envelope, pharmacyName: facts.pharmacy.name },
      schedule: scheduleOf(facts, transmission.channel),
      sent: counted,
      attempt,
      transmission: { ...transmission, may_have_arrived: mayHaveArrived },
      all,
      waiting,
      mine,
    };
    if (mayHaveArrived !== transmission.may_have_arrived) {
      await changeTransmission(tx, facts.orgId, facts.id, { may_have_arrived: mayHaveArrived });
    }
    const news = await finishTransmission(situation);
    await recordAudit(tx, ports, attemptEntry(deps, facts, transmission, attempt, sent));
    return news;
  });
}

/** What the end of an attempt does to its fill, by what was sent. */
export function finishTransmission(situation: Situation): Promise<FillNews | undefined> {
  return situation.transmission.kind === 'new' ? finishPrescription(situation) : finishNotice(situation);
}

/** What is known of a fax whose attempt ended without knowing. */
async function knownEnd(tx: Tx, facts: Facts, channel: Channel, attempt: number, sent: Sent): Promise<Sent> {
  if (channel !== 'fax' || sent.outcome !== 'UNKNOWN') return sent;
  const name = { orgId: facts.orgId, reference: faxIdOf(facts, attempt) };
  const end = endOf(await handOverOf(tx, name));
  return end === undefined ? sent : sentOfFax(end);
}
