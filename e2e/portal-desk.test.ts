// The portal's desk in a real browser: two people and one item, which is taken, noted on and handled; the number in the navigation, keys, every look.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import { assertAccessibleInEveryLook } from '@pestle/testbed/browser/browser';
import { until } from '@pestle/testbed/patience';
import type { Page } from 'playwright-core';
import type { Patient, PortalStage } from './support/portal-stage.ts';
import { FAX_ONLY, NO_FAX_IN_OHIO, openPortalStage, patientAt, personOf } from './support/portal-stage.ts';

/** Denies a cancel some seconds later, and says why. */
const DENIES_LATER = 'phr_0DEN1ES01ATER0000000000000';

let stage: PortalStage;
let practice: PortalStage['practice'];
let at: PortalStage['at'];
let baseUrl: string;

before(async () => {
  stage = await openPortalStage();
  ({ practice, at } = stage);
  baseUrl = practice.sandbox.baseUrl;
  const stuck = await practice.send(NO_FAX_IN_OHIO);
  await practice.until(stuck.id, ({ state }) => state === 'ERROR');
  await practice.createDraft(practice.staff, { prescriberId: personOf('prescriber').id });
});
after(() => stage.close());

const items = (page: Page) => page.locator('tbody[data-item]');
const stuckRow = (page: Page) => items(page).filter({ hasText: 'Stuck' });
const act = (page: Page, name: string | RegExp) => stuckRow(page).getByRole('button', { name });
const panel = (page: Page) => page.locator('.act-panel');
const confirm = (page: Page, name: string | RegExp) => page.locator('form').getByRole('button', { name });

test('one item, two people: whoever is slower reads who took it and when; a note and the end are seen by both', async () => {
  const elena = await at('', 'prescriber');
  const sam = await at('desk?situation=STUCK', 'staff');
  await elena.page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
  await elena.page.getByRole('link', { name: /^Desk.*2 waiting/ }).waitFor();
  await items(sam.page).first().waitFor();
  await items(elena.page).nth(1).waitFor();
  assert.equal(await items(sam.page).count(), 1);
  assert.equal(await items(elena.page).count(), 2);

  await act(sam.page, /TESTER, Jane: Stuck/).click();
  await stuckRow(sam.page).getByRole('link', { name: 'Prescription' }).waitFor();
  await act(sam.page, 'Take').click();
  // Meanwhile Elena hands it to Sam: what he is about to do follows.
  await elena.page.keyboard.press('j');
  await elena.page.keyboard.press('a');
  await elena.page.getByLabel('To whom').selectOption({ label: 'Sam Whitfield' });
  await confirm(elena.page, 'Hand over').click();
  await elena.page.getByText('Handed over.').waitFor();
  await stuckRow(elena.page).filter({ hasText: 'Sam Whitfield' }).waitFor();
  await stuckRow(sam.page).filter({ hasText: 'You' }).waitFor();

  await act(elena.page, /TESTER, Jane: Stuck/).click();
  await act(elena.page, 'Take over from Sam Whitfield').click();
  await elena.page.getByText('It becomes yours and is Sam Whitfield’s no more.').waitFor();
  await confirm(elena.page, 'Take over from Sam Whitfield').click();
  await elena.page.getByText('It is yours.').waitFor();

  await act(elena.page, 'Add a note').click();
  await confirm(elena.page, 'Add a note').click();
  await elena.page.getByText('Write the note.').waitFor();
  await elena.page.getByLabel('Note, for everybody').fill('Called them, they call back.');
  await confirm(elena.page, 'Add a note').click();
  await stuckRow(sam.page).getByText('Called them, they call back.').waitFor();

  await act(sam.page, /^Mark as handled: /).click();
  await sam.page.getByLabel('How it was handled').fill('They have it by telephone.');
  await panel(sam.page).getByRole('button', { name: 'Mark as handled' }).click();
  await sam.page.getByText('Marked as handled.').first().waitFor();
  await sam.page.getByText('Nothing on the desk is like this.').waitFor();
  await elena.page.getByText('lies on the desk no more').waitFor();
  await elena.page.getByRole('link', { name: /^Desk.*1 waiting/ }).waitFor();
  assert.deepEqual([...elena.complaints, ...sam.complaints], []);
  await elena.page.context().close();
  await sam.page.context().close();
});

