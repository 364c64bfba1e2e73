// What a deployment asks of whoever signs in and signs, in a real browser: one sign-in at a time, the attestation, a fresh proof (A1, A2, W4).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_ATTESTATION } from '@pestle/service/for-tests/identity';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import { button, fillSignIn, personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import type { Practice } from './support/workflow.ts';
import { openPractice, toReview } from './support/workflow.ts';

/** Oldest proof that is good for signing; long enough to sign after proving it on a busy machine. */
const PROOF_SECONDS = 10;

let testbed: Testbed;
let practice: Practice;
let signedInAt = 0;
before(async () => {
  testbed = await openTestbed({
    people: {
      attestation: DEFAULT_ATTESTATION,
      signingProofAgeSeconds: PROOF_SECONDS,
      externalIssuers: [],
      mail: null,
      passwordRangeUrl: null,
    },
  });
  practice = await openPractice(testbed);
});
after(async () => {
  assert.deepEqual(testbed.foreign, [], 'E6: no request to another host');
  await testbed.close();
});

/** Lets a script of the page press a button inside the element. */
function pressByScript(page: Page, text: string): Promise<boolean> {
  return page.locator('svc-prescribe-workflow').evaluate((node, words) => {
    const root = node.shadowRoot?.firstElementChild?.shadowRoot;
    const found = [...(root?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent.trim() === words,
    );
    found?.click();
    return found !== undefined;
  }, text);
}

test('A2: the attestation is asked for before anything is created, agreed to by a person only, and the prefills follow', async () => {
  const { workflow } = await practice.openOrder();
  signedInAt = Date.now();
  const { page } = workflow;
  const asked = page.getByRole('region', { name: 'Before you sign for the first time' });
  await asked.getByText('When I sign a prescription here, I prescribe it myself').waitFor();
  assert.equal(await page.getByRole('combobox', { name: /^Search medication/ }).count(), 0);
  assert.deepEqual(await workflow.heard('svc-draft-prescription-created'), []);
  await assertAccessible(page, 'attestation');
  assert.ok(await pressByScript(page, 'I agree'));
  await workflow.button('Send Order').click();
  await workflow.text('Agree to the signature attestation first.').waitFor();
  await asked.getByRole('button', { name: 'I agree' }).press('Enter');
  await workflow.pending.first().waitFor();
  assert.equal(await asked.count(), 0);
  await page.context().close();
});

test('W4: a proof that is older than the limit is asked for again in a window of the service; what was reviewed is then sent, once', async () => {
  const { workflow, patientId } = await practice.openOrder();
  const { page } = workflow;
  // A2: the agreement counts on every page and in every session from now on.
  await workflow.pending.first().waitFor();
  const confirm = await toReview(workflow, 'Send Order');
  await page.waitForTimeout(Math.max(0, signedInAt + PROOF_SECONDS * 1_000 - Date.now()));
  await confirm.click();
  const prove = workflow.button('Prove that it is you');
  await prove.waitFor();
  assert.ok(await prove.evaluate((node) => node.matches(':focus')));
  assert.deepEqual(await practice.ordersOf(patientId), []);
  await assertAccessible(page, 'fresh proof');

  const opened = page.waitForEvent('popup');
  await prove.click();
  const popup = await opened;
  await popup.getByLabel('Password').waitFor();
  await popup.close();
  await prove.waitFor();
  assert.deepEqual(await practice.ordersOf(patientId), [], 'a proof that was given up loses nothing');

  const secondPopup = page.waitForEvent('popup');
  await prove.click();
  await fillSignIn(await secondPopup, personOf());
  await workflow.text(/^Order: /).waitFor();
  assert.equal((await practice.ordersOf(patientId)).length, 1);
  assert.equal((await workflow.heard('svc-order-created')).length, 1);
  assert.deepEqual(await workflow.heard('svc-order-error'), []);
  await page.context().close();
});

test('auto-login: while the page leaves, nobody can begin a second sign-in', async () => {
  const context = await testbed.context();
  let asked = 0;
  context.on('request', (request) => {
    if (request.url().includes('/oidc/auth?')) asked += 1;
  });
  let leave = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // The code of the sign-in comes late: the page is still there, and a person is quick.
  await context.route('**/sign-in-flow-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const page = await testbed.open(testbed.client('', 'auto-login="true"'), { context, signIn: false });
  await button(page, 'Cancel').waitFor();
  assert.equal(await button(page, 'Sign in').count(), 0);
  const second = await page
    .locator('svc-client')
    .evaluate((client) => (client as HTMLElement & { signIn(): Promise<boolean> }).signIn());
  assert.equal(second, false);
  leave();
  await page.getByLabel('Password').waitFor();
  assert.equal(asked, 1);
  assert.equal(context.pages().length, 1);
  await context.close();
});
