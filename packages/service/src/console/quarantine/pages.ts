// Draws a quarantine: since when and why, what it holds by kind and by lane, and what is known of each message.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Choice, Quarantine, QuarantineLane, QuarantineState, QueueRow } from '../../delivery/inside.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { table } from '../parts.ts';
import { rowFacts, rowUrl } from '../queue/pages.ts';
import { WORDS as QUEUE_WORDS } from '../queue/words.ts';
import { facts, instant, instantOr } from '../shown.ts';
import { WORDS, type Words } from './words.ts';

export const QUARANTINE_PATH = '/quarantine';
export const BEGIN_PATH = `${QUARANTINE_PATH}/begin`;
export const END_PATH = `${QUARANTINE_PATH}/end`;
export const RECEIVED_PATH = `${QUARANTINE_PATH}/received`;
export const ACT_PATH = `${QUARANTINE_PATH}/act`;

/** What can be said of what is held; what others have is said of all at once. */
export type SaidChoice = Exclude<Choice, 'received'>;
export const SAID_CHOICES: readonly SaidChoice[] = ['left', 'release', 'fax'];

/** What an act on everything names. */
export const ALL = 'all';

export const heldUrl = (lane: string): string =>
  `${QUARANTINE_PATH}/lane?${new URLSearchParams({ of: lane }).toString()}`;
export const askUrl = (choice: SaidChoice, of: string): string =>
  `${QUARANTINE_PATH}/ask?${new URLSearchParams({ choice, of }).toString()}`;

/** How much of these lanes nobody has decided about. */
export function undecided(lanes: readonly QuarantineLane[]): number {
  return lanes.reduce((sum, { held, settled }) => sum + held - settled, 0);
}

export function stateBody(words: Words, state: QuarantineState, receivedForm: SafeHtml): SafeHtml {
  const { open, lanes, earlier } = state;
  return html`<p>${words.intro}</p>
${open === null ? html`<p><strong>${words.none}</strong></p>` : openFacts(words, open, lanes)}
${lanes.length === 0 ? (open === null ? '' : html`<p>${words.nothingHeld}</p>`) : heldTables(words, lanes)}
${open !== null && undecided(lanes) > 0 ? html`<h2>${words.forAll}</h2>${choiceLinks(words, SAID_CHOICES, ALL)}` : ''}
${open === null ? '' : html`<h2>${words.received}</h2>${receivedForm}`}
<div class="buttons">${
    open === null
      ? html`<a class="button" href="${BEGIN_PATH}">${words.begin}</a>`
      : html`<a class="button${undecided(lanes) === 0 ? ' main' : ''}" href="${END_PATH}">${words.end}</a><a class="button quiet" href="${BEGIN_PATH}">${words.widen}</a>`
  }</div>
<h2>${words.earlier}</h2>
${table(
  words.earlier,
  words.earlierColumns,
  earlier.map((one) => [
    instant(one.since),
    words.because[one.because],
    one.by,
    String(one.held),
    instantOr(one.endedAt) ?? '',
    one.endedBy ?? '',
  ]),
  words.noEarlier,
)}`;
}

function openFacts(
  words: Words,
  { since, because, by, held }: Quarantine,
  lanes: readonly QuarantineLane[],
): SafeHtml {
  const settled = lanes.reduce((sum, lane) => sum + lane.settled, 0);
  return facts([
    [words.since, instant(since)],
    [words.why, words.because[because]],
    [words.by, by],
    [words.cameToHold, held],
    [words.notDecided, undecided(lanes)],
    [words.settledNow, settled === 0 ? null : settled],
  ]);
}

function heldTables(words: Words, lanes: readonly QuarantineLane[]): SafeHtml {
  const [, held = '', settled = '', oldest = '', newest = ''] = words.kindColumns;
  const kinds = [...Map.groupBy(lanes, ({ lane }) => lane.split(':')[0] ?? '')].map(([kind, own]) => [
    words.kindNames[kind] ?? kind,
    String(own.reduce((sum, lane) => sum + lane.held, 0)),
    String(own.reduce((sum, lane) => sum + lane.settled, 0)),
    instant(own.map(({ oldestAt }) => oldestAt).reduce((one, other) => (one < other ? one : other))),
    instant(own.map(({ newestAt }) => newestAt).reduce((one, other) => (one > other ? one : other))),
  ]);
  return html`<h2>${words.kinds}</h2>${table(words.kinds, words.kindColumns, kinds, words.nothingHeld)}
<h2>${words.lanes}</h2>
${lanes.map(
  (lane) =>
    html`<section class="card"><h3><a href="${heldUrl(lane.lane)}">${lane.lane}</a></h3>${facts([
      [held, lane.held],
      [settled, lane.settled === 0 ? null : lane.settled],
      [oldest, instant(lane.oldestAt)],
      [newest, instant(lane.newestAt)],
    ])}</section>`,
)}`;
}

function choiceLinks(words: Words, choices: readonly SaidChoice[], of: string): SafeHtml {
  return html`<div class="buttons">${choices.map((choice) => html`<a class="button" href="${askUrl(choice, of)}">${words[choice]}</a>`)}</div>`;
}

/** What is known of each message that a lane holds. */
export function laneBody(language: Language, lane: QuarantineLane, rows: readonly QueueRow[]): SafeHtml {
  const words = WORDS[language];
  const open = rows.filter(({ settledAs }) => settledAs === null);
  return html`${facts([
    [words.notDecided, undecided([lane])],
    [words.settledNow, lane.settled === 0 ? null : lane.settled],
  ])}
${open.length === 0 ? '' : html`<h2>${words.forLane}</h2>${choiceLinks(words, choicesOf(lane.lane), lane.lane)}`}
<h2>${words.rows}</h2>
${rows.length < lane.held ? html`<p>${words.rowsMore}</p>` : ''}
${rows.map((row) => html`<section class="card"><h3><a href="${rowUrl(row.id)}">${row.id}</a></h3>${heldFacts(language, row)}${row.settledAs === null ? choiceLinks(words, choicesOnRow(row), row.id) : ''}</section>`)}
<p><a href="${QUARANTINE_PATH}">${words.back}</a></p>`;
}

export function heldFacts(language: Language, row: QueueRow): SafeHtml {
  const words = WORDS[language];
  return html`${facts([
    [words.written, instant(row.createdAt)],
    [words.settledAs, row.settledAs === null ? null : words.settledAses[row.settledAs]],
  ])}${rowFacts(QUEUE_WORDS[language], row)}`;
}

/** Faxes and texts have no fax in their place; the act judges again. */
function choicesOf(lane: string): readonly SaidChoice[] {
  return lane === 'fax' || lane === 'text' ? ['left', 'release'] : SAID_CHOICES;
}

function choicesOnRow({ lane, kind, dueAt }: QueueRow): readonly SaidChoice[] {
  return kind === 'response' || dueAt === null ? ['left', 'release'] : choicesOf(lane);
}
