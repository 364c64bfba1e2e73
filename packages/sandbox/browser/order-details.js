// @ts-check
// Owns the details of one order: who, what, where, and how each medication is doing.
import { h } from './dom.js';
import { icon } from './icons.js';
import { reportForm } from './report.js';
import { pharmacyLog, transmission } from './transmission.js';
import {
  channelWord,
  isBad,
  kindWord,
  linked,
  phone,
  reportWord,
  situationChip,
  situationWord,
  sourceWord,
  time,
} from './words.js';

/** @typedef {import('../src/control-room/cards.ts').OrderCard} OrderCard */
/** @typedef {import('../src/control-room/cards.ts').FillCard} FillCard */
/** @typedef {import('../src/fax/records.ts').FaxRecord & {lines: string[]}} Fax */
/** @typedef {import('../src/phone/phone.ts').TextMessage} TextMessage */
/** @typedef {import('../src/pharmacies/log.ts').LogEntry} LogEntry */
/** @typedef {{order: OrderCard, faxes: Fax[], texts: TextMessage[], log: LogEntry[]}} Details */

/**
 * @param {Details} details
 * @param {string | null} reported what the service said to the last report about this order
 * @param {boolean} isFollowing shown because it is the newest, not because somebody chose it
 */
export function orderDetails(details, reported, isFollowing) {
  const { order, texts, log } = details;
  return h(
    'article',
    { class: 'details', key: order.id, 'aria-labelledby': 'details-title' },
    h('p', { class: 'back' }, h('a', { href: '#orders' }, '← All orders')),
    isFollowing
      ? h('p', { class: 'hint' }, 'This is the newest order. Choose one in the list to stay with it.')
      : null,
    head(order),
    order.pharmacy === null ? null : reportForm(order, reported),
    order.fills.map((fill, index) => fillCard(fill, index, order, details)),
    texts.length > 0 ? textCard(texts) : null,
    log.length > 0 ? pharmacyLog(log) : null,
  );
}

/** @param {OrderCard} order */
function head(order) {
  const { pharmacy } = order;
  return h(
    'header',
    { class: 'card banner' },
    h(
      'div',
      { class: 'row' },
      h('h2', { id: 'details-title', tabindex: '-1' }, order.patientName),
      situationChip(order.situation),
    ),
    h(
      'dl',
      { class: 'facts' },
      fact('Prescriber', order.prescriberName),
      fact(
        'Pharmacy',
        pharmacy === null ? 'Not chosen yet' : `${pharmacy.name} · ${kindWord(pharmacy.kind)}`,
      ),
      fact('Signed', time(order.createdAt)),
      fact('Last change', time(order.updatedAt)),
      fact('Number', order.name),
      fact('Id', h('code', {}, order.id)),
    ),
  );
}

/**
 * @param {string} name
 * @param {Node | string} value
 */
function fact(name, value) {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value));
}

/**
 * @param {FillCard} fill
 * @param {number} index
 * @param {OrderCard} order
 * @param {Details} details
 */
function fillCard(fill, index, order, details) {
  const titleId = `fill-${index + 1}`;
  const bad = isBad(fill.situation);
  return h(
    'section',
    { class: 'card fill', key: fill.id, 'aria-labelledby': titleId },
    h(
      'div',
      { class: 'row' },
      h('h3', { id: titleId, class: 'medication' }, fill.medicationLine),
      situationChip(fill.situation),
    ),
    h('p', { class: 'sig' }, fill.instructions),
    fill.sentence === '' ? null : h('p', { class: 'sentence' }, fill.sentence),
    fill.stateReason === null
      ? null
      : h(
          'p',
          { class: `reason ${bad ? 'bad' : 'warn'}` },
          icon(bad ? 'hand' : 'alert'),
          h('span', {}, fill.stateReason),
        ),
    track(fill, order.pharmacy?.kind),
    h(
      'p',
      { class: 'meta' },
      fill.channel === null ? 'Not with the pharmacy' : `Sent by ${channelWord(fill.channel)}`,
      fill.tried === '' ? null : ` · Tried by ${fill.tried}`,
      fill.carrier === undefined ? null : ` · Carrier: ${fill.carrier}`,
      fill.trackingNumber === undefined ? null : [' · Tracking number: ', h('code', {}, fill.trackingNumber)],
    ),
    h('h4', {}, 'Timeline'),
    timeline(fill),
    fill.transmissions.length > 0 ? h('h4', {}, 'Messages, and what came back') : null,
    fill.transmissions.map((one, at) =>
      transmission(
        one,
        details.faxes.filter(({ faxId }) => faxId.startsWith(one.id)),
        at === fill.transmissions.length - 1,
      ),
    ),
  );
}

const STEPS = ['SENT', 'RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'];

/**
 * The way to the patient as a line of steps; left out once the fill has left that way.
 * @param {FillCard} fill
 * @param {string | undefined} kind of the pharmacy
 */
function track(fill, kind) {
  if (fill.state === 'CANCELED' || fill.state === 'ERROR' || fill.state === 'STUCK') return null;
  const reached = STEPS.indexOf(fill.state);
  const steps = STEPS.filter(
    (step) => step !== 'SHIPPED' || kind === 'MAIL_ORDER' || fill.state === 'SHIPPED',
  );
  return h(
    'ol',
    { class: 'track', 'aria-label': 'Way to the patient' },
    steps.map((step) => {
      const at = STEPS.indexOf(step);
      const state = at < reached ? 'past' : at === reached ? 'now' : 'ahead';
      const words = { past: ', done', now: ', now', ahead: ', to come' }[state];
      return h(
        'li',
        { class: state, 'aria-current': state === 'now' ? 'step' : null },
        h('span', { class: 'knot' }, state === 'ahead' ? null : icon('check')),
        h(
          'span',
          {},
          step === 'SENT' ? situationWord('sent') : reportWord(step, kind),
          h('span', { class: 'visually-hidden' }, words),
        ),
      );
    }),
  );
}

/** @param {FillCard} fill */
function timeline(fill) {
  return h(
    'ol',
    { class: 'timeline' },
    fill.timeline.map((entry) =>
      h(
        'li',
        {},
        time(entry.at),
        h(
          'span',
          { class: 'event' },
          h('strong', {}, entry.words),
          entry.detail === null ? null : ` ${entry.detail}`,
          h('span', { class: 'source' }, ` ${sourceWord(entry.source)}`),
        ),
      ),
    ),
  );
}

/** @param {TextMessage[]} texts */
function textCard(texts) {
  return h(
    'section',
    { class: 'card', key: 'texts', 'aria-labelledby': 'texts-title' },
    h('h3', { id: 'texts-title' }, "On the patient's phone"),
    h(
      'ol',
      { class: 'bubbles' },
      texts.map(({ text, to, receivedAt }) =>
        h(
          'li',
          {},
          h('p', { class: 'bubble' }, linked(text)),
          h('p', { class: 'meta' }, `${phone(to)} · `, time(receivedAt)),
        ),
      ),
    ),
  );
}
