// Coverage never stands in the way, in a real browser: slow answers, payers that are gone, sessions that end, patients that are switched.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endSession } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Route } from 'playwright-core';
import { failing } from '../../states/scene.ts';
import { drafts, focused, heard, member, open, summary } from '../../support/coverage-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial, toReview } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

describe('coverage never stands in the way', () => {
  test('while it is not answered, adding, review and sending go on', async () => {
    const patientId = await member();
    const context = await testbed.contextOf();
    const workflow = await open(
      [],
      { 'patient-id': patientId, 'pharmacy-id': practice.local.id },
      { context },
    );
    const { page } = workflow;
    await failing(testbed, page, 'CoverageCheck', 'held');
    await workflow.element.evaluate(
      (node, input) => (node as HTMLElement & { addDraft(given: unknown): Promise<unknown> }).addDraft(input),
      (JSON.parse(initial(practice.metformin)) as object[])[0],
    );
    await summary(page, 'Checking coverage').waitFor();
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.deepEqual(await workflow.heard('svc-coverage-checked'), []);
    await context.close();
  });

  test('the payer cannot be reached: said with the reason, and Try again asks once more; focus is not lost', async () => {
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], {}, { context });
    const { page } = workflow;
    await summary(page, /Covered · about/).waitFor();
    await failing(testbed, page, 'CoverageCheck', 'offline');
    await workflow.button(/^Duplicate/).click();
    await page.getByLabel('Reason for prescribing it twice').fill('Taper, second step.');
    await page.keyboard.press('Control+Enter');
    await drafts(page).nth(1).waitFor();
    const row = drafts(page).nth(1);
    await row.getByText('Could not check coverage').waitFor();
    assert.equal(await summary(page, /Covered · about/).count(), 1, 'what was answered before stays');
    await page.unroute(`${testbed.baseUrl}/graphql`);
    await row.getByRole('button', { name: 'Try again' }).press('Enter');
    await summary(page, /Covered · about/)
      .nth(1)
      .waitFor();
    await focused(page, /^(?:summary|li)/);
    await context.close();
  });

  test('a session that ends: the row asks to sign in again, and goes on after that', async () => {
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], {}, { context });
    const { page } = workflow;
    await summary(page, /Covered · about/).waitFor();
    await endSession(page, testbed);
    await page.getByRole('radio').first().click();
    const signIn = page.locator('.coverage').getByRole('button', { name: 'Sign in again' });
    await signIn.waitFor();
    await page.unroute(`${testbed.baseUrl}/oidc/token`);
    await signIn.click();
    await summary(page, /Covered · about/).waitFor();
    await context.close();
  });

  test('E5: an answer that comes after the patient was switched is shown nowhere and told to nobody', async () => {
    const [first, second] = [await member(), await newPatient(practice.ask)];
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], { 'patient-id': second }, { context });
    const { page } = workflow;
    await summary(page, 'No coverage data').waitFor();
    const late: Route[] = [];
    let arrived = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route(`${testbed.baseUrl}/graphql`, async (route) => {
      const body = route.request().postData() ?? '';
      if (!body.includes('draftIds') || !body.includes(first)) return await route.fallback();
      late.push(route);
      arrived();
    });
    await workflow.set('patient-id', first);
    await held;
    await workflow.set('patient-id', second);
    await summary(page, 'No coverage data').waitFor();
    for (const route of late) await route.continue().catch(() => undefined);
    // The next question of this patient is answered after it.
    const before = (await workflow.heard('svc-coverage-checked')).length;
    await page.getByRole('radio').first().click();
    await heard(page, 'svc-coverage-checked', before + 1);
    assert.equal(await summary(page, /Covered/).count(), 0);
    const fired = await workflow.heard('svc-coverage-checked');
    assert.deepEqual(new Set(fired.map(({ detail }) => detail['patientId'])), new Set([second]));
    await context.close();
  });
});
