// Owns what is said of a fill: its situation in a word and a sentence, and the facts beside it with their times.
import { addDays, formatDate } from '@pestle/rules/dates';
import { type Clock, dayOf, momentText } from '@pestle/rules/moment';
import { firstKnownSentence, type SentenceFacts } from '@pestle/rules/situation-sentence';
import { SITUATIONS, type Situation, situationOfCode, worstSituation } from '@pestle/rules/situations';
import type { SituationText } from '../text/en/situation.ts';
import type { FollowedFill } from './board.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Ten digits, where it is a number to call. */
  readonly phone?: string;
}

export interface ShownSituation {
  readonly key: Situation;
  readonly word: string;
  /** '' where the word says enough. */
  readonly sentence: string;
  readonly facts: readonly Fact[];
  /** What happened besides, that people must know at once; '' when nothing did. */
  readonly alert: string;
}

/** What is known besides the fill. */
export interface Around {
  readonly text: SituationText;
  readonly clock: Clock;
  /** Of the prescription. */
  readonly daysSupply: number | null;
  readonly expirationDate?: string | null;
  /** Texts to the patient that were sent, where it is known. */
  readonly textsSent?: number | null;
}

/** What an order shows: its worst fill. */
export function worstOf(fills: readonly FollowedFill[]): Situation | undefined {
  return worstSituation(fills.map(({ situation }) => situationOfCode(situation)));
}

const OVER: ReadonlySet<Situation> = new Set([
  'picked-up',
  'delivered',
  'ended',
  'canceled',
  'dispensed-after-cancel',
]);

/** True when nothing more is awaited of it; a cancel that nobody answered still is. */
export function isOver({ situation }: Pick<FollowedFill, 'situation'>): boolean {
  return OVER.has(situationOfCode(situation));
}

export function shownSituation(fill: FollowedFill, around: Around): ShownSituation {
  const { text } = around;
  const key = situationOfCode(fill.situation);
  const words = text.situations[key];
  return {
    key,
    word: words.word,
    sentence: firstKnownSentence(words, sentenceFacts(key, fill, around)),
    facts: factsOf(key, fill, around),
    alert: text.alerts[fill.alert ?? ''] ?? '',
  };
}

/** Carrier and number are facts of their own, so that each can be read and copied alone. */
function sentenceFacts(key: Situation, fill: FollowedFill, around: Around): SentenceFacts {
  const { clock, daysSupply, expirationDate } = around;
  const at = (iso: string | null): string => momentText(iso, clock);
  const day = dayOf(fill.stateSince, clock);
  const pharmacy = fill.pharmacy?.name ?? null;
  switch (key) {
    case 'choose':
      return { n: around.textsSent ?? null };
    case 'queued':
      return { when: at(fill.leavesAt) };
    case 'sending':
      return { pharmacy, n: fill.attempt };
    case 'sent':
    case 'faxed':
    case 'phoned-in':
      return {
        pharmacy,
        time: at(fill.sentAt),
        reason: around.text.faxReasons[fill.faxReason ?? ''] ?? null,
      };
    case 'shipped':
      return { date: dateText(day, around.text) };
    case 'picked-up':
    case 'delivered': {
      const lasts = day === undefined || (daysSupply ?? 0) === 0 ? undefined : addDays(day, daysSupply ?? 0);
      return { date: dateText(day, around.text), date2: dateText(lasts, around.text) };
    }
    case 'ended':
      return { date: dateText(expirationDate ?? undefined, around.text) };
    case 'canceled':
      return { who: fill.canceledBy, time: at(fill.stateSince) };
    case 'cancel-asked':
      return { staff: fill.cancelAsked?.by ?? null, reason: fill.cancelAsked?.reason ?? null };
    case 'refills-asked':
      return { staff: fill.noMoreRefillsAsked?.by ?? null, reason: fill.noMoreRefillsAsked?.reason ?? null };
    case 'cancel-refused':
      return { pharmacy, reason: fill.cancelAnswerReason };
    case 'cancel-not-sent':
      // The reason says whom to call.
      return { reason: cancelReason(fill, around.text) };
    case 'dispensed-after-cancel':
      return { pharmacy, time: at(fill.dispensedAfterCancelAt) };
    case 'problem':
      return { pharmacy, reason: stopReason(fill, around.text) };
    case 'stuck':
      return { owner: fill.ownerName, reason: stopReason(fill, around.text) };
    case 'filling':
      return { time: at(fill.stateSince) };
    case 'ready':
      return { time: at(fill.readyAt ?? fill.stateSince) };
    case 'unconfirmed':
    case 'received':
    case 'cancel-sent':
    case 'moved':
    case 'question':
    case 'request':
      return { pharmacy };
    case 'to-sign':
    case 'unknown':
    case 'wrong-number':
    case 'patient-not-told':
      return {};
    default:
      return key satisfies never;
  }
}

