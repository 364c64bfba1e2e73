// @ts-check
// Owns the buttons that make a pharmacy report a status, and what the service said to it.
import { h } from './dom.js';
import { icon } from './icons.js';
import { reportWord } from './words.js';

/** @typedef {import('../src/control-room/cards.ts').OrderCard} OrderCard */

/** @type {ReadonlyArray<[string, Parameters<typeof icon>[0]]>} */
const STATUSES = [
  ['RECEIVED', 'inbox'],
  ['FILLING', 'mortar'],
  ['SHIPPED', 'truck'],
  ['DELIVERED', 'done'],
  ['CANCELED', 'slash'],
  ['ERROR', 'alert'],
];

/**
 * @param {OrderCard} order
 * @param {string | null} reported
 */
export function reportForm(order, reported) {
  const numbers = order.fills.flatMap((fill) => {
    const number = fill.transmissions.at(-1)?.prescriberOrderNumber;
    return number === undefined ? [] : [{ number, line: fill.medicationLine }];
  });
  return h(
    'section',
    { class: 'card report', key: 'report', 'aria-labelledby': 'report-title' },
    h('h3', { id: 'report-title' }, 'Make the pharmacy report'),
    h(
      'p',
      { class: 'meta' },
      `${order.pharmacy?.name ?? 'The pharmacy'} calls the status hook with its own key, over HTTP, as a real one would.`,
    ),
    h(
      'form',
      { 'data-order': order.id, 'data-pharmacy': order.pharmacy?.id ?? '' },
      numbers.length < 2
        ? null
        : h(
            'label',
            {},
            'About',
            h(
              'select',
              { name: 'about' },
              h('option', { value: order.id }, 'The whole order'),
              numbers.map(({ number, line }) => h('option', { value: number }, line)),
            ),
          ),
      h(
        'div',
        { class: 'pair' },
        h(
          'label',
          {},
          'Carrier, for shipped',
          h('input', { name: 'carrier', value: 'UPS', maxlength: '100', autocomplete: 'off' }),
        ),
        h(
          'label',
          {},
          'Tracking number',
          h('input', {
            name: 'tracking',
            value: '1Z999AA10123456784',
            maxlength: '100',
            autocomplete: 'off',
          }),
        ),
      ),
      h(
        'div',
        { class: 'buttons', role: 'group', 'aria-labelledby': 'report-title' },
        STATUSES.map(([status, shape]) =>
          h(
            'button',
            { type: 'button', 'data-report': status },
            icon(shape),
            h('span', {}, reportWord(status, order.pharmacy?.kind)),
          ),
        ),
      ),
    ),
    h('p', { class: 'result', role: 'status' }, reported ?? ''),
  );
}

/**
 * Sends the report of a pressed button; resolves with a sentence for the page.
 * @param {HTMLButtonElement} button
 * @returns {Promise<{orderId: string, text: string}>}
 */
export async function sendReport(button) {
  const form = button.form;
  const orderId = form?.dataset['order'] ?? '';
  const status = button.dataset['report'] ?? '';
  if (form === null) return { orderId, text: '' };
  const values = new FormData(form);
  const word = button.textContent?.trim() ?? '';
  const typed = /** @param {string} name */ (name) => {
    const value = values.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const shipping =
    status === 'SHIPPED' ? { carrier: typed('carrier'), trackingNumber: typed('tracking') } : {};
  const about = typed('about') || orderId;
  try {
    const response = await fetch('api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pharmacyId: form.dataset['pharmacy'], orderId: about, status, ...shipping }),
    });
    const answer = await response.json();
    return { orderId, text: sentence(word, answer) };
  } catch {
    return {
      orderId,
      text: `${word}: the report could not be sent. Is the sandbox still running?`,
    };
  }
}

/**
 * @param {string} status
 * @param {{error?: string, status?: number, text?: string}} answer
 */
function sentence(status, answer) {
  if (answer.error !== undefined) return `${status}: ${answer.error}`;
  if (answer.status === 0) return `${status}: the service did not answer (${answer.text ?? ''}).`;
  /** @type {{changed?: boolean, title?: string, detail?: string, allowed?: string[]}} */
  let body = {};
  try {
    body = JSON.parse(answer.text ?? '{}');
  } catch {
    // The words of an answer that is no JSON are left out; its status says enough.
  }
  const words =
    body.changed === true
      ? 'applied'
      : body.changed === false
        ? 'recorded, nothing changed'
        : (body.detail ?? body.title ?? 'answered');
  return `${status}: HTTP ${answer.status ?? ''}, ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
}
