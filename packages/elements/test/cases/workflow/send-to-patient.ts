// The way of an order that its patient routes, in a real browser: from the element to the phone and back.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { OrderStatus } from '@pestle/client/documents/signing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient } from '@pestle/testbed/elements/records';
import { linkToChoose } from '@pestle/testbed/sandbox/texted-link';
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
    // What is on its way may still come, late on a busy machine; then whole rounds of asking pass.
    let seen = -1;
    for (let rounds = 0; rounds < 10 && asked !== seen; rounds += 1) {
      seen = asked;
      await page.waitForTimeout(3_500);
    }
    assert.equal(asked, seen, 'it goes on to ask');
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

  const link = linkToChoose(testbed.sandbox.peers.texts(), before);
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
  await workflow.text(/^Order: (?:Sent|Received)$/).waitFor();
  await phone.context().close();
  await page.close();
});

test('the preferred pharmacy without a choice: offered where the patient has one, repeated in the review, kept with the order', async () => {
  const { ask, local } = practice;
  const own = await newPatient(ask, { preferredPharmacyId: local.id });
  const { workflow } = await practice.openOrder({
    'patient-id': own,
    'pharmacy-id': '',
    'enable-send-to-patient': 'true',
  });
  const box = workflow.page.getByLabel(
    `If the patient chooses none within 15 minutes, send to ${local.name}`,
  );
  await box.check();
  const sign = await toReview(workflow, 'Send Order');
  await workflow.text(`Without a choice within 15 minutes: ${local.name}`).waitFor();
  await sign.click();
  await workflow.text('Order: Patient to choose').waitFor();
  const { orders } = await ask<{ orders: { nodes: { createdAt: string; preferredPharmacyAt: string }[] } }>(
    'query($p: String!) { orders(patientId: $p) { nodes { createdAt preferredPharmacyAt } } }',
    { p: own },
  );
  const [order] = orders.nodes;
  assert.equal(
    Date.parse(order?.preferredPharmacyAt ?? '') - Date.parse(order?.createdAt ?? ''),
    15 * 60_000,
  );
  await workflow.page.close();
  const without = await practice.openOrder({ 'pharmacy-id': '', 'enable-send-to-patient': 'true' });
  await without.workflow.text(/^A secure link goes to/).waitFor();
  assert.equal(await without.workflow.page.getByLabel(/within 15 minutes/).count(), 0);
  await without.workflow.page.close();
});