function factsOf(key: Situation, fill: FollowedFill, { text, clock }: Around): readonly Fact[] {
  const { facts: labels } = text;
  const { tone, owner } = SITUATIONS[key];
  const facts: Fact[] = [];
  const add = (label: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value !== '') facts.push({ label, value });
  };
  const moment = (label: string, iso: string | null): void => add(label, momentText(iso, clock));
  add(labels.carrier, fill.fulfillment.carrier);
  add(labels.tracking, fill.fulfillment.trackingNumber);
  add(labels.waitsFor, text.waits[fill.waitsFor ?? '']);
  if (key === 'unconfirmed') moment(labels.sent, fill.sentAt);
  if (key === 'received') moment(labels.received, fill.receivedAt);
  if (key === 'problem' || key === 'stuck') moment(labels.since, fill.stateSince);
  if (key === 'cancel-not-sent') moment(labels.since, fill.cancelNotSent?.at ?? null);
  if (fill.cancelAsked !== null)
    add(labels.cancelAsked, `${fill.cancelAsked.by}, ${momentText(fill.cancelAsked.at, clock)}`);
  if (fill.noMoreRefillsAsked !== null)
    add(
      labels.refillsAsked,
      `${fill.noMoreRefillsAsked.by}, ${momentText(fill.noMoreRefillsAsked.at, clock)}`,
    );
  const wanted = fill.cancelRequestedAt !== null && fill.cancelSentAt === null;
  if (wanted && fill.cancelNotSent === null && fill.state !== 'CANCELED')
    moment(labels.cancelUnderWay, fill.cancelRequestedAt);
  moment(labels.cancelSent, fill.cancelSentAt);
  if (fill.cancelAnswer !== null)
    moment(
      fill.cancelAnswer === 'approved' ? labels.cancelApproved : labels.cancelDenied,
      fill.cancelAnsweredAt ?? fill.updatedAt,
    );
  if (key !== 'cancel-refused') add(labels.saysOfCancel, fill.cancelAnswerReason);
  if ((owner === 'signer' || owner === 'preparer') && key !== 'stuck') add(labels.owner, fill.ownerName);
  if (tone === 'danger' || tone === 'warn' || fill.alert !== null) facts.push(...callOf(fill, labels.call));
  return facts;
}

/** Whom to call: of a cancel that could not leave, the pharmacy that could not be told, which may be another one by now. */
function callOf({ cancelNotSent, pharmacy }: FollowedFill, label: string): readonly Fact[] {
  const name = (cancelNotSent === null ? pharmacy : cancelNotSent.pharmacy)?.name;
  const phone = cancelNotSent === null ? pharmacy?.phone : cancelNotSent.phone;
  if (typeof phone !== 'string') return [];
  return [{ label, value: name === undefined ? phoneText(phone) : `${name}, ${phoneText(phone)}`, phone }];
}

/** Why a fill is stopped, or what the pharmacy cannot do, in the language of the page where it has words for the code. */
export function stopReason(
  fill: { readonly stateReason: string | null; readonly stateReasonText: string | null },
  { reasons }: Pick<SituationText, 'reasons'>,
): string | null {
  return reasons[fill.stateReason ?? ''] ?? fill.stateReasonText;
}

function cancelReason({ cancelNotSent }: FollowedFill, { cancelReasons }: SituationText): string | null {
  return cancelReasons[cancelNotSent?.reason ?? ''] ?? cancelNotSent?.text ?? null;
}

function dateText(day: string | undefined, { language }: SituationText): string | null {
  return day === undefined ? null : formatDate(day, language);
}

/** `617-555-0131`. */
function phoneText(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
