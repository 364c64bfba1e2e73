// Goal: an operator sees what waits and steers it, and recalls a medicine, in the console: each act says first what it will do and then what it did (A2, D12).
// Method: the real console and delivery on one store, in a browser without scripts of ours, in both languages and every look, by keyboard where it matters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quarantineSection, queueSection, recallSection } from '@pestle/service/console';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, LOOKS, launchBrowser } from '@pestle/testbed/browser/browser';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Page } from 'playwright-core';
import { openConsolePage } from './support/console-page.ts';

const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';
const LANE = `pharmacy:${JSON_2023011}`;
/** Wide light and narrow dark: what differs otherwise is the palette, which other pages hold. */
const TWO_LOOKS = [LOOKS[0], LOOKS[2]];

let running: RunningBrowser;
let store: Store;
let delivery: DeliveryTestbed;
let operators: ConsoleTestbed;
let page: Page;
let complaints: string[];

before(async () => {
  running = await launchBrowser();
  store = await openTestStore();
  delivery = await openDeliveryTestbed(store);
  const { queue, recalls, quarantine } = delivery.delivery;
  operators = await openConsoleTestbed({
    store,
    sections: () => [
      queueSection(queue, systemPorts.clock, () => delivery.delivery.figures()),
      quarantineSection({ quarantine, queue, ports: systemPorts }),
      recallSection(recalls),
    ],
  });
  ({ page, complaints } = await openConsolePage(running, operators));
});

after(async () => {
  await running.close();
  await operators.close();
  await delivery.close();
  await store.close();
  assert.deepEqual([delivery.errors, operators.errors], [[], []]);
});

const go = (path: string) => page.goto(`${operators.consoleUrl}${path}`);
const look = (label: string) => assertAccessibleInEveryLook(page, label, TWO_LOOKS);
const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().press('Enter');
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('D12: a lane is looked at, held and released by keyboard; what it will do and what it did is said; one transmission is held and given up', async () => {
  await delivery.delivery.queue.hold({ of: LANE, by: 'Otto' });
  const { order } = await delivery.order(JSON_2023011);
  await go('/queue');
  await look('lanes');
  await follow('Refresh this page every five seconds');
  await says('Stop refreshing');
  assert.equal((await (await go('/queue?live=1'))?.headerValue('refresh')) ?? '', '5');
  await go('/queue');
  await follow(LANE);
  await says(order.id);
  await look('a lane');
  await follow('Release');
  await says(/What waits in this lane leaves/);
  await look('before an act');
  await follow('Leave it as it is');
  assert.equal((await delivery.delivery.queue.lanes()).find(({ lane }) => lane === LANE)?.onHoldBy, 'Otto');

  await page.locator('section.card h3 a').first().press('Enter');
  await says('No attempt was made.');
  await follow('Hold');
  await press(/Do it: Hold/);
  await says('It is on hold.');
  await look('after an act');
  await follow(/^Undo/);
  await press(/Do it: Release/);
  await says('It was released.');
  await follow(/^trm_/);
  await follow('Give up to fax');
  await says(/This cannot be undone/);
  await press(/Do it/);
  await says('It was given up: a fax takes its place.');
  await delivery.until(order.id, ({ fills: [fill] }) => fill?.channel === 'fax' && fill.state === 'SENT');
  await follow(/^trm_/);
  await says('given-up-by-operator');
  await look('a transmission');
  await follow('Who did what');
  await says('Given up to fax');
  await look('who did what');
  await go(`/queue/ask?act=release&of=${encodeURIComponent(LANE)}`);
  await press(/Do it/);
  const held = (await delivery.delivery.queue.lanes()).find(({ lane }) => lane === LANE);
  assert.equal(held?.onHoldBy ?? null, null);
});

test('A2: a message is shown after a reason was given, which is put down; the address names neither', async () => {
  const { order, fills } = await delivery.order(OHIO);
  await delivery.until(order.id, ({ fills: [fill] }) => fill?.state === 'STUCK');
  const sent = await delivery.delivery.transmissions(delivery.prescriber, [fills[0]?.id ?? '']);
  const id = sent.get(fills[0]?.id ?? '')?.[0]?.row.id ?? '';
  await go(`/queue/transmission?id=${id}`);
  await follow('Read the message, with a reason');
  await look('before a message');
  await page.getByLabel('Why do you read it?').fill('They cannot read it');
  await press(/Put it down/);
  await says('It was put down that you read this, and why.');
  await says(/lisinopril/i);
  assert.equal(new URL(page.url()).search, '');
  await look('a message');
  await follow('Who did what');
  await says('They cannot read it');
});

