// @ts-check
// Owns the control room's words and forms: situations from the one table and outcomes of its own, with shape and tone; times, sizes.
import { h } from './dom.js';
import { icon } from './icons.js';

/** @typedef {'calm' | 'good' | 'warn' | 'bad' | 'quiet'} Tone */
/** @typedef {Parameters<typeof icon>[0]} Shape */
/** @typedef {import('../src/control-room/words.ts').PageWords} PageWords */

/** @type {PageWords} */
const WORDS = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** The table's pictures in this page's family. @type {Record<string, Shape>} */
const SHAPES = {
  again: 'reply',
  bag: 'done',
  ban: 'slash',
  bottle: 'mortar',
  bubble: 'question',
  cal: 'clock',
  check: 'check',
  clock: 'clock',
  fax: 'fax',
  home: 'done',
  ok: 'done',
  pen: 'route',
  person: 'route',
  phone: 'reply',
  send: 'send',
  stop: 'hand',
  swap: 'route',
  tray: 'inbox',
  truck: 'truck',
  wait: 'clock',
  warn: 'alert',
};
/** @type {Record<string, Tone>} */
const TONES = { plain: 'quiet', info: 'calm', ok: 'good', warn: 'warn', danger: 'bad' };

/**
 * The word of a situation.
 * @param {string} key
 */
export function situationWord(key) {
  return WORDS.situations[key]?.word ?? '';
}

/**
 * A situation as shape, word and color.
 * @param {string} key
 */
export function situationChip(key) {
  const { word = '', icon: shape = '', tone = '' } = WORDS.situations[key] ?? {};
  return chipOf(word, SHAPES[shape] ?? 'clock', TONES[tone] ?? 'quiet');
}

/**
 * Whether somebody must act on it.
 * @param {string} key
 */
export function isBad(key) {
  return WORDS.situations[key]?.tone === 'danger';
}

/**
 * What a report is called at a pharmacy of this kind.
 * @param {string} report
 * @param {string | undefined} kind
 */
export function reportWord(report, kind) {
  const { pickup = '', mail = '' } = WORDS.reports[report] ?? {};
  return situationWord(kind === 'MAIL_ORDER' ? mail : pickup);
}

/** The look of what became of a message, of one attempt, and of a fax at the machine. @type {Record<string, [Shape, Tone]>} */
const OUTCOMES = {
  ACCEPTED: ['check', 'good'],
  REJECTED: ['slash', 'bad'],
  RETRY: ['alert', 'warn'],
  AGAIN: ['reply', 'warn'],
  UNKNOWN: ['question', 'warn'],
  EXHAUSTED: ['alert', 'bad'],
  FAILED: ['alert', 'bad'],
  WITHDRAWN: ['slash', 'quiet'],
  DELIVERED: ['done', 'good'],
};

/**
 * An outcome as shape, words and color. What waits or is leaving is told as everywhere.
 * @param {string} outcome
 */
export function outcomeChip(outcome) {
  const code = outcome.toUpperCase();
  if (code === 'QUEUED' || code === 'SENDING') return situationChip(code.toLowerCase());
  const [shape, tone] = OUTCOMES[code] ?? ['question', 'quiet'];
  return chipOf(WORDS.outcomes[code] ?? 'Not known', shape, tone);
}

/** The look of what a payer says. @type {Record<string, [Shape, Tone]>} */
const COVERAGE = {
  CHECKED: ['check', 'good'],
  COVERED: ['check', 'good'],
  COVERED_WITH_RESTRICTIONS: ['alert', 'warn'],
  NOT_COVERED: ['slash', 'bad'],
  NO_DATA: ['question', 'quiet'],
  COULD_NOT_CHECK: ['alert', 'warn'],
};

/**
 * What a payer says as shape, words and color.
 * @param {string} code
 */
export function coverageChip(code) {
  const [shape, tone] = COVERAGE[code] ?? ['question', 'quiet'];
  return chipOf(WORDS.coverage[code] ?? '', shape, tone);
}

/**
 * @param {string} words
 * @param {Shape} shape
 * @param {Tone} tone
 */
function chipOf(words, shape, tone) {
  return h('span', { class: `chip ${tone}` }, icon(shape), h('span', {}, words));
}

/**
 * A time with seconds, in the clinic's zone, with its day where that is not today; and the whole time for machines.
 * @param {string} iso
 */
export function time(iso) {
  return h('time', { datetime: iso }, momentText(iso));
}

/** @param {string} iso */
function momentText(iso) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const day = dayText(at);
  const clock = at.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: WORDS.timeZone,
  });
  return day === dayText(new Date()) ? clock : `${day} ${clock}`;
}

/**
 * As everywhere in the practice: `24-Nov-2026`.
 * @param {Date} at
 */
function dayText(at) {
  const parts = new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: WORDS.timeZone,
  }).formatToParts(at);
  const part = /** @param {string} type */ (type) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')}`;
}

const HELD = { electronic: 'messages to pharmacies', fax: 'faxes', text: 'texts' };

/**
 * What the service holds because errors of its own met one after another; empty where it holds nothing.
 * @param {readonly import('../src/control-room/cards.ts').HeldCard[]} held
 */
export function heldNotice(held) {
  const [first] = held;
  if (first === undefined) return '';
  const what = [...new Set(held.map(({ lanes }) => HELD[lanes]))].join(' and ');
  return `Errors of the service itself keep ${what} from leaving, since ${momentText(first.since)}. One is tried every five seconds, and all go on when one works. Its log says what the errors are.`;
}

/**
 * How long something took.
 * @param {string} from
 * @param {string | null} to
 */
export function duration(from, to) {
  if (to === null) return 'running';
  const ms = Date.parse(to) - Date.parse(from);
  if (Number.isNaN(ms)) return '';
  if (ms < 1_000) return `${ms}\u00a0ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)}\u00a0s`;
  const minutes = Math.round(ms / 60_000);
  const rest = `${minutes % 60}\u00a0min`;
  return minutes < 60 ? rest : `${Math.floor(minutes / 60)}\u00a0h ${rest}`;
}

/**
 * Whose number it is, as the sandbox knows its patients; empty of any other number.
 * @param {string} digits
 */
export function nameOfNumber(digits) {
  return WORDS.phones[digits] ?? '';
}

/**
 * Ten digits as people read them.
 * @param {string} digits
 */
export function phone(digits) {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** @type {Record<string, string>} */
const SOURCES = {
  user: 'the practice',
  patient: 'the patient',
  pharmacy: 'the pharmacy',
  link: 'the pharmacy, on its page',
  delivery: 'the service',
  service: 'the service',
};

/**
 * Who moved something.
 * @param {string} source
 */
export function sourceWord(source) {
  return SOURCES[source] ?? source;
}

/** By what else the sandbox is reached. @type {Record<string, string>} */
const CHANNELS = { partner: 'network partner', sms: 'text message' };

/** @param {string} channel */
export function channelWord(channel) {
  const name = channel.toLowerCase();
  return WORDS.channels[name] ?? CHANNELS[name] ?? channel;
}

/** @param {string} kind */
export function kindWord(kind) {
  return kind === 'MAIL_ORDER' ? 'Mail order' : kind === 'LOCAL_PICKUP' ? 'Local pickup' : kind;
}

/**
 * A text whose web addresses can be followed; everything else stays as it is.
 * @param {string} text
 * @returns {Array<Node | string>}
 */
export function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/).map((part, index) => {
    if (index % 2 === 0 || !URL.canParse(part)) return part;
    return h('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part);
  });
}
