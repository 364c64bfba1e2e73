// Nothing typed is lost and nothing leaks, in a real browser: patients, tabs, networks, removal, small screens (E5, W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { OrderStatus } from '@pestle/client/documents/signing';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import { endSession } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Route } from 'playwright-core';
import { onePractice, oneTestbed } from '../support/one-testbed.ts';
import type { Practice } from '../support/workflow.ts';
import { heardNames as names, openWorkflow, toReview, WORKFLOW } from '../support/workflow.ts';

let testbed: Testbed;
let ask: Ask;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
  ask = practice.ask;
});

describe('nothing is lost and nothing leaks', () => {
  test('E5: a patient switched under a mounted workflow, and two on one page, share nothing', async () => {
    const [first, second] = [
      await newPatient(ask, { lastName: 'Firstly' }),
      await newPatient(ask, { lastName: 'Secondly' }),
    ];
    const one = `<${WORKFLOW} id="one" patient-id="${first}"></${WORKFLOW}>`;
    const two = `<${WORKFLOW} id="two" patient-id="${second}"></${WORKFLOW}>`;
    const workflow = await openWorkflow(testbed, {}, { tag: one + two });
    const { page } = workflow;
    const search = (id: string) => page.locator(`#${id}`).getByLabel('Directions for the patient');
    await search('one').fill('words for the first');
    assert.equal(await search('two').inputValue(), '');
    assert.match(await page.locator('#two').getByRole('region', { name: 'Patient' }).innerText(), /SECONDLY/);
    await page.locator('#one').evaluate((node, id) => node.setAttribute('patient-id', id), second);
    await page.locator('#one').getByText('SECONDLY').waitFor();
    assert.equal(await search('one').inputValue(), '');
    await page.locator('#one').evaluate((node, id) => node.setAttribute('patient-id', id), first);
    await page.locator('#one').getByText('FIRSTLY').waitFor();
    assert.equal(
      await search('one').inputValue(),
      'words for the first',
      'what was typed for a patient is there again',
    );
    await page.close();
  });

  test('W2: offline at adding, deleting and sending: everything typed is kept, and goes on when the network is back', async () => {
    const context = await testbed.contextOf();
    const { workflow, patientId } = await practice.openOrder({}, { context });
    await context.setOffline(true);
    await workflow.button(/^Delete /).click();
    await workflow.text('This change was not saved:').waitFor({ timeout: 15_000 });
    assert.equal(await workflow.pending.count(), 1);
    await workflow.button('Send Order').click();
    // It is called 'Checking…' until the review was given up.
    await workflow.button('Send Order').waitFor({ timeout: 15_000 });
    assert.equal(await workflow.button(/^Sign /).count(), 0);
    assert.equal(await workflow.pending.count(), 1);
    await context.setOffline(false);
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    await context.close();
  });

  test('W2: a draft is edited in place, deleted, and brought back, by keyboard, and focus is never lost', async () => {
    const { workflow } = await practice.openOrder();
    const { page } = workflow;
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        let at: Element | null = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return `${at?.localName} ${at?.id} ${at?.textContent?.trim().slice(0, 40) ?? ''}`;
      });
    await workflow.button(/^Edit lisinopril/).press('Enter');
    await page.getByRole('heading', { name: 'Edit prescription' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'svc-prescribe-workflow');
    await page.getByLabel('Quantity').fill('90');
    await page.getByLabel('Days supply').fill('90');
    await page.keyboard.press('Control+Enter');
    await workflow.text(/Dispense 90/).waitFor();
    await workflow.button(/^Delete lisinopril/).press('Enter');
    await workflow.text(/lisinopril.* deleted/).waitFor();
    assert.match(await focused(), /pending/);
    await workflow.button(/^Undo/).press('Enter');
    await workflow.text(/Dispense 90/).waitFor();
    for (let looks = 0; looks < 100 && !(await focused()).startsWith('button edit-drf_'); looks += 1)
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    assert.match(await focused(), /button edit-drf_/);
    assert.deepEqual(
      (await names(workflow)).filter((name) => name.includes('draft')),
      ['svc-draft-prescription-created', 'svc-draft-prescription-deleted', 'svc-draft-prescription-created'],
    );
    await page.close();
  });

  test('W2: removed and added again, and moved in the page, the workflow still has what was typed', async () => {
    const { workflow } = await practice.openOrder();
    const { page } = workflow;
    await page.getByLabel('Directions for the patient').fill('half a sentence');
    await workflow.element.evaluate(async (node) => {
      const parent = node.parentElement;
      node.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      parent?.append(node);
    });
    assert.equal(await page.getByLabel('Directions for the patient').inputValue(), 'half a sentence');
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    assert.equal(await asked, 'beforeunload', 'leaving with unsaved text is asked about');
    await page.close();
  });

  test('U9: a tab with another patient is warned about', async () => {
    const { workflow } = await practice.openOrder();
    const other = await openWorkflow(
      testbed,
      { 'patient-id': await newPatient(ask) },
      { context: workflow.page.context(), path: '/b' },
    );
    await other.text('Another tab of this browser has a different patient open.').waitFor();
    await workflow.text('Another tab of this browser has a different patient open.').waitFor();
    await other.page.close();
    await workflow
      .text('Another tab of this browser has a different patient open.')
      .waitFor({ state: 'detached' });
    await workflow.page.close();
  });

  test('at 320 px the button stays in sight, nothing is cut, and all of it is sound', async () => {
    const { workflow } = await practice.openOrder({}, { width: 320 });
    const { page } = workflow;
    assert.ok(await workflow.button('Send Order').isVisible());
    const box = await workflow.button('Send Order').boundingBox();
    assert.ok(box !== null && box.y + box.height <= 900 && box.width >= 240);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    await assertAccessible(page, '320 px');
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text(/^Order: /).waitFor();
    await assertAccessible(page, 'result at 320 px');
    await page.close();
  });
});

