// Draws what waits to leave: lanes, the rows of one, what is stuck, and one transmission with its attempts.
import { isId } from '@pestle/rules/ids';
import { html, type SafeHtml } from '@remix-run/html-template';
import type {
  NodeHold,
  QueueAttempt,
  QueueLane,
  QueueRow,
  StuckFills,
  TransmissionAttempts,
} from '../../delivery/inside.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { facts, instant, instantOr } from '../shown.ts';
import type { Words } from './words.ts';

export const QUEUE_PATH = '/queue';

export type ActName = 'hold' | 'release' | 'fax' | 'reset';

export const laneUrl = (lane: string): string => `${QUEUE_PATH}/lane?${query({ of: lane })}`;
export const rowUrl = (id: string): string => `${QUEUE_PATH}/transmission?${query({ id })}`;
export const MESSAGE_PATH = `${QUEUE_PATH}/message`;
export const RESEND_PATH = `${QUEUE_PATH}/resend`;
export const resendUrl = (id: string): string => `${RESEND_PATH}?${query({ of: id })}`;
export const historyUrl = (of?: string, after?: string): string =>
  `${QUEUE_PATH}/history?${query({ ...(of !== undefined && { of }), ...(after !== undefined && { after }) })}`;
export const askUrl = (act: ActName, of: string): string => `${QUEUE_PATH}/ask?${query({ act, of })}`;

function query(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString();
}

export interface QueueNow {
  readonly lanes: readonly QueueLane[];
  readonly holds: readonly NodeHold[];
  /** ISO 8601. */
  readonly now: string;
}

/** What a node holds by itself, in a sentence. */
export function holdSentence(words: Words, { node, lanes, since }: NodeHold): SafeHtml {
  return html`${words.heldByNode} <code>${node}</code>: ${words.heldLanes[lanes]}, ${words.heldSince} ${instant(since)}.`;
}

function holdsNotice(words: Words, holds: readonly NodeHold[]): SafeHtml {
  if (holds.length === 0) return html``;
  return notice(
    'bad',
    html`${holds.map((hold) => html`${holdSentence(words, hold)} `)}${words.whatHeldMeans}`,
  );
}

export function lanesBody(words: Words, { lanes, holds, now }: QueueNow, live: boolean): SafeHtml {
  return html`${holdsNotice(words, holds)}
<p>${words.intro}</p>
<p><a href="${QUEUE_PATH}/stuck">${words.stuck}</a> · <a href="${QUEUE_PATH}/history">${words.history}</a></p>
<p>${words.asOf} ${instant(now)} · <a href="${live ? QUEUE_PATH : `${QUEUE_PATH}?live=1`}">${live ? words.notLive : words.live}</a></p>
<h2>${words.lanes}</h2>
${lanes.length === 0 ? html`<p>${words.nothing}</p>` : lanes.map((lane) => html`<section class="card"><h3><a href="${laneUrl(lane.lane)}">${lane.lane}</a></h3>${laneFacts(words, lane)}</section>`)}
<h2>${words.find}</h2>
<form method="get" action="${QUEUE_PATH}/transmission"><label for="id">${words.findHelp}</label><input id="id" name="id" required maxlength="60" autocomplete="off" spellcheck="false"><div class="buttons"><button type="submit">${words.findButton}</button></div></form>`;
}

function laneFacts(words: Words, lane: QueueLane): SafeHtml {
  return facts([
    [words.waiting, lane.waiting],
    [words.due, lane.due],
    [words.underWay, lane.underWay],
    [words.oldest, instantOr(lane.oldestAt)],
    [words.failing, lane.failures === 0 ? null : lane.failures],
    [words.rowsOnHold, lane.rowsOnHold === 0 ? null : lane.rowsOnHold],
    [words.onHold, holdOf(words, lane)],
    [words.pausedUntil, instantOr(lane.pausedUntil)],
  ]);
}

function holdOf(
  words: Words,
  { onHoldSince, onHoldBy }: Pick<QueueRow, 'onHoldSince' | 'onHoldBy'>,
): SafeHtml | null {
  if (onHoldSince === null) return null;
  const who = isId('rcl', onHoldBy)
    ? html`${words.forRecall} <a href="/recalls/${onHoldBy}">${onHoldBy}</a>`
    : html`${words.by} ${onHoldBy}`;
  return html`${instant(onHoldSince)} ${who}`;
}