test('A2: an act that comes too late is refused in the language of the page, and nothing is done', async () => {
  const { order, fills } = await delivery.order(JSON_2023011);
  await delivery.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
  const sent = await delivery.delivery.transmissions(delivery.prescriber, [fills[0]?.id ?? '']);
  const id = sent.get(fills[0]?.id ?? '')?.[0]?.row.id ?? '';
  await go(`/queue/ask?act=hold&of=${id}&lang=es`);
  await press(/Hacerlo: Retener/);
  await says(/No se hizo\. Ya no espera: salió o se retiró\./);
  await look('a refusal');
  await go('/queue/transmission?id=trm_01TEST0000000000000000N0NE');
  await page.getByRole('heading', { level: 1 }).waitFor();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/\b(404|422)\b/.test(text)));
  const stuck = await delivery.order(OHIO);
  await delivery.until(stuck.order.id, ({ fills: [fill] }) => fill?.state === 'STUCK');
  await go('/queue/stuck');
  await says(stuck.order.id);
  await look('what is stuck, in Spanish');
  await go('/queue?lang=en');
});

test('D11: a prescription is sent again by keyboard: looked at, done once, refused in the language of the page', async () => {
  const { order, fills } = await delivery.order(JSON_2023011);
  await delivery.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
  const fillId = fills[0]?.id ?? '';
  const message = async () =>
    (await delivery.delivery.transmissions(delivery.prescriber, [fillId])).get(fillId)?.[0];
  const tried = (times: number) =>
    delivery.waitFor(
      async () => ((await message())?.attempts.length === times ? true : undefined),
      () => 'it was not sent again',
    );
  const id = (await message())?.row.id ?? '';
  await go(`/queue/transmission?id=${id}`);
  await follow('Send it again');
  await says(/the same bytes under the same MessageID/);
  await look('before it is sent again');
  const address = new URL(page.url());
  await page.getByLabel('Why do you send it again? (optional)').fill('They lost a day of messages');
  await press(/Do it: Send it again/);
  await says('It leaves again, under its MessageID.');
  await look('after it was sent again');
  await tried(2);
  await follow(/^trm_/);
  await follow('Who did what');
  await says('Sent again');
  await says('They lost a day of messages');

  await delivery.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
  await go(`${address.pathname}${address.search}`);
  await says('Attempts so far');
  await delivery.delivery.queue.resend({ of: id, by: 'Otto', afterAttempt: 2 });
  await tried(3);
  await press(/Do it/);
  await says('It leaves again, under its MessageID.');
  assert.equal((await message())?.attempts.length, 3, 'two operators, once');
  await delivery.delivery.cancel(delivery.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
  await go(`${address.pathname}${address.search}&lang=es`);
  await says(/No se envía de nuevo\. Se está cancelando/);
  await look('a resend that is refused, in Spanish');
  const stuck = await delivery.order(OHIO);
  await delivery.until(stuck.order.id, ({ fills: [fill] }) => fill?.state === 'STUCK');
  await go('/queue/stuck');
  await page
    .locator('section.card', { hasText: stuck.order.id })
    .getByRole('link', { name: 'Enviarla de nuevo' })
    .press('Enter');
  await says('Intentos hasta ahora');
  await look('before what is stuck is sent again, in Spanish');
  await go('/queue?lang=en');
});

test('D12: a medicine is recalled from looking to the end: counts, reason, export, what appeared since, undo', async () => {
  await delivery.delivery.queue.hold({ of: LANE, by: 'Otto' });
  const { order } = await delivery.order(JSON_2023011);
  await go('/recalls');
  await says('There is no recall.');
  await follow('New recall');
  await look('the form to look with');
  await page.getByRole('radio', { name: 'Medicines' }).check();
  await page.getByLabel('Names, one on each line').fill('rxcui:29046\nrxcui:99999999');
  await press('Look what it is of');
  await says(/rxcui:99999999: No treatment of the catalog is or holds it/);
  await look('a name that is not known');
  await page.getByLabel('Names, one on each line').fill('rxcui:29046');
  await press('Look what it is of');
  await says('Looked at, nothing changed');
  await look('a preview');
  const since = await delivery.order(JSON_2023011);
  await page.getByLabel('Reason, for the practices').fill('The maker took two lots back.');
  await press('Start the recall');
  await says('The recall is in force.');
  await says(`1: ${since.order.id}`);
  await look('a recall in force');
  const exported = await page.context().request.get(`${page.url()}/export.csv`);
  assert.match(exported.headers()['content-type'] ?? '', /^text\/csv/);
  const [head, ...rows] = (await exported.text()).trim().split('\r\n');
  assert.match(head ?? '', /^pharmacy_id,pharmacy_name,pharmacy_phone/);
  assert.ok(rows.length > 0 && rows.every((row) => row.includes(',true,false,')));
  const { queue } = delivery.delivery;
  await queue.release({ of: LANE, by: 'Otto' });
  const [row] = await queue.rows(LANE);
  await go(`/queue/transmission?id=${row?.id ?? ''}`);
  await says(/for the recall/);
  await says('Only the end of the recall releases it.');
  await go('/recalls?lang=es');
  await look('the list, in Spanish');
  await follow(/^rcl_/);
  await follow('Terminar la retirada');
  await look('before the end');
  await press('Terminar la retirada');
  await says(/La retirada terminó/);
  for (const { id } of [order, since.order])
    await delivery.until(id, ({ fills: [fill] }) => fill?.state === 'SENT');
  assert.deepEqual(
    complaints.filter((text) => !/\b422\b/.test(text)),
    [],
  );
});

test('F34: a quarantine is begun, reconciled and ended in the console, and stands on every page until then', async () => {
  const { dispatcher, quarantine, queue } = delivery.delivery;
  await dispatcher.stop();
  const electronic = [await delivery.order(JSON_2023011), await delivery.order(JSON_2023011)];
  const fax = await delivery.order(FAX_ONLY);
  const banner = page.locator('header').getByRole('link', { name: 'Reconcile it' });
  await go('/quarantine?lang=en');
  await says('No quarantine: everything leaves.');
  assert.equal(await banner.count(), 0);
  await look('no quarantine');
  await follow('Begin a quarantine');
  await says('Messages that wait now');
  await look('before a quarantine begins');
  await press('Begin a quarantine');
  await says('The quarantine has begun: everything that waited is held.');
  await look('in quarantine');
  await dispatcher.start();
  await go('/');
  await says(/messages of before are held in quarantine/);
  await look('the home page in quarantine');
  await go('/recalls');
  await banner.press('Enter');
  await follow(LANE);
  await says(electronic[0]?.order.id ?? '');
  await look('a lane in quarantine');
  const [first, second] = await quarantine.held(LANE);
  await page
    .locator('section.card', { hasText: first?.id ?? '' })
    .getByRole('link', { name: 'Settle as left' })
    .press('Enter');
  await says('older-state-restored');
  await look('before one is settled');
  await press(/Do it: Settle as left/);
  await says('Settled as left: 1');
  await look('after one is settled');
  const settled = await delivery.until(first?.orderId ?? '', ({ fills }) => fills[0]?.state === 'SENT');
  assert.deepEqual(
    delivery.peers
      .log()
      .filter(({ prescriberOrderNumber: number }) => number === settled.fills[0]?.prescriber_order_number),
    [],
  );

  await go('/quarantine/ask?choice=fax&of=fax&lang=es');
  await press(/Hacerlo: Ceder al fax/);
  await says(/Rechazados, siguen retenidos: 1\. Ya va por fax\./);
  await look('what refused, in Spanish');
  await go('/quarantine');
  await look('in quarantine, in Spanish');
  await go('/quarantine?lang=en');
  const [faxed] = await quarantine.held('fax');
  const named = page.getByLabel('A list or a log');
  await named.fill('nothing of ours');
  await press('Look what it names');
  await says('It names no MessageID and no transmission.');
  const gone = 'm01M83BNEVJZX2Y1P37SNZKCHEZ';
  await named.fill(`sent;id\n1;f${faxed?.id.slice(4)}\n2;${gone}`);
  await press('Look what it names');
  await says(/What is held of these is settled as received/);
  await look('what a list names');
  await press('Settle them');
  await says('Settled as received: 1');
  await says(gone);
  await look('what a list has settled');
  await delivery.until(fax.order.id, ({ fills }) => fills[0]?.state === 'SENT');

  await follow('Back to the quarantine');
  await follow('End the quarantine');
  await look('before the end of a quarantine');
  await press('Release the rest, and end it');
  await says('The quarantine is over: everything leaves.');
  assert.equal(await banner.count(), 0);
  await look('after a quarantine');
  assert.equal((await quarantine.show()).open, null);
  const left = await delivery.until(second?.orderId ?? '', ({ fills }) => fills[0]?.state === 'SENT');
  assert.equal((await queue.attempts(second?.id ?? '')).transmission?.state, 'accepted');
  assert.equal(left.fills[0]?.channel, 'script');
});
