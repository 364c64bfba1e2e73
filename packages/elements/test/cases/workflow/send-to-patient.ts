// The way of an order that its patient routes, in a real browser: from the element to the phone and back.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { OrderStatus } from '@pestle/client/documents/signing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { toReview, WORKFLOW } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
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
