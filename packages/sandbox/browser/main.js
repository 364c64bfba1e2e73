// @ts-check
// Owns the control room in the browser: follows the event stream, keeps the picture, and shows the view that the address names.
import { byId, patch } from './dom.js';
import { faxView, pharmacyView, textView } from './machines.js';
import { orderDetails } from './order-details.js';
import { emptyList, goneOrder, orderList } from './order-list.js';
import { payerView } from './payers.js';
import { sendReport } from './report.js';
import { counted, heldNotice } from './words.js';

/** @typedef {import('../src/control-room/cards.ts').OrderSummary} OrderSummary */
/** @typedef {import('../src/control-room/cards.ts').HeldCard} HeldCard */
/** @typedef {import('../src/fax/records.ts').FaxRecord} FaxRecord */
/** @typedef {import('../src/phone/phone.ts').TextMessage} TextMessage */
/** @typedef {import('../src/control-room/payers.ts').PayerSummary} PayerSummary */

/** Rows kept for the lists; the server keeps as many. */
const ORDERS_MAX = 200;
const MACHINE_ROWS_MAX = 100;
/** New orders are told together, so that a burst is one sentence. */
const ANNOUNCE_AFTER_MS = 800;
/** Pause before the stream is asked for again after a refusal. */
const FOLLOW_AGAIN_MS = 2_000;
/** A short while that lets changes gather before an order is asked for again. */
const REFRESH_AFTER_MS = 60;

const startedAt = Date.now();
const wide = window.matchMedia('(min-width: 52rem)');

/** @type {Map<string, OrderSummary>} */
const orders = new Map();
/** @type {Map<string, FaxRecord>} */
const faxes = new Map();
/** @type {Map<string, TextMessage>} */
const texts = new Map();
/** @type {Map<string, PayerSummary>} */
const payers = new Map();
/** @type {Map<string, string>} */
const reported = new Map();
/** @type {import('./order-details.js').Details | null} */
let details = null;
/** @type {import('./order-details.js').Fax | null} */
let openFax = null;
/** @type {import('../src/control-room/payers.ts').PayerCard | null} */
let openPayer = null;
/** @type {import('./machines.js').PharmacyRow[] | null} */
let pharmacies = null;
let connection = 'connecting';
let isReachable = true;
/** @type {HeldCard[]} */
let held = [];
let isPictured = false;

/** The view and the thing in it that the address names: `#orders/ord_…`. */
function place() {
  const [view = '', id = ''] = decodeURIComponent(location.hash.slice(1)).split('/');
  const known = ['orders', 'pharmacies', 'payers', 'faxes', 'texts'].includes(view);
  return { view: known ? view : 'orders', id: known && id !== '' ? id : null };
}

function newestFirst() {
  return [...orders.values()].sort(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id),
  );
}

/** The order whose details are shown: the chosen one, else (where there is room) the newest. */
function shownOrderId() {
  const { view, id } = place();
  if (view !== 'orders') return null;
  if (id !== null) return id;
  if (!wide.matches) return null;
  const active = document.activeElement?.closest('.details');
  // Somebody is inside an order: a newer one must not take it away.
  if (active !== null && active !== undefined && details !== null) return details.order.id;
  return newestFirst()[0]?.id ?? null;
}

let isDrawing = false;
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawNow();
  });
}

