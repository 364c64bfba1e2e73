// @ts-check
// Owns the list of orders: newest first, each a link to its details.
import { h } from './dom.js';
import { isBad, situationChip, time } from './words.js';

/** @typedef {import('../src/control-room/cards.ts').OrderSummary} OrderSummary */

/**
 * @param {ReadonlyArray<OrderSummary>} orders newest first
 * @param {string | null} selected
 */
export function orderList(orders, selected) {
  return h(
    'nav',
    { class: 'list', 'aria-label': 'Orders, newest first', key: 'list' },
    tally(orders),
    h(
      'ul',
      {},
      orders.map((order) => item(order, order.id === selected)),
    ),
  );
}

/** Nothing more is awaited. */
const OVER = new Set(['picked-up', 'delivered', 'ended', 'canceled']);

/**
 * How the orders stand, in one line.
 * @param {ReadonlyArray<OrderSummary>} orders
 */
function tally(orders) {
  const stuck = orders.filter(({ situation }) => isBad(situation)).length;
  const over = orders.filter(({ situation }) => OVER.has(situation)).length;
  const parts = [
    [orders.length - stuck - over, 'under way'],
    [over, 'over'],
    [stuck, stuck === 1 ? 'needs a person' : 'need a person'],
  ];
  const told = parts.filter(([number]) => number !== 0).map(([number, words]) => `${number} ${words}`);
  return h('p', { class: 'tally', key: 'tally' }, told.join(' · '));
}

/**
 * @param {OrderSummary} order
 * @param {boolean} isSelected
 */
function item(order, isSelected) {
  const isFaxed = order.fills.some(({ channel }) => channel?.toLowerCase() === 'fax');
  return h(
    'li',
    { key: order.id },
    h(
      'a',
      { href: `#orders/${order.id}`, 'aria-current': isSelected ? 'true' : null },
      h('span', { class: 'row' }, h('span', { class: 'who' }, order.patientName), time(order.createdAt)),
      order.fills.map((fill) => h('span', { class: 'what' }, fill.medicationLine)),
      h('span', { class: 'where' }, order.pharmacyName ?? 'No pharmacy yet', isFaxed ? ' · by fax' : null),
      h('span', { class: 'where' }, order.name),
      situationChip(order.situation),
    ),
  );
}

/**
 * What is shown while there is no order: what to try.
 * @param {boolean} isLive
 */
export function emptyList(isLive) {
  const template = document.getElementById('suggestions');
  const tips = template instanceof HTMLTemplateElement ? template.content.cloneNode(true) : null;
  return h(
    'section',
    { class: 'card empty', key: 'empty', 'aria-labelledby': 'empty-title' },
    h('h2', { id: 'empty-title' }, isLive ? 'No order yet' : 'Waiting for the service'),
    h('p', {}, 'Orders appear here the moment they are sent. Three things to try:'),
    h('ol', {}, tips),
    h('p', {}, h('a', { href: '#pharmacies' }, 'See every magic pharmacy and what it does')),
  );
}

/** In place of an order that the address names and the control room does not have. */
export function goneOrder() {
  return h(
    'section',
    { class: 'card', key: 'gone' },
    h('p', {}, 'This order is not among the latest ones. ', h('a', { href: '#orders' }, 'See all orders')),
  );
}