export function laneBody(
  words: Words,
  lane: QueueLane | null,
  of: string,
  rows: readonly QueueRow[],
): SafeHtml {
  const acts: ActName[] = [lane?.onHoldSince == null ? 'hold' : 'release'];
  if ((lane?.failures ?? 0) > 0) acts.push('reset');
  return html`${lane === null ? '' : laneFacts(words, lane)}
${actLinks(words, acts, of)}
<p><a href="${historyUrl(of)}">${words.history}</a></p>
<h2>${words.rows}</h2>
${rows.length === 0 ? html`<p>${words.nothingInLane}</p>` : rows.map((row) => html`<section class="card"><h3><a href="${rowUrl(row.id)}">${row.id}</a></h3>${rowFacts(words, row)}</section>`)}
<p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
}

export function rowFacts(words: Words, row: QueueRow): SafeHtml {
  const dueAt = row.dueAt === null ? words.follows : instant(row.dueAt);
  return facts([
    [words.order, row.orderId],
    [words.organization, row.organizationId],
    [words.kind, row.kind],
    [words.attempt, row.attempt],
    row.isUnderWay ? [words.underWay, instantOr(row.dueAt)] : [words.dueAt, dueAt],
    [words.onHold, holdOf(words, row)],
    [words.quarantine, row.quarantine === null ? null : html`<a href="/quarantine">${row.quarantine}</a>`],
    [words.givenUp, instantOr(row.faxAskedAt)],
    [words.last, row.lastOutcome === null ? null : `${row.lastOutcome} ${row.lastReason ?? ''}`],
  ]);
}

function actLinks(words: Words, acts: readonly ActName[], of: string): SafeHtml {
  if (acts.length === 0) return html``;
  return html`<h2>${words.acts}</h2><div class="buttons">${acts.map((act) => html`<a class="button" href="${askUrl(act, of)}">${words[act]}</a>`)}</div>`;
}

/** What can be done to a row that waits; the act judges again. */
function actsOn(row: QueueRow): readonly ActName[] {
  if (row.onHoldSince !== null) return isId('rcl', row.onHoldBy) ? [] : ['release'];
  if (row.faxAskedAt !== null) return [];
  const acts: ActName[] = row.isUnderWay ? [] : ['hold'];
  if (row.lane !== 'fax' && row.lane !== 'text' && row.dueAt !== null) acts.push('fax');
  return acts;
}

export function transmissionBody(words: Words, id: string, found: TransmissionAttempts): SafeHtml {
  const { transmission, attempts, waits } = found;
  return html`${
    transmission === null
      ? ''
      : facts([
          [words.order, transmission.orderId],
          [words.fill, transmission.fillId],
          [words.organization, transmission.organizationId],
          [words.pharmacy, transmission.pharmacyId],
          [words.kind, `${transmission.kind} · ${transmission.channel}`],
          [words.state, transmission.state],
        ])
  }
${transmission?.mayHaveArrived === true ? html`<p class="notice warn">${words.mayHaveArrived}</p>` : ''}
<h2>${words.attempts}</h2>
${attempts.length === 0 ? html`<p>${words.noAttempt}</p>` : html`<ol>${attempts.map(attemptItem)}</ol>`}
<p>${transmission === null ? '' : html`<a href="${MESSAGE_PATH}?${query({ id })}">${words.readMessage}</a> · `}<a href="${historyUrl(id)}">${words.history}</a></p>
${
  waits === null
    ? html`<p>${words.waitsNoLonger}</p>${transmission?.kind === 'new' ? html`<h2>${words.acts}</h2><div class="buttons"><a class="button" href="${resendUrl(id)}">${words.resend}</a></div>` : ''}`
    : html`<h2>${words.waiting}</h2>${facts([[words.lane, html`<a href="${laneUrl(waits.lane)}">${waits.lane}</a>`]])}${rowFacts(words, waits)}${actLinks(words, actsOn(waits), id)}${isId('rcl', waits.onHoldBy) ? html`<p>${words.endRecall}</p>` : ''}`
}
<p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
}

function attemptItem({ startedAt, endedAt, outcome, httpStatus, reason }: QueueAttempt): SafeHtml {
  const end = endedAt === null ? '…' : html`– ${instant(endedAt)} <strong>${outcome}</strong>`;
  return html`<li>${instant(startedAt)} ${end} ${httpStatus === null ? '' : `HTTP ${httpStatus}`} ${reason ?? ''}</li>`;
}

function lastMessage(id: string | null): SafeHtml | null {
  return id === null ? null : html`<a href="${rowUrl(id)}">${id}</a>`;
}

export function stuckBody(words: Words, { reasons, fills }: StuckFills): SafeHtml {
  if (reasons.length === 0)
    return html`<p>${words.noneStuck}</p><p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
  return html`<p>${words.stuckIntro}</p>
<h2>${words.byReason}</h2>
${reasons.map(
  ({ reason, fills: count, oldest }) =>
    html`<section class="card"><h3>${reason}</h3>${facts([
      [words.prescriptions, count],
      [words.oldest, instant(oldest)],
    ])}</section>`,
)}
<h2>${words.oldestFirst}</h2>
${fills.map(
  (fill) =>
    html`<section class="card"><h3>${fill.orderId}</h3>${facts([
      [words.reason, fill.reason],
      [words.since, instant(fill.since)],
      [words.fill, fill.fillId],
      [words.organization, fill.organizationId],
      [words.pharmacy, fill.pharmacyId],
      [words.owner, fill.owner],
      [words.lastMessage, lastMessage(fill.transmissionId)],
    ])}${fill.transmissionId === null ? '' : html`<div class="buttons"><a class="button quiet" href="${resendUrl(fill.transmissionId)}">${words.resend}</a></div>`}</section>`,
)}
<p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
}
