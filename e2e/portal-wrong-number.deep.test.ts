// Patients whom no text reaches, in real browsers: a number that somebody else has, said on the page behind the text, where it is said to be right, or corrected; and a text that failed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { organization, patients, users } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Order, Practice } from '@pestle/testbed/api/api-practice';
import { CREATE_ORDER, openPractice } from '@pestle/testbed/api/api-practice';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import { eventually, until } from '@pestle/testbed/patience';
import { linkToChoose } from '@pestle/testbed/sandbox/texted-link';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
let practice: Practice;
before(async () => {
  practice = await openPractice();
  running = await launchBrowser();
});
after(async () => {
  await running.close();
  await practice.close();
});

async function staffAt(path: string): Promise<{ page: Page; complaints: string[] }> {
  const staff = users.find(({ role }) => role === 'staff');
  assert.ok(staff !== undefined);
  const opened = await openWatchedPage(running.browser, `${practice.sandbox.baseUrl}/portal/${path}`, {
    width: 1280,
  });
  const { page } = opened;
  await page
    .locator('svc-client')
    .getByRole('button', { name: /^Sign in/ })
    .click();
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Portal' }).waitFor();
  return opened;
}

const texted = patients.filter(
  ({ phone, deceasedAt, language }) =>
    phone !== undefined && deceasedAt === undefined && language === undefined,
);

/** An order that waits for its patient's choice, whose text reaches somebody else, who says so. */
async function saidToBeWrong(index: number): Promise<(typeof texted)[number]> {
  const patient = texted[index];
  assert.ok(patient !== undefined);
  const { peers } = practice.sandbox;
  const earlier = peers.texts().length;
  const draft = await practice.createDraft(undefined, { patientId: patient.externalId });
  const input = { drafts: [await practice.reviewed(draft.id)] };
  dataOf(await practice.prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }));
  const link = await eventually(
    () => linkToChoose(peers.texts(), earlier, patient.phone),
    'the text with the link',
  );
  const { page } = await openWatchedPage(running.browser, link);
  await page.getByRole('link', { name: 'This is not me' }).click();
  await page.locator('main button.main').click();
  await page.getByText(/The link does not work any more/).waitFor();
  await page.context().close();
  return patient;
}

const items = (page: Page) => page.locator('tbody[data-item]');

test('what the patient’s page is told comes to the desk by itself; who knows that the number is right says how', async () => {
  const { page, complaints } = await staffAt('desk?situation=WRONG_NUMBER');
  await page.getByText('Nothing on the desk is like this.').waitFor();
  const patient = await saidToBeWrong(0);
  const row = items(page).filter({ hasText: patient.lastName.toUpperCase() });
  await row.getByText('Somebody else has the number of the patient. Texts have stopped.').waitFor();
  await row.getByRole('link', { name: /^Correct the number: / }).waitFor();
  await row.getByRole('button', { name: /Wrong number$/ }).click();
  await row.getByText('Number on file:').waitFor();
  await assertAccessibleInEveryLook(page, 'desk, wrong number');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: 'The number is right' }).click();
  const form = page.locator('form');
  await form.getByRole('button', { name: 'The number is right' }).click();
  await page.getByText('Write how it is known.').waitFor();
  await page.getByLabel('How it is known').fill('They called from it.');
  await form.getByRole('button', { name: 'The number is right' }).click();
  await page.getByText('Texts go to this number again.').waitFor();
  await page.getByText('Nothing on the desk is like this.').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a link to the item opens just that; another number settles it', async () => {
  const patient = await saidToBeWrong(1);
  const { deskItems } = dataOf(
    await practice.staff<{ deskItems: { nodes: readonly { id: string }[] } }>(
      '{ deskItems(filter: { situations: [WRONG_NUMBER] }) { nodes { id } } }',
    ),
  );
  const [item, ...more] = deskItems.nodes;
  assert.deepEqual(more, []);
  const { page } = await staffAt(`desk?item=${encodeURIComponent(item?.id ?? '')}`);
  await page.getByText('Number on file:').waitFor();
  assert.equal(await items(page).count(), 1);
  await page.getByRole('link', { name: /^Correct the number: / }).click();
  const phone = page.getByLabel('Mobile phone');
  await phone.fill('617-555-0188');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.waitForURL(/\/portal\/patients\/pat_/);
  await until(async () => {
    const { deskItems: left } = dataOf(
      await practice.staff<{ deskItems: { nodes: readonly object[] } }>(
        '{ deskItems(filter: { situations: [WRONG_NUMBER] }) { nodes { id } } }',
      ),
    );
    return left.nodes.length === 0;
  }, 'the desk has still something of it');
  assert.notEqual(patient.phone, undefined);
  await page.context().close();
});

test('P5: a cancel of which no text told the patient lies on the desk with the number to call; the order lists its texts', async () => {
  const patient = texted[2];
  assert.ok(patient !== undefined);
  const draft = await practice.createDraft(undefined, { patientId: patient.externalId });
  const input = { drafts: [await practice.reviewed(draft.id)] };
  const { createOrder } = dataOf(await practice.prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }));
  dataOf(
    await practice.prescriber(
      'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { order { id } } }',
      {
        input: { orderId: createOrder.id, reason: 'The patient asked for it.' },
      },
    ),
  );
  const textsOf = async () =>
    dataOf(
      await practice.staff<{ order: { texts: readonly { about: string; state: string }[] } }>(
        'query($id: ID!) { order(id: $id) { texts { about state } } }',
        { id: createOrder.id },
      ),
    ).order.texts;
  await until(
    async () => (await textsOf()).some(({ about, state }) => about === 'CANCELED' && state === 'SENT'),
    'no text told of the cancel',
  );
  // As a carrier's receipt says it.
  await practice.sandbox.service.store.withOrg(organization.id as OrganizationId, (tx) =>
    sql`update text_message set state = 'failed' where order_id = ${createOrder.id} and about = 'canceled'`.execute(
      tx,
    ),
  );
  const { page, complaints } = await staffAt('desk?situation=PATIENT_NOT_TOLD');
  const row = items(page).filter({ hasText: patient.lastName.toUpperCase() });
  await row.getByText('No text told the patient that it was canceled. Call the patient.').waitFor();
  await row.getByRole('button', { name: /Patient not told$/ }).click();
  await row.getByText('Number on file:').waitFor();
  await assertAccessibleInEveryLook(page, 'desk, patient not told');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('link', { name: /^To the order: / }).click();
  const texts = page.getByRole('region', { name: 'Texts to the patient' });
  await texts.getByText('That it was canceled: reached nobody').waitFor();
  await assertAccessibleInEveryLook(page, 'order, texts to the patient');
  assert.deepEqual(complaints, []);
  await page.context().close();
});
