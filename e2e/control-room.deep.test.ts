// Proves the control room in a real browser: every state in light and dark, narrow and wide, by keyboard, live, and with no violation.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createPayerBoard } from '@pestle/sandbox/control-room/payers';
import { controlRoom } from '@pestle/sandbox/control-room/plugin';
import { type Peers, startPeers } from '@pestle/sandbox/peers';
import { icons } from '@pestle/service/for-tests/http';
import {
  assertAccessible,
  assertAccessibleInEveryLook,
  type Look,
  launchBrowser,
  openWatchedPage,
  type RunningBrowser,
} from '@pestle/testbed/browser/browser';
import { sendFax, sendText } from '@pestle/testbed/sandbox/machines';
import { orderIdOf, transmissionIdOf } from '@pestle/testbed/sandbox/recorded-cards';
import {
  canceledOrder,
  faxedOrder,
  placedOrder,
  routingOrder,
  shippedOrder,
  stuckOrder,
} from '@pestle/testbed/sandbox/recorded-orders';
import { recordedSource } from '@pestle/testbed/sandbox/recorded-source';
import fastify, { type FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { assertCallsEverySituation, assertReadsAsAPhone } from './support/control-room-words.ts';
import { PATCH_MANY_TIMES } from './support/patch-many-times.ts';
import { assertShowsQuestions, payerNews } from './support/payer-questions.ts';

const FAX_ID = `${transmissionIdOf(3, 2)}-1`;

let running: RunningBrowser;
let peers: Peers;
let hook: FastifyInstance;
const reports: unknown[] = [];
const rooms: FastifyInstance[] = [];
const pages: { page: Page; said: string[] }[] = [];

before(async () => {
  running = await launchBrowser();
  console.log(`# browser: ${running.name}`);
  hook = fastify();
  hook.post('/v1/hooks/pharmacy', async (request) => {
    reports.push(request.body);
    return { changed: true };
  });
  const hookUrl = `${await hook.listen({ port: 0, host: '127.0.0.1' })}/v1/hooks/pharmacy`;
  peers = await startPeers({ statusHookUrl: hookUrl, pace: { faxDeliveryMs: 5 } });
  await sendFax(peers, FAX_ID);
  await sendText(
    peers,
    'Your prescription was sent to Beacon Hill Apothecary.',
    `${transmissionIdOf(1)}-sms`,
  );
});
after(async () => {
  await running.close();
  await Promise.all([...rooms.map((room) => room.close()), peers.close(), hook.close()]);
});
afterEach(async () => {
  const opened = pages.splice(0);
  await Promise.all(opened.map(({ page }) => page.context().close()));
  assert.deepEqual(
    opened.flatMap(({ said }) => said),
    [],
    'the page complained in its console, or asked another host',
  );
});

async function openRoom(port = 0) {
  const source = recordedSource();
  const payers = createPayerBoard();
  const app = fastify({ forceCloseConnections: true });
  await app.register(icons);
  await app.register(controlRoom, { prefix: '/sandbox/control-room', source, peers, payers });
  const url = `${await app.listen({ port, host: '127.0.0.1' })}/sandbox/control-room/`;
  rooms.push(app);
  return { app, source, payers, url };
}

async function openPage(url: string, look: Look = {}): Promise<Page> {
  const { page, complaints: said } = await openWatchedPage(running.browser, url, look);
  pages.push({ page, said });
  await page.locator('#live[data-state="live"]').waitFor();
  return page;
}

const everything = () => [
  placedOrder(),
  shippedOrder(),
  faxedOrder(),
  stuckOrder(),
  canceledOrder(),
  routingOrder(),
];

/** Run before the page's own scripts: whether the browser draws a PDF inside a page, whichever browser it is. */
const pdfViewer = (enabled: boolean) =>
  `Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { configurable: true, get: () => ${enabled} })`;

/** Runs in the page: the words of what has the focus. */
const FOCUSED_TEXT = "document.activeElement?.textContent?.trim().replaceAll(/\\s+/g, ' ') ?? ''";

describe('the control room looks sound (E7: axe clean, nothing wider than the page)', () => {
  it('in every state and look', async () => {
    const { source, payers, url } = await openRoom();
    payers.witness(payerNews('q1'));
    const page = await openPage(url);
    await page.getByRole('heading', { name: 'No order yet' }).waitFor();
    await assertAccessibleInEveryLook(page, 'empty');
    source.push(placedOrder());
    await page.getByRole('link', { name: /Jane Tester/ }).waitFor();
    await assertAccessibleInEveryLook(page, 'one order');
    source.push(...everything());
    await page.getByRole('link', { name: /Lucía Herrera/ }).waitFor();
    await assertAccessibleInEveryLook(page, 'many orders');
    for (const [number, name] of [
      [1, 'placed'],
      [2, 'shipped'],
      [3, 'faxed'],
      [4, 'stuck'],
      [5, 'canceled'],
      [6, 'no pharmacy yet'],
    ] as const) {
      await page.goto(`${url}#orders/${orderIdOf(number)}`);
      await page.locator(`.details[data-key="${orderIdOf(number)}"]`).waitFor();
      // Opened once with everything in it: hundreds of colored words take axe a second each time.
      if (number === 3)
        for (const summary of await page.locator('details:not([open]) > summary:visible').all())
          await summary.click();
      await assertAccessibleInEveryLook(page, name);
    }
    for (const view of ['pharmacies', 'payers/q1', `faxes/${FAX_ID}`, 'texts']) {
      await page.goto(`${url}#${view}`);
      await page.locator('.machine .card').first().waitFor();
      await assertAccessibleInEveryLook(page, view);
    }
    await page.goto(`${url}#orders`);
    source.hold({ lanes: 'text', since: '2026-03-05T15:00:00.000Z' });
    await page.getByText('keep texts from leaving').waitFor();
    await assertAccessibleInEveryLook(page, 'deliveries held');
    source.fail();
    await page.getByText('The orders cannot be read at the moment').waitFor();
    await assertAccessibleInEveryLook(page, 'source failing');
  });

  it('in forced colors: every state keeps its words and a border', async () => {
    const { source, url } = await openRoom();
    source.push(...everything());
    const page = await openPage(`${url}#orders/${orderIdOf(4)}`, { forcedColors: 'active' });
    const chip = page.locator('.details .fill .chip', { hasText: 'Stuck' }).first();
    await chip.waitFor();
    assert.equal(
      await chip.evaluate((node) => node.ownerDocument.defaultView?.getComputedStyle(node).borderTopStyle),
      'solid',
    );
    await assertAccessible(page, 'forced colors');
  });

  it('without motion where none is wanted', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder());
    const durationOf = (page: Page) =>
      page
        .locator('.chip')
        .first()
        .evaluate((node) => node.ownerDocument.defaultView?.getComputedStyle(node).transitionDuration ?? '');
    assert.match(await durationOf(await openPage(url)), /0\.12s/);
    assert.equal(await durationOf(await openPage(url, { reducedMotion: 'reduce' })), '0s');
  });
});

