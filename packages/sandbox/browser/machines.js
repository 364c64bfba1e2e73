// @ts-check
// Owns the views of the fax machine, the patient's phone and the magic pharmacies.
import { h } from './dom.js';
import { icon } from './icons.js';
import { faxFigure } from './transmission.js';
import { counted, kindWord, linked, nameOfNumber, outcomeChip, phone, time } from './words.js';

/** @typedef {import('../src/fax/records.ts').FaxRecord} FaxRecord */
/** @typedef {import('../src/phone/phone.ts').TextMessage} TextMessage */
/**
 * @typedef {{id: string, name: string, ncpdpId: string, kind: string, city: string, state: string, fax: string, does: string,
 *   expect: string, received: number, route: string}} PharmacyRow
 */

/**
 * @param {ReadonlyArray<FaxRecord>} faxes newest first
 * @param {import('./order-details.js').Fax | null} open
 */
export function faxView(faxes, open) {
  return h(
    'section',
    { class: 'machine', key: 'faxes', 'aria-labelledby': 'faxes-title' },
    h('h2', { id: 'faxes-title' }, 'Fax machine'),
    faxes.length === 0
      ? h(
          'p',
          { class: 'card' },
          'Nothing has come out of the fax machine yet. Orders to a pharmacy without an endpoint do.',
        )
      : h(
          'div',
          { class: 'shelf' },
          faxList(faxes, open),
          open === null ? null : h('div', { class: 'card' }, faxFigure(open)),
        ),
  );
}

/**
 * @param {ReadonlyArray<FaxRecord>} faxes
 * @param {import('./order-details.js').Fax | null} open
 */
function faxList(faxes, open) {
  return h(
    'nav',
    { class: 'list', 'aria-label': 'Faxes, newest first' },
    h(
      'ul',
      {},
      faxes.map((fax) =>
        h(
          'li',
          { key: fax.faxId },
          h(
            'a',
            { href: `#faxes/${fax.faxId}`, 'aria-current': open?.faxId === fax.faxId ? 'true' : null },
            h(
              'span',
              { class: 'row' },
              h('span', { class: 'who' }, fax.pharmacyName ?? 'A number of nobody here'),
              time(fax.receivedAt),
            ),
            h('span', { class: 'where' }, `${phone(fax.to)}${fax.reason === null ? '' : ` · ${fax.reason}`}`),
            outcomeChip(fax.state),
          ),
        ),
      ),
    ),
  );
}

/** Of each phone this many texts stand open, the latest at the bottom as on a phone; those before are folded. */
const TEXTS_OPEN = 3;

/** @param {ReadonlyArray<TextMessage>} texts newest first */
export function textView(texts) {
  /** Whoever was texted last is first. @type {Map<string, TextMessage[]>} */
  const byNumber = new Map();
  for (const text of texts) byNumber.set(text.to, [text, ...(byNumber.get(text.to) ?? [])]);
  return h(
    'section',
    { class: 'machine', key: 'texts', 'aria-labelledby': 'texts-title' },
    h('h2', { id: 'texts-title' }, "The patients' phone"),
    texts.length === 0
      ? h('p', { class: 'card' }, 'No text message has arrived yet.')
      : h(
          'div',
          { class: 'phones' },
          [...byNumber].map(([number, messages]) => phoneCard(number, messages)),
        ),
  );
}

/**
 * @param {string} number
 * @param {ReadonlyArray<TextMessage>} messages oldest first
 */
function phoneCard(number, messages) {
  const name = nameOfNumber(number);
  const who = name === '' ? phone(number) : name;
  const earlier = messages.slice(0, -TEXTS_OPEN);
  return h(
    'section',
    { class: 'card phone', key: number, 'aria-label': `Texts to ${who}` },
    h('h3', {}, who),
    name === '' ? null : h('p', { class: 'meta' }, phone(number)),
    earlier.length === 0
      ? null
      : h('details', {}, h('summary', {}, counted(earlier.length, 'earlier text')), bubbles(earlier)),
    bubbles(messages.slice(-TEXTS_OPEN)),
  );
}

/** @param {ReadonlyArray<TextMessage>} messages oldest first */
function bubbles(messages) {
  return h(
    'ol',
    { class: 'bubbles' },
    messages.map(({ messageId, text, receivedAt }) =>
      h(
        'li',
        { key: messageId },
        h('p', { class: 'bubble' }, linked(text)),
        h('p', { class: 'meta' }, time(receivedAt)),
      ),
    ),
  );
}

/** @param {ReadonlyArray<PharmacyRow> | null} pharmacies */
export function pharmacyView(pharmacies) {
  return h(
    'section',
    { class: 'machine', key: 'pharmacies', 'aria-labelledby': 'pharmacies-title' },
    h('h2', { id: 'pharmacies-title' }, 'Magic pharmacies'),
    h('p', { class: 'lead' }, 'The pharmacy decides what happens to an order. Use its id when you send one.'),
    pharmacies === null
      ? h('p', { class: 'card' }, 'Loading the pharmacies.')
      : h('ul', { class: 'grid' }, pharmacies.map(pharmacyCard)),
  );
}

/** @param {PharmacyRow} one */
function pharmacyCard(one) {
  return h(
    'li',
    { class: 'card pharmacy', key: one.id },
    h('h3', {}, one.name),
    h('p', { class: 'meta' }, `${one.city}, ${one.state} · ${kindWord(one.kind)} · ${one.route}`),
    h('p', { class: 'does' }, one.does),
    h('p', { class: 'expect' }, icon('reply'), h('span', {}, one.expect)),
    h(
      'p',
      { class: 'id' },
      h('code', {}, one.id),
      h(
        'button',
        { type: 'button', class: 'copy', 'data-copy': one.id, 'aria-label': `Copy the id of ${one.name}` },
        'Copy',
      ),
    ),
    h(
      'p',
      { class: 'meta' },
      `NCPDP ${one.ncpdpId} · fax ${phone(one.fax)} · ${counted(one.received, 'message')} received`,
    ),
  );
}
