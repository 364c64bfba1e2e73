// @ts-check
// Owns the front page in the browser: what happens now, how many need a person, and which steps of the first order are done.
import { byId, h, patch } from './dom.js';
import { icon } from './icons.js';
import { isBad, situationChip } from './words.js';

/** @typedef {import('../src/control-room/cards.ts').OrderSummary} OrderSummary */

/** Orders in the small control room. */
const SHOWN_MAX = 7;
/** Pause before the stream is asked for again after a refusal. */
const FOLLOW_AGAIN_MS = 2_000;
const STEPS = ['sign-in', 'write', 'watch', 'pharmacist', 'rescue'];
/** Nothing more is awaited. */
const OVER = new Set(['picked-up', 'delivered', 'ended', 'canceled', 'moved']);
/** What only a pharmacist can say of an order. */
const REPORTED = new Set(['received', 'filling', 'ready', 'shipped', 'picked-up', 'delivered', 'problem']);
/** Kept in this browser: which steps somebody has taken here, and when they began. */
const KEPT = 'pestle.sandbox.guide';

const { controlRoom = '', patient = '' } = document.body.dataset;

/** @type {Map<string, OrderSummary>} */
const orders = new Map();
let faxes = 0;
let texts = 0;
/** @type {number | undefined} */
let waiting;
let connection = 'connecting';
const kept = read();

/** @returns {{ began: string, done: string[], stuck: string[] }} */
function read() {
  const fresh = { began: new Date().toISOString(), done: [], stuck: [] };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
  } catch {
    return fresh;
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing shows the guide anew.
  }
}

function newestFirst() {
  return [...orders.values()].sort(
    (one, other) => other.updatedAt.localeCompare(one.updatedAt) || other.id.localeCompare(one.id),
  );
}

/** Steps that orders prove are done, whoever did them. */
function provenSteps() {
  const own = [...orders.values()].filter(
    ({ patientName, createdAt }) => patientName === patient && createdAt > kept.began,
  );
  const wasStuck = kept.stuck.map((id) => orders.get(id)).filter((order) => order !== undefined);
  return [
    ...(own.length > 0 ? ['sign-in', 'write'] : []),
    ...(own.some(({ situation }) => REPORTED.has(situation)) ? ['pharmacist'] : []),
    ...(wasStuck.some(({ situation }) => situation !== 'stuck') ? ['rescue'] : []),
  ];
}

function drawGuide() {
  const done = new Set([...kept.done, ...provenSteps()]);
  if (done.size > kept.done.length) {
    const before = new Set(kept.done);
    const news = STEPS.filter((id) => done.has(id) && !before.has(id));
    kept.done = [...done];
    keep();
    if (connection === 'live' && news.length > 0)
      byId('announcer').textContent = `${done.size} of ${STEPS.length} steps done`;
  }
  const next = STEPS.find((id) => !done.has(id));
  for (const item of document.querySelectorAll('[data-step-of]')) {
    if (!(item instanceof HTMLElement)) continue;
    const id = item.dataset['stepOf'] ?? '';
    item.dataset['state'] = done.has(id) ? 'done' : id === next ? 'next' : 'later';
    if (id === next) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
    const said = item.querySelector('[data-done]');
    if (said !== null) said.textContent = done.has(id) ? '(done)' : '';
  }
  byId('guide-count').textContent = `${done.size} of ${STEPS.length} done`;
}

function drawNow() {
  byId('live').dataset['state'] = connection;
  byId('live-text').textContent =
    { live: 'Live', connecting: 'Connecting', lost: 'Connection lost, trying again' }[connection] ?? '';
  byId('count-faxes').textContent = faxes === 0 ? '' : String(faxes);
  byId('count-texts').textContent = texts === 0 ? '' : String(texts);
  const all = newestFirst();
  const needing = all.filter(({ situation }) => isBad(situation)).length;
  const over = all.filter(({ situation }) => OVER.has(situation)).length;
  const needs = `${needing} ${needing === 1 ? 'needs' : 'need'} a person`;
  byId('tally').textContent =
    all.length === 0
      ? ''
      : `${all.length} orders in two weeks: ${all.length - over - needing} under way, ${needs}`;
  if (all.length > 0)
    byId('needs').textContent = `${needing} ${needing === 1 ? 'order needs' : 'orders need'} a person${
      waiting === undefined
        ? ''
        : `, ${waiting} ${waiting === 1 ? 'draft waits' : 'drafts wait'} for a signature`
    }`;
  const [newest] = all;
  if (newest !== undefined)
    patch(byId('now'), [way(newest), h('ul', { class: 'mini' }, all.slice(0, SHOWN_MAX).map(row))]);
}