describe('faults on the way of what was typed', () => {
  for (const [fault, act] of [
    ['500', (route: Route) => route.fulfill({ status: 500, body: 'out of order' })],
    ['time-out', (route: Route) => route.abort('timedout')],
  ] as const)
    test(`W2, W5: ${fault} while a draft is saved and while it is sent: the text stays, and it goes on once it works`, async () => {
      const { workflow, patientId } = await practice.openOrder();
      const { page } = workflow;
      const failing = async (work: () => Promise<void>): Promise<void> => {
        await page.route('**/graphql', (route) =>
          route.request().headers()['idempotency-key'] === undefined ? route.continue() : act(route),
        );
        await work();
        await page.unroute('**/graphql');
      };
      await workflow.button(/^Edit lisinopril/).click();
      const directions = page.getByLabel('Directions for the patient');
      const typed = 'Take 1 tablet by mouth every evening.';
      await directions.fill(typed);
      await failing(async () => {
        await page.keyboard.press('Control+Enter');
        await page.getByRole('alert').first().waitFor({ timeout: 30_000 });
        assert.equal(await directions.inputValue(), typed);
      });
      await directions.press('Control+Enter');
      await workflow.button(/^Edit lisinopril/).waitFor();
      await workflow.pending.getByText(typed).waitFor();
      const confirm = await toReview(workflow, 'Send Order');
      await failing(async () => {
        await confirm.click();
        await workflow.text('The answer did not arrive').waitFor({ timeout: 30_000 });
        assert.ok(await workflow.text(typed).isVisible());
        assert.deepEqual(await workflow.heard('svc-order-error'), []);
      });
      await workflow.button('Ask again now').click();
      await workflow.text(/^Order: /).waitFor({ timeout: 20_000 });
      assert.equal((await practice.ordersOf(patientId)).length, 1);
      await page.close();
    });

  test('A1: a session that ends at the confirmation: the review stays, the person signs in in place, and the same order goes on', async () => {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    const confirm = await toReview(workflow, 'Send Order');
    await endSession(page, testbed);
    await confirm.click();
    await workflow.text('Your session has ended. What you entered is still here.').waitFor();
    assert.ok(await page.getByRole('region', { name: 'Review and sign' }).isVisible());
    assert.deepEqual(await practice.ordersOf(patientId), []);
    const opened = page.waitForEvent('popup');
    await workflow.button('Sign in again').click();
    await (await opened).waitForEvent('close');
    await workflow.text(/^(?:Your session has ended|Signing in)/).waitFor({ state: 'detached' });
    await workflow.button(/^Sign and send/).click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.deepEqual(await workflow.heard('svc-order-error'), []);
    await page.close();
  });

  test('A1: after the end of a session history and result say so and lead to the sign-in, and nothing of it stays', async () => {
    const { workflow } = await practice.openOrder({ 'enable-med-history': 'true' });
    const { page } = workflow;
    const history = page.getByRole('region', { name: 'Medication history' });
    const result = page.getByRole('region', { name: /^Order: / });
    await (await toReview(workflow, 'Send Order')).click();
    await result.getByText('The status is kept current while this is open.').waitFor();
    await endSession(page, testbed);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await history.getByText('The list may be old. Your session has ended.').waitFor();
    await result.getByText('What is shown may be out of date. Your session has ended.').waitFor();
    assert.equal(await page.getByText('does not answer').count(), 0);
    const opened = page.waitForEvent('popup');
    await history.getByRole('button', { name: 'Sign in again' }).click();
    await (await opened).waitForEvent('close');
    await result.getByText('The status is kept current while this is open.').waitFor();
    await history.getByText('The list may be old.').waitFor({ state: 'detached' });
    assert.equal(await page.getByText(/session has ended|is signed in/).count(), 0);
    await page.close();
  });

  test('A1: what could not be done without a session is no error any more after the next sign-in', async () => {
    const { workflow } = await practice.openOrder();
    const { page } = workflow;
    await endSession(page, testbed);
    await workflow.button('Send Order').click();
    const refused = page.locator('[part=summary]').getByText('Nobody is signed in.');
    await refused.waitFor();
    const opened = page.waitForEvent('popup');
    await workflow.button('Sign in again').click();
    await (await opened).waitForEvent('close');
    await refused.waitFor({ state: 'detached' });
    await toReview(workflow, 'Send Order');
    await page.close();
  });

  test('W5: one click on the confirmation while a sign-in is finishing is enough, and makes one order', async () => {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    const confirm = await toReview(workflow, 'Send Order');
    await endSession(page, testbed);
    await confirm.click();
    await workflow.text('Your session has ended.').waitFor();
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await page.route(`${testbed.baseUrl}/oidc/token`, async (route) => {
      await held;
      await route.continue();
    });
    const opened = page.waitForEvent('popup');
    await workflow.button('Sign in again').click();
    await (await opened).waitForEvent('close');
    await workflow.button(/^Sign and send/).click();
    await workflow.text('Signing and sending…').waitFor();
    assert.deepEqual(await practice.ordersOf(patientId), []);
    finish();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.equal((await workflow.heard('svc-order-created')).length, 1);
    assert.deepEqual(await workflow.heard('svc-order-error'), []);
    await page.close();
  });
});