test('three people take one item at the same moment: one has it, the others read who, and all three see the same', async () => {
  const patient = await stage.newPatient('Threefold');
  await stage.stuckFor(patient);
  // Its owner is the signer: whoever else there is may take it.
  const people = [personOf('prescriber', 1), personOf('staff'), await stage.newStaff('Third')];
  const pages = await Promise.all(people.map(async (person) => (await at('desk', person)).page));
  for (const page of pages) {
    await rowOf(page, patient)
      .getByRole('button', { name: /^Take: / })
      .click();
    await confirm(page, 'Take').waitFor();
    // What each sees stays what it was until all have confirmed.
    await page.route('**/graphql', (route) =>
      route.request().headers()['idempotency-key'] !== undefined ? route.continue() : route.abort(),
    );
    await page.route('**/v1/live', (route) => route.abort());
  }
  await Promise.all(pages.map((page) => confirm(page, 'Take').click()));
  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const mine = page.getByText('It is yours.');
      const taken = page.getByText(/ took it at \d{1,2}:\d{2}\s[AP]M\./);
      await mine.or(taken).first().waitFor();
      return (await mine.count()) > 0 ? 'has it' : ((await taken.first().textContent()) ?? '');
    }),
  );
  const winner = people[outcomes.indexOf('has it')];
  assert.ok(winner !== undefined, outcomes.join());
  const name = `${winner.firstName} ${winner.lastName}`;
  assert.equal(outcomes.filter((one) => one.startsWith(`${name} took it at`)).length, 2, outcomes.join());
  for (const [index, page] of pages.entries()) {
    await page.unrouteAll();
    await page.reload();
    const owner = people[index] === winner ? 'You' : name;
    await rowOf(page, patient)
      .getByRole('button', { name: `Owner: ${owner}. Hand over` })
      .waitFor();
    await page.context().close();
  }
  // What lies there for the next test is as it was.
  const itemsOf =
    '{ deskItems(filter: { situations: [STUCK] }, first: 20) { nodes { id patient { lastName } } } }';
  const { data } = await practice.prescriber<{
    deskItems: { nodes: readonly { id: string; patient: { lastName: string } | null }[] };
  }>(itemsOf);
  const id = data?.deskItems.nodes.find((one) => one.patient?.lastName === patient.lastName)?.id;
  dataOf(
    await practice.prescriber(
      'mutation($id: ID!) { closeDeskItem(id: $id, reason: "Settled.") { item { id } } }',
      { id },
    ),
  );
});

test('who was faster is named with the time where two take at once', async () => {
  const again = await practice.send(NO_FAX_IN_OHIO);
  await practice.until(again.id, ({ state }) => state === 'ERROR');
  const { page } = await at('desk?situation=STUCK', 'staff');
  await act(page, /TESTER, Jane: Stuck/).click();
  await act(page, 'Take').click();
  // What Sam sees stays what it was until he confirms.
  await page.route('**/graphql', (route) =>
    route.request().headers()['idempotency-key'] !== undefined ? route.continue() : route.abort(),
  );
  await page.route('**/v1/live', (route) => route.abort());
  const { data } = await practice.prescriber<{ deskItems: { nodes: readonly { id: string }[] } }>(
    '{ deskItems(filter: { situations: [STUCK] }) { nodes { id } } }',
  );
  await practice.prescriber('mutation($id: ID!) { takeDeskItem(id: $id) { item { id } } }', {
    id: data?.deskItems.nodes[0]?.id,
  });
  await confirm(page, 'Take').click();
  await page.getByText(/Elena Rivera took it at \d{1,2}:\d{2}\s[AP]M\./).waitFor();
  await confirm(page, 'Take over from Elena Rivera').click();
  await page.getByText('It is yours.').waitFor();
  await page.context().close();
});

const rowOf = (page: Page, { lastName }: Patient) => items(page).filter({ hasText: lastName.toUpperCase() });
const situation = (page: Page, word: string) =>
  page.locator('.head .state.chip').getByText(word, { exact: true });
const done = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });

test('stuck → other pharmacy → delivered: two presses at the desk, and the order page of somebody else follows by itself', async () => {
  const patient = patientAt(1);
  const order = await stage.sendFor(patient, NO_FAX_IN_OHIO);
  const elena = await at('desk', 'prescriber');
  const sam = await at(`orders/${order.id}`, 'staff');
  await situation(sam.page, 'Stuck').first().waitFor();
  await rowOf(elena.page, patient)
    .getByRole('button', { name: /^Other pharmacy: / })
    .click();
  await panel(elena.page)
    .getByText(/^Cancels at Scioto River Pharmacy, and sends to the one you choose/)
    .waitFor();
  await done(elena.page, /^Send to .+ instead$/)
    .first()
    .click();
  await elena.page
    .locator('#said')
    .getByText(/^On its way to /)
    .waitFor();
  await rowOf(elena.page, patient).waitFor({ state: 'detached' });
  await situation(sam.page, 'Sent').first().waitFor();
  const { order: now } = dataOf(
    await practice.prescriber<{ order: { pharmacy: { id: string } } }>(
      'query($id: ID!) { order(id: $id) { pharmacy { id } } }',
      { id: order.id },
    ),
  );
  const pharmacyId = now.pharmacy.id;
  await practice.sandbox.peers.report({ pharmacyId, orderId: order.id, status: 'DELIVERED' });
  await situation(sam.page, 'Picked up').first().waitFor();
  await sam.page
    .getByRole('button', { name: /^(Ask for a cancel|Other pharmacy)/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.deepEqual([...elena.complaints, ...sam.complaints], []);
  await elena.page.context().close();
  await sam.page.context().close();
});

test('out of stock on the pharmacist’s page → the desk says so → another pharmacy → the patient is told', async () => {
  const patient = patientAt(2);
  const order = await stage.sendFor(patient, FAX_ONLY);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const { peers } = practice.sandbox;
  const elena = await at('desk', 'prescriber');
  const pharmacist = await stage.pharmacist();
  await pharmacist.locator('summary', { hasText: 'Cannot fill' }).click();
  await pharmacist.getByLabel('Reason').selectOption('out-of-stock');
  await pharmacist.getByRole('button', { name: 'Report that we cannot fill it' }).click();
  await rowOf(elena.page, patient).getByText('Witch City Pharmacy says: Out of stock.').waitFor();
  const before = peers.texts().length;
  await rowOf(elena.page, patient)
    .getByRole('button', { name: /^Other pharmacy: / })
    .click();
  await done(elena.page, /^Send to .+ instead$/)
    .first()
    .click();
  const said = await elena.page
    .getByText(/^On its way to /)
    .first()
    .textContent();
  const name = /^On its way to (.+)\.$/.exec(said?.trim() ?? '')?.[1] ?? '';
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const told = (): boolean =>
    peers
      .texts()
      .slice(before)
      .some(({ to, text }) => to === patient.phone && text.includes(`was sent to ${name}`));
  await until(told, () => `the patient is told of ${name}: ${JSON.stringify(peers.texts().slice(before))}`);
  await pharmacist.context().close();
  await elena.page.context().close();
});

test('D10: a cancel that is denied → the desk says why and whom to call; prescribing again is not offered', async () => {
  const patient = patientAt(3);
  const order = await stage.sendFor(patient, DENIES_LATER);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const elena = await at(`orders/${order.id}`, 'prescriber');
  const sam = await at('desk?situation=CANCEL_REFUSED', 'staff');
  await elena.page.getByRole('button', { name: /^Cancel: / }).click();
  await done(elena.page, 'Cancel it').click();
  await panel(elena.page).getByText('The cancel is on its way. The pharmacy has not confirmed it.').waitFor();
  await situation(elena.page, 'Cancel refused').first().waitFor();
  await rowOf(sam.page, patient)
    .getByText(/picked up this morning/i)
    .waitFor();
  await rowOf(sam.page, patient)
    .getByRole('button', { name: /Cancel refused/ })
    .click();
  await rowOf(sam.page, patient).getByRole('link', { name: '603-555-0151' }).waitFor();
  await rowOf(sam.page, patient)
    .getByRole('button', { name: /^Mark as handled: / })
    .waitFor();
  for (const { page } of [elena, sam])
    assert.equal(await page.getByRole('button', { name: /^Prescribe again/ }).count(), 0);
  await elena.page.context().close();
  await sam.page.context().close();
});

test('A2: staff ask for a cancel on the order’s page → the prescriber cancels from the desk, in two presses', async () => {
  const patient = patientAt(4);
  const order = await stage.sendFor(patient, DENIES_LATER);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const sam = await at(`orders/${order.id}`, 'staff');
  const elena = await at('desk', 'prescriber');
  await sam.page.getByRole('button', { name: /^Ask for a cancel: / }).click();
  assert.equal(await sam.page.getByRole('button', { name: /^(Cancel|Re-issue)/ }).count(), 0);
  await sam.page.getByLabel('Reason').fill('The patient moved away');
  await done(sam.page, 'Ask the prescriber').click();
  await panel(sam.page).getByText('A prescriber was asked. Nothing is canceled yet.').waitFor();
  const row = rowOf(elena.page, patient);
  await row.getByText('Sam Whitfield asks: The patient moved away').waitFor();
  await row.locator('[data-next]').click();
  await done(elena.page, 'Cancel it').click();
  await elena.page
    .getByText('The cancel is on its way. The pharmacy has not confirmed it.')
    .first()
    .waitFor();
  await situation(sam.page, 'Cancel sent').or(situation(sam.page, 'Cancel refused')).first().waitFor();
  await sam.page.context().close();
  await elena.page.context().close();
});

test('E7: the desk is axe clean and fits in every look, closed, open and with nothing on it', async () => {
  const { page } = await at('desk', 'prescriber');
  await items(page).first().waitFor();
  await assertAccessibleInEveryLook(page, 'desk');
  await page.setViewportSize({ width: 1280, height: 800 });
  await act(page, /TESTER, Jane: Stuck/).click();
  await act(page, /^Mark as handled: /).click();
  await page.getByLabel('How it was handled').waitFor();
  await assertAccessibleInEveryLook(page, 'desk, open');
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel(page).getByRole('button', { name: 'Back' }).click();
  await act(page, /^Call-in sheet: /).click();
  await page.getByLabel('Taken by').waitFor();
  await assertAccessibleInEveryLook(page, 'desk, call-in sheet');
  await page.goto(`${baseUrl}/portal/desk?situation=PROBLEM`);
  await page.getByText('Nothing on the desk is like this.').waitFor();
  await assertAccessibleInEveryLook(page, 'desk, nothing');
  await page.context().close();
});