function drawNow() {
  const { view, id } = place();
  document.body.dataset['view'] = view;
  document.body.dataset['chosen'] = String(view === 'orders' && id !== null);
  for (const link of document.querySelectorAll('.views a')) {
    if (link instanceof HTMLElement && link.dataset['view'] === view)
      link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  byId('count-orders').textContent = orders.size === 0 ? '' : String(orders.size);
  byId('count-payers').textContent = payers.size === 0 ? '' : String(payers.size);
  byId('count-faxes').textContent = faxes.size === 0 ? '' : String(faxes.size);
  byId('count-texts').textContent = texts.size === 0 ? '' : String(texts.size);
  byId('live').dataset['state'] = connection;
  byId('live-text').textContent =
    { live: 'Live', connecting: 'Connecting', lost: 'Connection lost, trying again' }[connection] ?? '';
  const notice = isReachable
    ? heldNotice(held)
    : 'The orders cannot be read at the moment. The control room tries again by itself.';
  if (byId('notice').textContent !== notice) byId('notice').textContent = notice;
  patch(byId('view'), viewOf(view, id));
  refresh();
}

/**
 * @param {string} view
 * @param {string | null} id
 * @returns {HTMLElement[]}
 */
function viewOf(view, id) {
  const lastFirst = /** @template T @param {Map<string, T>} map */ (map) => [...map.values()].toReversed();
  if (view === 'pharmacies') return [pharmacyView(pharmacies)];
  if (view === 'payers')
    return [payerView(lastFirst(payers), id !== null && openPayer?.id === id ? openPayer : null)];
  if (view === 'faxes')
    return [faxView(lastFirst(faxes), id !== null && openFax?.faxId === id ? openFax : null)];
  if (view === 'texts') return [textView(lastFirst(texts))];
  if (orders.size === 0) return isPictured ? [emptyList(isReachable)] : [];
  const shown = shownOrderId();
  const isHere = details !== null && details.order.id === shown;
  const panel =
    details !== null && isHere
      ? [orderDetails(details, reported.get(details.order.id) ?? null, id === null)]
      : [];
  const isGone = shown !== null && !orders.has(shown);
  return [orderList(newestFirst(), shown), ...(isGone ? [goneOrder()] : panel)];
}

/** What is asked for, so that it is asked for once. */
let wanted = '';
/** @type {ReturnType<typeof setTimeout> | null} */
let refreshTimer = null;

/** Asks for what the view needs and has not; `isStale` asks again for what changed. */
function refresh(isStale = false) {
  const { view, id } = place();
  const shown = shownOrderId();
  const path =
    view === 'pharmacies'
      ? 'api/pharmacies'
      : (view === 'faxes' || view === 'payers') && id !== null
        ? `api/${view}/${encodeURIComponent(id)}`
        : shown === null || !orders.has(shown)
          ? ''
          : `api/orders/${encodeURIComponent(shown)}`;
  if (path === wanted && !isStale) return;
  wanted = path;
  if (path === '') return;
  if (refreshTimer !== null) clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => void load(path), isStale ? REFRESH_AFTER_MS : 0);
}

/** @param {string} path */
async function load(path) {
  refreshTimer = null;
  try {
    const response = await fetch(path);
    if (!response.ok || path !== wanted) return;
    const body = await response.json();
    if (path !== wanted) return;
    if ('pharmacies' in body) pharmacies = body.pharmacies;
    else if ('order' in body) details = body;
    else if ('payer' in body) openPayer = body.payer;
    else openFax = body.fax;
    draw();
  } catch {
    // The event stream tells when the connection is back; then everything is asked for again.
    wanted = '';
  }
}

/** @type {OrderSummary[]} */
let news = [];
/** @param {OrderSummary} order */
function announce(order) {
  if (Date.parse(order.createdAt) < startedAt - 2_000) return;
  news.push(order);
  if (news.length > 1) return;
  setTimeout(() => {
    const [first] = news;
    byId('announcer').textContent =
      news.length === 1 && first !== undefined
        ? `New order for ${first.patientName}, ${first.pharmacyName ?? 'no pharmacy yet'}`
        : counted(news.length, 'new order');
    news = [];
  }, ANNOUNCE_AFTER_MS);
}

/** @param {OrderSummary[]} changed */
function takeOrders(changed) {
  for (const order of changed) {
    if (!orders.has(order.id)) announce(order);
    orders.delete(order.id);
    orders.set(order.id, order);
  }
  for (const id of orders.keys()) {
    if (orders.size <= ORDERS_MAX) break;
    orders.delete(id);
  }
  if (changed.some(({ id }) => id === details?.order.id)) refresh(true);
}