describe('the control room calls sent only what arrived', () => {
  it('of what never did, each attempt says so, and the last one is not to be tried again', async () => {
    const { source, url } = await openRoom();
    source.push(stuckOrder(), canceledOrder());
    const page = await openPage(`${url}#orders/${orderIdOf(4)}`);
    const fill = page.locator('.fill').filter({ hasText: 'Stuck' });
    await fill.getByText('Not with the pharmacy · Tried by NCPDP SCRIPT (not delivered)').waitFor();
    const attempts = await fill.locator('.attempts .chip').allTextContents();
    assert.deepEqual(attempts, Array(3).fill('Not delivered'));
    assert.doesNotMatch((await fill.textContent()) ?? '', /Sent by|tried again/);
    await page.goto(`${url}#orders/${orderIdOf(5)}`);
    await page.locator('.details .banner .chip', { hasText: 'Cancel refused' }).waitFor();
    await page.getByText('says: Already dispensed.').waitFor();
  });
});

describe('the control room is live', () => {
  it('shows a new order and says so politely; focus, opened parts and typed words stay', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder());
    const page = await openPage(`${url}#orders/${orderIdOf(1)}`);
    await page.getByLabel('Tracking number').fill('typed by me');
    await page.getByText('The exact message').click();
    await page.locator('.transmission > summary').click();
    const filling = page.getByRole('button', { name: 'Being filled' });
    await filling.focus();
    const now = new Date(Date.now() + 60_000).toISOString();
    source.push({ ...stuckOrder(), createdAt: now });
    const [fill] = placedOrder().fills;
    assert.ok(fill);
    source.push({
      ...placedOrder(),
      fills: [{ ...fill, state: 'FILLING', situation: 'filling' }],
      updatedAt: now,
    });
    await page.getByRole('link', { name: /Owen Gallagher/ }).waitFor();
    await page.locator('.fill .chip', { hasText: 'Being filled' }).waitFor();
    assert.equal(
      await filling.evaluate((node) => node === node.ownerDocument.activeElement),
      true,
      'focus stayed',
    );
    assert.equal(await page.getByLabel('Tracking number').inputValue(), 'typed by me');
    assert.equal(
      await page.locator('details.document[open] > summary', { hasText: 'The exact message' }).count(),
      1,
    );
    assert.equal(await page.locator('.transmission[open]').count(), 0, 'what was closed stays closed');
    const announcer = page.locator('#announcer');
    await announcer.filter({ hasText: 'New order' }).waitFor({ state: 'attached' });
    assert.equal(await announcer.textContent(), 'New order for Owen Gallagher, Scioto River Pharmacy');
    assert.equal(await announcer.getAttribute('role'), 'status');
  });

  it('follows the newest order until somebody chooses one or is inside one', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder());
    const page = await openPage(url);
    await page.getByRole('heading', { name: 'Jane Tester' }).waitFor();
    source.push(shippedOrder());
    await page.getByRole('heading', { name: 'José Núñez' }).waitFor();
    await page.getByRole('button', { name: 'Received' }).focus();
    source.push(stuckOrder());
    await page.getByRole('link', { name: /Owen Gallagher/ }).waitFor();
    await page.getByRole('heading', { name: 'José Núñez' }).waitFor();
    await page.getByRole('link', { name: /Jane Tester/ }).click();
    source.push(routingOrder());
    await page.getByRole('link', { name: /Lucía Herrera/ }).waitFor();
    await page.getByRole('heading', { name: 'Jane Tester' }).waitFor();
  });

  it('shows the exact message byte for byte, readable beside it, and the answer', async () => {
    const { source, url } = await openRoom();
    source.push(shippedOrder());
    const page = await openPage(`${url}#orders/${orderIdOf(2)}`);
    const part = page.locator('.fill').first();
    await part.getByText('The exact message').click();
    await part.getByText('Byte for byte').last().click();
    const body = shippedOrder().fills[0]?.transmissions[0]?.body;
    const exact = part.getByRole('group', { name: 'The exact message, byte for byte' });
    assert.equal(await exact.textContent(), body);
    const readable = await part.getByRole('group', { name: 'The exact message, readable' }).textContent();
    assert.match(readable ?? '', /\n {6}<Patient>\n {8}<HumanPatient>\n/);
    assert.equal((readable ?? '').replaceAll(/\n\s*/g, ''), (body ?? '').replaceAll(/\n\s*/g, ''));
    await part.getByText('The answer').click();
    assert.match(
      (await part.getByRole('group', { name: 'The answer, readable' }).textContent()) ?? '',
      /<Code>010<\/Code>/,
    );
  });

  it('calls every situation by its word in the list, above the order and at the medication, and says the day of what was not today', async () => {
    const { source, url } = await openRoom();
    await assertCallsEverySituation(await openPage(`${url}#orders/${orderIdOf(1)}`), source);
  });

  it('shows the fax in the viewer of the browser with its text beside it, and the text on the phone', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder(), faxedOrder());
    const page = await openPage(`${url}#orders/${orderIdOf(3)}`);
    const words = page.getByRole('group', { name: /Text of the fax/ });
    // A browser without a viewer says so, and shows the words at once.
    await page.addInitScript(pdfViewer(false));
    await page.reload();
    await page.getByText('This browser shows no PDF inside a page').waitFor();
    assert.match((await words.textContent()) ?? '', /do not dispense twice/);
    await page.addInitScript(pdfViewer(true));
    await page.reload();
    const sheet = page.locator('object[type="application/pdf"]');
    assert.match(
      (await sheet.getAttribute('aria-label')) ?? '',
      /^The page of the fax to Shrewsbury Street Pharmacy/,
    );
    const { pathname } = new URL((await sheet.getAttribute('data')) ?? '', url);
    assert.equal(pathname, `/sandbox/control-room/api/faxes/${FAX_ID}/fax.pdf`);
    assert.equal(await words.isVisible(), false);
    await assertAccessibleInEveryLook(page, 'fax in the viewer');
    await page.getByText('The fax as text').focus();
    await page.keyboard.press('Enter');
    await words.waitFor();
    await page.getByText("The pharmacy's own log").waitFor();
    await page.goto(`${url}#orders/${orderIdOf(1)}`);
    await page.locator('.details .bubble', { hasText: 'Your prescription was sent' }).waitFor();
    await assertReadsAsAPhone(page, `${url}#texts`, (text) => sendText(peers, text, text));
  });

  it('shows what a payer was asked and answered as it happens, in words and as data, the newest first', async () => {
    const { payers, url } = await openRoom();
    await assertShowsQuestions(await openPage(`${url}#payers`), payers);
  });

  it('never shows what a failing source says, and comes back by itself; and tells what the service holds while it does', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder());
    const page = await openPage(url);
    await page.getByRole('link', { name: /Jane Tester/ }).waitFor();
    source.fail();
    const notice = page.locator('#notice');
    await notice.filter({ hasText: 'tries again by itself' }).waitFor();
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /must never be seen/);
    source.heal();
    source.push(stuckOrder());
    await page.getByRole('link', { name: /Owen Gallagher/ }).waitFor();
    assert.equal(await notice.textContent(), '');
    source.hold({ lanes: 'text', since: '2026-03-05T15:00:00.000Z' });
    await notice.filter({ hasText: 'keep texts from leaving, since 05-Mar-2026 10:00:00 AM.' }).waitFor();
  });

  it('says that the connection is lost, and has the whole picture again when it is back', async () => {
    const { app, url } = await openRoom();
    const page = await openPage(url);
    await page.getByRole('heading', { name: 'No order yet' }).waitFor();
    const { port } = new URL(url);
    await app.close();
    await page.locator('#live[data-state="lost"]').waitFor();
    assert.equal(await page.locator('#live-text').textContent(), 'Connection lost, trying again');
    const reopened = await openRoom(Number(port));
    reopened.source.push(placedOrder());
    await page.getByRole('link', { name: /Jane Tester/ }).waitFor();
    // The browser itself notes each refused connection in the console.
    for (const { said } of pages) said.length = 0;
  });
});