test('enable-send-to-patient: the link goes to the patient’s phone, the patient chooses, and the element follows while it is seen', async () => {
  const before = testbed.sandbox.peers.texts().length;
  const { workflow } = await practice.openOrder({ 'pharmacy-id': '', 'enable-send-to-patient': 'true' });
  const { page } = workflow;
  let asked = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes(OrderStatus.id) === true) asked += 1;
  });
  await (await toReview(workflow, 'Send Order')).click();
  await workflow.text('Order: Patient to choose').waitFor();
  await workflow.text('The link was sent to the patient’s phone.').waitFor();

  const stays = async (): Promise<void> => {
    // What is on its way has come; then a whole round of asking passes.
    await page.waitForTimeout(300);
    const seen = asked;
    await page.waitForTimeout(3_500);
    assert.equal(asked, seen);
  };
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`,
  );
  await stays();
  await page.evaluate('delete document.visibilityState');
  await page.evaluate(`
    window.kept = document.querySelector('${WORKFLOW}');
    window.home = window.kept.parentElement;
    window.kept.remove()`);
  await stays();
  await page.evaluate('window.home.append(window.kept)');

  const link = testbed.sandbox.peers
    .texts()
    .slice(before)
    .map(({ text }) => /http:\/\/\S+\/p\/[\w-]{43}/.exec(text)?.[0])
    .find((found) => found !== undefined);
  assert.ok(link !== undefined, 'a text with a link arrived');
  const phone = await (await testbed.context({ viewport: { width: 320, height: 640 } })).newPage();
  await phone.goto(link);
  for (const [name, value] of [
    ['month', '02'],
    ['day', '29'],
    ['year', '1980'],
  ] as const)
    await phone.locator(`input[name="${name}"]`).fill(value);
  await phone.keyboard.press('Enter');
  await phone.getByLabel('ZIP code, or address with ZIP code').fill('02114');
  await phone.getByRole('button', { name: 'Find pharmacies' }).click();
  await phone
    .getByRole('button', { name: `Choose ${practice.local.name}` })
    .first()
    .click();
  await phone.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
  await workflow.text(/^Order: (?:Sent|Received)$/).waitFor({ timeout: 20_000 });
  await phone.context().close();
  await page.close();
});
