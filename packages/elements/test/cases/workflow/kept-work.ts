// Nothing typed is lost and nothing leaks, in a real browser: patients, tabs, networks, removal, small screens (E5, W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Route } from 'playwright-core';
import { directions, pick, search } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { heardNames as names, openWorkflow, toReview, WORKFLOW } from '../../support/workflow.ts';

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
    const written = (id: string) => directions(page.locator(`#${id}`));
    await pick(page.locator('#one'), 'metformin 500 mg oral tablet');
    await written('one').fill('words for the first');
    assert.equal(await written('two').count(), 0);
    assert.match(await page.locator('#two').getByRole('region', { name: 'Patient' }).innerText(), /SECONDLY/);
    await page.locator('#one').evaluate((node, id) => node.setAttribute('patient-id', id), second);
    await page.locator('#one').getByText('SECONDLY').waitFor();
    await search(page.locator('#one')).waitFor();
    assert.equal(await written('one').count(), 0);
    await page.locator('#one').evaluate((node, id) => node.setAttribute('patient-id', id), first);
    await page.locator('#one').getByText('FIRSTLY').waitFor();
    assert.equal(
      await written('one').inputValue(),
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
    await workflow.text('This change was not saved:').waitFor();
    assert.equal(await workflow.pending.count(), 1);
    await workflow.button('Send Order').click();
    // It is called 'Checking…' until the review was given up.
    await workflow.button('Send Order').waitFor();
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
    await pick(page, 'metformin 500 mg oral tablet');
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
    assert.ok(box !== null && box.y + box.height <= 900 && box.width >= 120);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    await assertAccessible(page, '320 px');
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text(/^Order: /).waitFor();
    await assertAccessible(page, 'result at 320 px');
    await page.close();
  });
});

describe('faults on the way of what was typed', () => {
  /** A medicine in the form, whose saving is held back until `answer` says how it ends; whoever presses meanwhile waits. */
  async function openSaving(): Promise<{
    readonly workflow: Awaited<ReturnType<typeof openWorkflow>>;
    readonly patientId: string;
    readonly answer: (how: (route: Route) => Promise<void>) => void;
    readonly writes: () => number;
  }> {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('Take 1 tablet by mouth twice daily.');
    await page.getByLabel('Quantity').fill('60');
    await page.getByLabel('Days supply').fill('30');
    const held = Promise.withResolvers<(route: Route) => Promise<void>>();
    let writes = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().headers()['idempotency-key'] === undefined) return await route.continue();
      writes += 1;
      if (writes > 1) return await route.continue();
      await (await held.promise)(route);
    });
    const asked = page.waitForRequest((request) => 'idempotency-key' in request.headers());
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.keyboard.press('Control+Shift+Enter');
    await workflow.button('Checking…').waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await workflow.button('Checking…').click({ force: true });
    assert.equal(await workflow.button(/^Sign /).count(), 0);
    return { workflow, patientId, answer: held.resolve, writes: () => writes };
  }

  test('W5, W6: Send Order pressed while a medicine is being saved waits for it, and then opens one review of everything', async () => {
    const { workflow, patientId, answer, writes } = await openSaving();
    answer((route) => route.continue());
    const confirm = workflow.button(/^Sign /);
    await confirm.waitFor();
    assert.match((await confirm.textContent()) ?? '', /^Sign and send 2 prescriptions /);
    assert.equal(writes(), 2, 'the draft and one review of it');
    await confirm.click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    await workflow.page.close();
  });

  test('W5, W6: where a medicine cannot be saved, the press of Send Order that waited for it says so and sends nothing', async () => {
    const { workflow, patientId, answer, writes } = await openSaving();
    const refusal = {
      message: 'Refused.',
      path: ['createDraft'],
      extensions: { code: 'TREATMENT_DISABLED' },
    };
    answer((route) => route.fulfill({ json: { data: null, errors: [refusal] } }));
    await workflow.text('A change could not be saved, and nothing was sent.').waitFor();
    await workflow.button('Send Order').waitFor();
    assert.equal(writes(), 1, 'no review is asked for');
    assert.equal(await directions(workflow.page).inputValue(), 'Take 1 tablet by mouth twice daily.');
    assert.deepEqual(await practice.ordersOf(patientId), []);
    await workflow.page.close();
  });

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
        const asked = page.waitForRequest((request) => 'idempotency-key' in request.headers());
        await page.keyboard.press('Control+Enter');
        await asked;
        assert.equal(await directions.inputValue(), typed);
      });
      // It asks once more by itself, and may be through before anybody presses again.
      if (await directions.isVisible())
        await directions.press('Control+Enter', { timeout: 2_000 }).catch(() => undefined);
      await workflow.button(/^Edit lisinopril/).waitFor();
      await workflow.pending.getByText(typed).waitFor();
      const confirm = await toReview(workflow, 'Send Order');
      await failing(async () => {
        await confirm.click();
        await workflow.text('The answer did not arrive').waitFor();
        assert.ok(await workflow.text(typed).isVisible());
        assert.deepEqual(await workflow.heard('svc-order-error'), []);
      });
      await workflow.button('Ask again now').click();
      await workflow.text(/^Order: /).waitFor();
      assert.equal((await practice.ordersOf(patientId)).length, 1);
      await page.close();
    });
});
