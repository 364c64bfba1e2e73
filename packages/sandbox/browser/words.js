// @ts-check
// Owns the control room's words and forms: states with their shape and tone, times, sizes.
import { h } from './dom.js';
import { icon } from './icons.js';

/** @typedef {'calm' | 'good' | 'warn' | 'bad' | 'quiet'} Tone */
/** @typedef {Parameters<typeof icon>[0]} Shape */

/** @type {Record<string, [string, Shape, Tone]>} */
const STATES = {
  ROUTING: ['Choosing a pharmacy', 'route', 'calm'],
  PENDING: ['Pending', 'clock', 'calm'],
  PLACED: ['Placed', 'check', 'calm'],
  COMPLETED: ['Completed', 'done', 'good'],
  QUEUED: ['Queued', 'clock', 'calm'],
  SENDING: ['Sending', 'send', 'calm'],
  SENT: ['Sent', 'check', 'calm'],
  RECEIVED: ['Received', 'inbox', 'calm'],
  FILLING: ['Filling', 'mortar', 'calm'],
  SHIPPED: ['Shipped', 'truck', 'good'],
  DELIVERED: ['Delivered', 'done', 'good'],
  CANCELED: ['Canceled', 'slash', 'quiet'],
  ERROR: ['Error', 'alert', 'bad'],
  STUCK: ['Stuck: a person must act', 'hand', 'bad'],
  ACCEPTED: ['Accepted', 'check', 'good'],
  REJECTED: ['Rejected', 'slash', 'bad'],
  RETRY: ['To be tried again', 'reply', 'warn'],
  UNKNOWN: ['Unknown: it may have arrived', 'question', 'warn'],
  FAILED: ['Failed', 'alert', 'bad'],
  WITHDRAWN: ['Withdrawn', 'slash', 'quiet'],
};

/**
 * The name of a state; an unknown one reads as it came.
 * @param {string} state
 */
export function stateWord(state) {
  const known = STATES[state.toUpperCase()];
  if (known !== undefined) return known[0];
  const text = state.toLowerCase().replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A state as shape, words and color.
 * @param {string} state
 * @param {string} [prefix] words before it
 */
export function chip(state, prefix = '') {
  const [, shape, tone] = STATES[state.toUpperCase()] ?? ['', 'clock', 'quiet'];
  return h('span', { class: `chip ${tone}` }, icon(shape), h('span', {}, prefix + stateWord(state)));
}

/**
 * A time of day with seconds, and the whole time for machines.
 * @param {string} iso
 */
export function time(iso) {
  const at = new Date(iso);
  const text = Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
  return h('time', { datetime: iso }, text);
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
  return ms < 1_000 ? `${ms}\u00a0ms` : `${(ms / 1_000).toFixed(1)}\u00a0s`;
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
};

/**
 * Who moved something.
 * @param {string} source
 */
export function sourceWord(source) {
  return SOURCES[source] ?? source;
}

/** @type {Record<string, string>} */
const CHANNELS = {
  script: 'NCPDP SCRIPT',
  api: 'pharmacy API',
  fax: 'fax',
  partner: 'network partner',
  sms: 'text message',
};

/** @param {string} channel */
export function channelWord(channel) {
  return CHANNELS[channel.toLowerCase()] ?? channel;
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
