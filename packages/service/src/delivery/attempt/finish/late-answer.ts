// What a message that a pharmacy or its network sends by itself about one of ours does: an Error withdraws an acceptance and falls back, a receipt ends the retries (D4, D10).

import { isEnded } from '@pestle/rules/fill-status';
import type { FillId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import type { Outcome, Received } from '@pestle/script';
import { outcomeOfMessage } from '@pestle/script';
import { findPharmacy } from '../../../directory/inside.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import { departuresOf } from '../../../outbox/outbox.ts';
import { lockOrder, moveFill, signedOf } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { REFUSED_BY_ITSELF, saysOf, storedAnswer, TAKEN_BY_ITSELF } from '../../answers/answered.ts';
import { answerOnFill, cancelAnswerOf, discontinueAnswerOnFill } from '../../answers/cancel-answer.ts';
import { fallBackToFax } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { isOfIssue } from '../../ledger/issues.ts';
import { accepted, type Sent, unsent } from '../../ledger/sent.ts';
import type { DeliveryTables } from '../../ledger/tables.ts';
import { changeTransmission, transmissionsOf } from '../../ledger/transmissions.ts';
import type { TextLinks } from '../../texts/write-text.ts';
import { cancelRefusedLate, finishNotice } from './cancel.ts';
import { discontinueByFax, noticeAfterFax } from './discontinue.ts';
import { finishPrescription } from './prescription.ts';
import type { Situation } from './situation.ts';
import { fillOf } from './situation.ts';

export interface PharmacyAnswerNews {
  readonly orgId: OrganizationId;
  readonly transmissionId: TransmissionId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly message: Received;
  readonly outcome: Outcome | undefined;
}

/** What hears it. */
export interface HeardBy {
  readonly ports: Ports;
  /** What links in texts are made of. */
  readonly links: TextLinks;
}

/**
 * Recorded in any case. What it says of a message that is being sent this moment is heard at that attempt's end. Answers what operators
 * hear of what followed.
 */
export async function onAnswer(tx: Tx, by: HeardBy, news: PharmacyAnswerNews): Promise<FillNews | undefined> {
  const { ports } = by;
  const { orgId, message } = news;
  const found = await situationOf(tx, by, news);
  if (found === undefined) return undefined;
  const { situation, outcome, underWay } = found;
  const { transmission } = situation;
  // A receipt that comes after an Error does not take the Error back: the fax is on its way.
  const refusedBefore = transmission.answer?.says === 'refused';
  const says = saysOf(message, outcome);
  const isDiscontinue = transmission.kind === 'discontinue';
  if (!refusedBefore || says !== 'taken' || transmission.kind === 'cancel' || isDiscontinue) {
    const answer = storedAnswer(message, outcome, { at: nowText(ports), attempt: underWay });
    await changeTransmission(tx, orgId, transmission.id, { answer });
  }
  const isHeard = underWay === undefined && transmission.channel !== 'fax';
  let followed: FillNews | undefined;
  if (isHeard && says === 'refused') followed = await refusedByItself(situation);
  else if (isHeard && says === 'taken' && !refusedBefore) await takenByItself(situation);
  await noteAnswer(situation, message);
  return followed;
}

/** The answer in the history, and what it says of a cancel on the fill. */
async function noteAnswer(situation: Situation, message: Received): Promise<void> {
  const { tx, ports, locked, transmission } = situation;
  const fill = fillOf(situation);
  const answer = message.type === 'CancelRxResponse' ? cancelAnswerOf(message) : undefined;
  const isDiscontinue = transmission.kind === 'discontinue';
  await moveFill(tx, ports, locked, fill.id, {
    event: answer === undefined ? 'answered' : `${isDiscontinue ? 'discontinue' : 'cancel'}-${answer.answer}`,
    source: 'pharmacy',
    detail: { transmissionId: transmission.id, ...(answer === undefined && { type: message.type }) },
    set:
      answer === undefined
        ? {}
        : (isDiscontinue ? discontinueAnswerOnFill : answerOnFill)(tx, ports, transmission, fill, answer),
  });
}

/** What has not been accepted ends as if its last attempt had been refused; an acceptance is withdrawn. */
async function refusedByItself(situation: Situation): Promise<FillNews | undefined> {
  const { tx, ports, orgId, locked, transmission, sent } = situation;
  if (transmission.state !== 'accepted') {
    // Taken before, and sent again since: that acceptance is taken back as well.
    if (transmission.accepted_at !== null)
      await changeTransmission(tx, orgId, transmission.id, { accepted_at: null });
    const refused = { ...situation, transmission: { ...transmission, accepted_at: null } };
    return await (transmission.kind === 'new' ? finishPrescription(refused) : finishNotice(refused));
  }
  await changeTransmission(tx, orgId, transmission.id, { state: 'rejected', accepted_at: null });
  if (transmission.kind !== 'new') {
    return await (transmission.kind === 'discontinue'
      ? discontinueByFax(situation)
      : cancelRefusedLate(situation));
  }
  const fill = fillOf(situation);
  const pending =
    isOfIssue(transmission, fill) &&
    !isEnded(fill.state) &&
    fill.state === 'SENT' &&
    // A fax would bring what was phoned in a second time.
    fill.channel !== 'telephone' &&
    fill.cancel_requested_at === null;
  const moved = await moveFill(tx, ports, locked, fill.id, {
    ...(pending ? { to: 'QUEUED' as const } : {}),
    event: 'acceptance-withdrawn',
    source: 'pharmacy',
    detail: { transmissionId: transmission.id },
    set: pending ? { sent_at: null } : {},
  });
  if (!pending) return undefined;
  const withdrawn = { ...transmission, may_have_arrived: sent.mayHaveArrived };
  const news = await fallBackToFax(tx, ports, locked, moved, withdrawn, 'electronic-withdrawn');
  // The fax brings the refills back that were stopped: its pharmacy is told by fax as well.
  if (fill.discontinued_at !== null) await noticeAfterFax(situation, withdrawn);
  return news;
}

/** A receipt for what our own attempts could not show to have arrived: it is there. */
async function takenByItself(situation: Situation): Promise<void> {
  const { transmission } = situation;
  if (transmission.state === 'accepted' || transmission.first_attempt_at === null) return;
  await (transmission.kind === 'new' ? finishPrescription(situation) : finishNotice(situation));
}

interface Found {
  readonly situation: Situation;
  readonly outcome: Outcome | undefined;
  /** The attempt that is under way. */
  readonly underWay: number | undefined;
}

async function situationOf(
  tx: Tx,
  { ports, links }: HeardBy,
  news: PharmacyAnswerNews,
): Promise<Found | undefined> {
  const { orgId, fillId, transmissionId, message } = news;
  const known = (await transmissionsOf(tx, orgId, fillId)).find(({ id }) => id === transmissionId);
  const locked = known === undefined ? undefined : await lockOrder(tx, orgId, known.order_id);
  const fill = locked?.fills.find(({ id }) => id === fillId);
  // Read again under the lock: an attempt may have ended meanwhile.
  const all = await transmissionsOf(tx, orgId, fillId);
  const transmission = all.find(({ id }) => id === transmissionId);
  if (locked === undefined || fill === undefined || transmission === undefined) return undefined;
  const waiting = await departuresOf(tx, orgId, fillId, transmissionId);
  const row = waiting.find(({ id }) => id === transmissionId);
  const repeated = await wasRepeated(tx, orgId, transmissionId);
  const outcome = repeated ? outcomeOfMessage(message, { earlierAttemptUnanswered: true }) : news.outcome;
  const { envelope } = await signedOf(tx, fill);
  const pharmacy = await findPharmacy(tx, transmission.pharmacy_id);
  const situation: Situation = {
    tx,
    ports,
    links,
    orgId,
    locked,
    text: { envelope, pharmacyName: pharmacy?.name ?? '' },
    schedule: { offsetsMs: [], timeoutMs: 0 },
    sent: sentOf(message, outcome),
    attempt: row?.attempt ?? 0,
    transmission,
    all,
    waiting,
    mine: row !== undefined,
  };
  return {
    situation,
    outcome,
    underWay: row !== undefined && row.leased_by !== null ? row.attempt : undefined,
  };
}

function sentOf(message: Received, outcome: Outcome | undefined): Sent {
  if (saysOf(message, outcome) !== 'taken')
    return { ...unsent(REFUSED_BY_ITSELF), mayHaveArrived: outcome?.mayHaveArrived === true };
  const { deliveryMethod } = outcome ?? {};
  return { ...accepted(TAKEN_BY_ITSELF), deliveryMethod: deliveryMethod ?? null };
}

/** Its bytes went out more than once: then "duplicate" speaks of our own repetition. */
async function wasRepeated(tx: Tx, orgId: OrganizationId, id: TransmissionId): Promise<boolean> {
  const attempts = await tx
    .withTables<DeliveryTables>()
    .selectFrom('attempt')
    .select('number')
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', id)
    .limit(2)
    .execute();
  return attempts.length > 1;
}