/**
 * @template T
 * @param {Map<string, T>} map
 * @param {string} id
 * @param {T} row
 */
function takeRow(map, id, row) {
  map.set(id, row);
  const [oldest] = map.keys();
  if (map.size > MACHINE_ROWS_MAX && oldest !== undefined) map.delete(oldest);
  if (details !== null || openFax !== null) refresh(true);
}

function follow() {
  const stream = new EventSource('events');
  const on = /** @param {string} name @param {(data: any) => void} take */ (name, take) =>
    stream.addEventListener(name, (event) => {
      take(JSON.parse(event.data));
      draw();
    });
  on('picture', (picture) => {
    connection = 'live';
    isPictured = true;
    isReachable = picture.reachable;
    held = picture.held;
    orders.clear();
    faxes.clear();
    texts.clear();
    payers.clear();
    for (const order of picture.orders) orders.set(order.id, order);
    for (const fax of picture.faxes) faxes.set(fax.faxId, fax);
    for (const text of picture.texts) texts.set(text.messageId, text);
    for (const payer of picture.payers) payers.set(payer.id, payer);
    wanted = '';
    drawNow();
    showChosen();
  });
  on('orders', ({ orders: changed }) => takeOrders(changed));
  on('held', (told) => {
    held = told.held;
  });
  on('source', ({ reachable }) => {
    isReachable = reachable;
  });
  on('fax', (fax) => takeRow(faxes, fax.faxId, fax));
  on('text', (text) => takeRow(texts, text.messageId, text));
  on('payer', (payer) => takeRow(payers, payer.id, payer));
  stream.addEventListener('error', () => {
    connection = 'lost';
    draw();
    // The browser comes back by itself unless the answer was a refusal.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, FOLLOW_AGAIN_MS);
  });
}

/** Arrow keys go through a list; Tab leaves it as everywhere. @param {KeyboardEvent} event */
function walkList(event) {
  const link = event.target instanceof Element ? event.target.closest('.list a') : null;
  const list = link?.closest('.list');
  if (link === null || list === null || list === undefined) return;
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (link));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const next = to === undefined ? undefined : links[to];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** @param {MouseEvent} event */
function press(event) {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest('button');
  if (target?.closest('.skip')) {
    event.preventDefault();
    byId('main').focus();
  } else if (button instanceof HTMLButtonElement && button.dataset['report'] !== undefined) {
    void report(button);
  } else if (button instanceof HTMLButtonElement && button.dataset['copy'] !== undefined) {
    void copy(button);
  }
}

/** @param {HTMLButtonElement} button */
async function report(button) {
  const { orderId, text } = await sendReport(button);
  reported.set(orderId, text);
  refresh(true);
  draw();
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    byId('announcer').textContent = 'Copied.';
  } catch {
    byId('announcer').textContent = 'The browser did not allow copying. Select the id instead.';
  }
}

/** Brings the chosen row into sight inside its own list, without moving the page. */
function showChosen() {
  const list = document.querySelector('.list');
  const chosen = list?.querySelector('a[aria-current]');
  if (!(list instanceof HTMLElement) || !(chosen instanceof HTMLElement)) return;
  const [frame, row] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
  if (row.top < frame.top) list.scrollTop -= frame.top - row.top + 8;
  else if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom + 8;
}

/** Where there is room for one column only, a chosen order takes the place of the list: the reader's eyes and focus go with it. */
function arrive() {
  drawNow();
  showChosen();
  if (wide.matches || place().id === null) return;
  const go = () => document.getElementById('details-title')?.focus();
  if (document.getElementById('details-title') !== null) go();
  else setTimeout(go, 250);
}

window.addEventListener('hashchange', arrive);
wide.addEventListener('change', draw);
document.addEventListener('keydown', walkList);
document.addEventListener('click', press);
drawNow();
follow();