/**
 * How the newest order went, as a line from the practice to the pharmacy.
 * @param {OrderSummary} order
 */
function way(order) {
  const channels = order.fills.map(({ channel }) => channel?.toLowerCase() ?? null);
  const byFax = channels.includes('fax');
  const arrived = channels.some((channel) => channel !== null);
  const pharmacy = order.pharmacyName ?? 'no pharmacy yet';
  const told = byFax
    ? `${order.patientName}: by fax to ${pharmacy}`
    : arrived
      ? `${order.patientName}: electronically to ${pharmacy}`
      : `${order.patientName}: ${pharmacy}`;
  const node = /** @param {Parameters<typeof icon>[0]} shape @param {string} name @param {string} state */ (
    shape,
    name,
    state,
  ) => h('li', { 'data-state': state }, h('span', {}, icon(shape)), name);
  return h(
    'section',
    { class: 'way', 'aria-label': 'The way of the latest order' },
    h(
      'ol',
      {},
      node('route', 'Practice', 'on'),
      node('mortar', 'Pestle', 'on'),
      node(byFax ? 'fax' : 'send', byFax ? 'Fax' : 'Electronic', arrived ? 'on' : 'off'),
      node('inbox', 'Pharmacy', arrived ? 'on' : 'off'),
    ),
    h('p', {}, told),
  );
}

/** @param {OrderSummary} order */
function row(order) {
  const [first] = order.fills;
  const what =
    order.fills.length === 1 ? (first?.medicationLine ?? '') : `${order.fills.length} prescriptions`;
  return h(
    'li',
    { key: order.id },
    h(
      'a',
      { href: `${controlRoom}/#orders/${order.id}` },
      h('strong', {}, order.patientName),
      h('span', {}, `${what}, ${order.pharmacyName ?? 'no pharmacy yet'}`),
    ),
    situationChip(order.situation),
  );
}

function draw() {
  for (const { id, situation } of orders.values())
    if (situation === 'stuck' && !kept.stuck.includes(id)) kept.stuck.push(id);
  keep();
  drawGuide();
  drawNow();
}

/** @param {OrderSummary[]} changed */
function take(changed) {
  for (const order of changed) orders.set(order.id, order);
}

function follow() {
  const stream = new EventSource(`${controlRoom}/events`);
  const on = /** @param {string} name @param {(data: any) => void} heard */ (name, heard) =>
    stream.addEventListener(name, (event) => {
      heard(JSON.parse(event.data));
      draw();
    });
  on('picture', (picture) => {
    connection = 'live';
    orders.clear();
    take(picture.orders);
    faxes = picture.faxes.length;
    texts = picture.texts.length;
    waiting = picture.waiting;
  });
  on('orders', ({ orders: changed }) => take(changed));
  on('waiting', (told) => {
    waiting = told.waiting;
  });
  on('fax', () => {
    faxes += 1;
  });
  on('text', () => {
    texts += 1;
  });
  stream.addEventListener('error', () => {
    connection = 'lost';
    draw();
    // The browser comes back by itself unless the answer was a refusal.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, FOLLOW_AGAIN_MS);
  });
}

/** @param {string} id */
function tick(id) {
  if (!kept.done.includes(id)) kept.done.push(id);
  keep();
}

/**
 * What this origin keeps of an earlier sign-in: the next page uses the session that the door begins. The clinic has an origin of its own, and
 * does the same there.
 */
async function forgetSignIns() {
  for (const { name } of await indexedDB.databases())
    if (name !== undefined)
      await new Promise((resolve) => {
        const asked = indexedDB.deleteDatabase(name);
        // Blocked: another tab is signed in with it, and stays so until it is closed.
        for (const ended of ['success', 'error', 'blocked']) asked.addEventListener(ended, resolve);
      });
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.action.endsWith('/open')) return;
  tick('sign-in');
  if (new FormData(form).get('to') !== 'portal') return;
  event.preventDefault();
  const person = event.submitter;
  void forgetSignIns()
    .catch(() => undefined)
    .then(() => {
      if (person instanceof HTMLButtonElement) form.append(hidden(person.name, person.value));
      form.submit();
    });
});

/** @param {string} name @param {string} value */
function hidden(name, value) {
  return h('input', { type: 'hidden', name, value });
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && link.pathname.startsWith(controlRoom)) tick('watch');
});
drawGuide();
follow();