describe('the control room by keyboard', () => {
  const focused = (page: Page) => page.evaluate<string>(FOCUSED_TEXT);

  it('from the address bar to a report, and the answer is told', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder(), stuckOrder());
    const page = await openPage(url);
    await page.getByRole('link', { name: /Owen Gallagher/ }).waitFor();
    const press = (key: string) => page.keyboard.press(key);
    await press('Tab');
    assert.equal(await focused(page), 'Skip to the orders');
    await press('Enter');
    assert.equal(await page.evaluate('document.activeElement?.id'), 'main');
    await press('Tab');
    assert.match(await focused(page), /^Owen Gallagher/);
    await press('ArrowDown');
    assert.match(await focused(page), /^Jane Tester/);
    await press('Home');
    assert.match(await focused(page), /^Owen Gallagher/);
    await press('End');
    await press('Enter');
    await page.getByRole('heading', { name: 'Jane Tester' }).waitFor();
    assert.match(
      await focused(page),
      /^Jane Tester/,
      'choosing moves no focus where list and details stand side by side',
    );
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.equal(outline, 'solid', 'focus is seen');
    for (let presses = 0; presses < 20 && (await focused(page)) !== 'Received'; presses += 1)
      await press('Tab');
    assert.equal(await focused(page), 'Received');
    reports.length = 0;
    await press('Enter');
    const result = page.locator('.result');
    await result.filter({ hasText: 'Received: HTTP 200, applied.' }).waitFor();
    assert.equal(await result.getAttribute('role'), 'status');
    assert.deepEqual(reports, [{ status: 'RECEIVED', order_id: orderIdOf(1) }]);
    assert.equal(await focused(page), 'Received', 'the report moved no focus');
  });

  it('a report about one medication, with carrier and tracking number', async () => {
    const { source, url } = await openRoom();
    source.push(shippedOrder());
    const page = await openPage(`${url}#orders/${orderIdOf(2)}`);
    await page.getByLabel('About').selectOption({ label: 'atorvastatin 20 mg oral tablet' });
    await page.getByLabel('Carrier, for shipped').fill('FedEx');
    await page.getByLabel('Tracking number').fill('771');
    reports.length = 0;
    await page.getByRole('button', { name: 'Shipped' }).click();
    await page.locator('.result').filter({ hasText: 'Shipped: HTTP 200' }).waitFor();
    const number = shippedOrder().fills[1]?.transmissions[0]?.prescriberOrderNumber;
    assert.deepEqual(reports, [
      { status: 'SHIPPED', order_id: number, carrier: 'FedEx', tracking_number: '771' },
    ]);
  });

  it('on a narrow page the chosen order takes the place of the list, and focus goes with it; back returns', async () => {
    const { source, url } = await openRoom();
    source.push(placedOrder(), stuckOrder());
    const page = await openPage(url, { width: 320 });
    const link = page.getByRole('link', { name: /Jane Tester/ });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Jane Tester' }).waitFor();
    await page.locator('#details-title:focus').waitFor();
    assert.equal(await link.isVisible(), false);
    await page.getByRole('link', { name: 'All orders' }).click();
    await link.waitFor();
    assert.equal(await page.locator('.details').count(), 0);
  });

  it('views are links: their place is in the address, and the browser’s back goes back', async () => {
    const { url } = await openRoom();
    const page = await openPage(url);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Pharmacies' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Magic pharmacies' }).waitFor();
    assert.equal(await page.locator('.views [aria-current="page"]').textContent(), 'Pharmacies');
    await page.getByRole('heading', { name: 'Beacon Hill Apothecary' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'No order yet' }).waitFor();
  });
});

describe('changing the page in place', () => {
  it('gives the wanted children in their order and keeps the ones that were there', async () => {
    const { url } = await openRoom();
    const page = await openPage(url);
    assert.equal(await page.evaluate(PATCH_MANY_TIMES), '');
  });
});
