// A session that ends while somebody prescribes, in a real browser: nothing is lost, and nothing is sent twice (A1, W5).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endSession } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { toReview } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

describe('a session that ends', () => {
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
    // The second, where the end was known before the button was pressed: what was saved is asked for by itself.
    const refused = page
      .locator('[part=summary]')
      .filter({ hasText: /Nobody is signed in\.|Sign in again\./ });
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
