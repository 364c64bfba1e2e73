// What people do with an order after sending, in a real browser with pharmacies that are down, cannot fill and refuse: each in two presses.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import { hasFocus, openTag } from '../../support/part-page.ts';
import type { Practice } from '../../support/workflow.ts';

/** Its endpoint is down, and its state forbids the fax. */
const DOWN_IN_OHIO = 'phr_00H100N00FAX00000000000000';
/** Takes it, and then cannot fill it. */
const CANNOT_FILL = 'phr_0REP0RTS0ERR0R000000000000';
/** Denies a cancel some seconds later, and says why. */
const DENIES_LATER = 'phr_0DEN1ES01ATER0000000000000';
const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';

let testbed: Testbed;
let ask: Ask;
let practice: Practice;
let metformin: string;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
  ask = practice.ask;
  metformin = await treatmentOf(ask, 'metformin 500 mg oral tablet');
});

const row = (page: Page): Locator =>
  page.getByRole('region', { name: 'Medication history' }).getByRole('listitem').first();
const chip = (page: Page, word: string): Locator =>
  row(page).locator('[part~="chip"]').getByText(word, { exact: true });
const press = (page: Page, name: string | RegExp): Promise<void> =>
  row(page).getByRole('button', { name }).click();

/** The history of a patient whose only prescription is at this pharmacy, once it stands so. */
async function historyOf(
  pharmacyId: string,
  word: string,
  lang = 'en',
): Promise<{ page: Page; patientId: string }> {
  const patientId = await newPatient(ask);
  await prescribed(ask, patientId, metformin, pharmacyId);
  const page = await openTag(
    `<div lang="${lang}"><svc-med-history patient-id="${patientId}"></svc-med-history></div>`,
  );
  await page.locator('[part~="chip"]').getByText(word, { exact: true }).waitFor();
  return { page, patientId };
}

async function orderOf(patientId: string): Promise<{ id: string; pharmacy: { id: string; name: string } }> {
  const { orders } = await ask<{
    orders: { nodes: { id: string; pharmacy: { id: string; name: string } }[] };
  }>('query($id: String!) { orders(patientId: $id, first: 1) { nodes { id pharmacy { id name } } } }', {
    id: patientId,
  });
  const [order] = orders.nodes;
  assert.ok(order !== undefined);
  return order;
}

describe('acts after sending', () => {
  test('stuck, another pharmacy, delivered: two presses, each saying first what it does', async () => {
    const { page, patientId } = await historyOf(DOWN_IN_OHIO, 'Stuck');
    await press(page, /^Other pharmacy: metFORMIN/);
    await row(page)
      .getByText(
        'Cancels at Scioto River Pharmacy, and sends to the one you choose. No new signature is needed.',
      )
      .waitFor();
    // Any of those that are proposed is the second press: the last one, here.
    const button = row(page)
      .getByRole('button', { name: /^Send to .+ instead$/ })
      .last();
    const told = /^Send to (.+) instead$/.exec((await button.textContent())?.trim() ?? '')?.[1];
    await button.click();
    await row(page).getByText(`On its way to ${told}.`).waitFor();
    await chip(page, 'Sent').waitFor();
    const order = await orderOf(patientId);
    assert.equal(order.pharmacy.name, told);
    await testbed.sandbox.peers.report({
      pharmacyId: order.pharmacy.id,
      orderId: order.id,
      status: 'DELIVERED',
    });
    await chip(page, 'Picked up').waitFor();
    // What can be done is asked for anew when the situation has changed.
    await row(page)
      .getByRole('button', { name: /^(Cancel|Other pharmacy)/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.close();
  });

  test('a pharmacy that cannot fill it: the problem names it, and another one gets it', async () => {
    const { page, patientId } = await historyOf(CANNOT_FILL, 'Problem');
    await press(page, /^Other pharmacy: /);
    await press(page, 'Search all pharmacies');
    await row(page).getByLabel('Near ZIP code or town').fill('02108');
    await row(page)
      .getByRole('radio', { name: /^Beacon Hill Apothecary/ })
      .check();
    await row(page).getByText('Cancels at Elm City Pharmacy, and sends to Beacon Hill Apothecary.').waitFor();
    await press(page, 'Send there instead');
    await chip(page, 'Sent').waitFor();
    assert.equal((await orderOf(patientId)).pharmacy.id, ACCEPTS);
    await page.close();
  });

  test('the call-in sheet is read in place; who took it is recorded, and it is not sent again', async () => {
    const { page } = await historyOf(DOWN_IN_OHIO, 'Stuck');
    await press(page, /^Call-in sheet: metFORMIN/);
    await row(page).getByText('Scioto River Pharmacy').first().waitFor();
    const sheet = row(page).getByRole('group', { name: /^Call-in sheet: / });
    for (const words of ['NPI', 'Riverside Family Medicine', 'metformin', 'Not needed'])
      await sheet.getByText(words).first().waitFor();
    await press(page, 'Record as phoned in');
    await row(page).getByText('Write who took it.').waitFor();
    await row(page).getByLabel('Taken by').fill('Kim Lee');
    await press(page, 'Record as phoned in');
    await row(page)
      .getByText(/^Recorded: phoned in, taken by Kim Lee\./)
      .waitFor();
    await chip(page, 'Phoned in').waitFor();
    await press(page, 'Close');
    await row(page)
      .getByRole('button', { name: /^(Resend|Re-issue)/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.close();
  });

  test('what of it lies on the desk is marked as handled, with how; nothing is sent', async () => {
    const { page, patientId } = await historyOf(DOWN_IN_OHIO, 'Stuck');
    await press(page, /^Mark as handled: metFORMIN/);
    await row(page)
      .getByRole('group', { name: /^Mark as handled: / })
      .getByText(/^Stuck/)
      .waitFor();
    await row(page).getByLabel('How it was handled').fill('They have it by telephone');
    await press(page, 'Mark as handled');
    await row(page).getByText('Marked as handled.').waitFor();
    await press(page, 'Close');
    await row(page)
      .getByRole('button', { name: /^Mark as handled/ })
      .waitFor({ state: 'detached' });
    assert.equal((await orderOf(patientId)).pharmacy.id, DOWN_IN_OHIO);
    await page.close();
  });

  test('what the service does not offer has no button, whatever stands in the browser', async () => {
    const { page } = await historyOf(ACCEPTS, 'Sent');
    await row(page)
      .getByRole('button', { name: /^Cancel: / })
      .waitFor();
    assert.equal(
      await row(page)
        .getByRole('button', { name: /^(Prescribe again|Mark|Ask)/ })
        .count(),
      0,
    );
    await page.close();
  });

  test('a press under which the buttons change begins no other act', async () => {
    const { page, patientId } = await historyOf(ACCEPTS, 'Sent');
    const buttons = row(page)
      .getByRole('group', { name: /^What can be done/ })
      .getByRole('button');
    await buttons.first().waitFor();
    const first = (await buttons.first().textContent())?.trim() ?? '';
    await buttons.first().hover();
    await page.mouse.down();
    await testbed.sandbox.peers.report({
      pharmacyId: ACCEPTS,
      orderId: (await orderOf(patientId)).id,
      status: 'DELIVERED',
    });
    // Another button stands where the press began.
    await row(page)
      .getByRole('button', { name: /^Prescribe again: / })
      .waitFor();
    assert.notEqual((await buttons.first().textContent())?.trim(), first);
    await page.mouse.up();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))));
    assert.ok(await buttons.first().isVisible());
    assert.equal(await row(page).locator('[part~="act"]').count(), 0);
    await page.close();
  });

  test('D10: a cancel that the pharmacy denies is shown with its reason and the number to call', async () => {
    const { page } = await historyOf(DENIES_LATER, 'Sent');
    await press(page, /^Cancel: metFORMIN/);
    await press(page, 'Cancel it');
    await row(page).getByText('The cancel is on its way. The pharmacy has not confirmed it.').waitFor();
    await chip(page, 'Cancel refused').waitFor();
    assert.match(await row(page).innerText(), /picked up this morning/i);
    assert.equal(await row(page).locator('a[href^="tel:"]').first().getAttribute('href'), 'tel:+16035550151');
    await page.close();
  });

  test('E7: by keyboard alone; Escape goes back to the button, and nothing was done', async () => {
    const { page, patientId } = await historyOf(ACCEPTS, 'Sent');
    const button = row(page).getByRole('button', { name: /^Cancel: metFORMIN/ });
    await button.focus();
    await page.keyboard.press('Enter');
    const panel = row(page).getByRole('group', { name: /^Cancel: metFORMIN/ });
    await panel.waitFor();
    assert.ok(await hasFocus(panel), 'the sentence is read first');
    await page.keyboard.press('Escape');
    await button.waitFor();
    await page.waitForFunction(
      () => document.querySelector('svc-med-history')?.shadowRoot?.firstElementChild !== null,
    );
    assert.ok(await hasFocus(button));
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await hasFocus(row(page).getByRole('button', { name: 'Cancel it' })));
    await page.keyboard.press('Enter');
    const close = row(page).getByRole('button', { name: 'Close' });
    await close.waitFor();
    assert.ok(await hasFocus(close));
    await chip(page, 'Canceled').or(chip(page, 'Cancel sent')).first().waitFor();
    const { prescriptions } = await ask<{ prescriptions: { nodes: unknown[] } }>(
      'query($id: String!) { prescriptions(patientId: $id) { nodes { id } } }',
      { id: patientId },
    );
    assert.equal(prescriptions.nodes.length, 1);
    await page.close();
  });

  test('what became of it is not known: it is said, and asked again until it is; nothing is done twice', async () => {
    const { page } = await historyOf(ACCEPTS, 'Sent');
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      const key = (await route.request().allHeaders())['idempotency-key'];
      if (key === undefined || lost >= 4) return await route.fallback();
      lost += 1;
      // Done, and the answer does not come.
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await press(page, /^Cancel: metFORMIN/);
    await press(page, 'Cancel it');
    await row(page).getByRole('button', { name: 'Close' }).waitFor();
    await row(page).getByText('The cancel is on its way. The pharmacy has not confirmed it.').waitFor();
    assert.equal(lost, 4);
    await page.close();
  });

  test('A2: staff see no cancel; they ask for one, and it lies with the prescriber', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin, ACCEPTS);
    const person = personOf('staff');
    const page = await testbed.open(
      `<main><h1>Clinic</h1>${testbed.client(`<svc-med-history patient-id="${patientId}"></svc-med-history>`)}</main>`,
      { context: await testbed.contextOf(person), person },
    );
    await press(page, /^Ask for a cancel: /);
    assert.equal(
      await row(page)
        .getByRole('button', { name: /^(Cancel|Re-issue)/ })
        .count(),
      0,
    );
    await row(page).getByLabel('Reason').fill('The patient has it already');
    await press(page, 'Ask the prescriber');
    await chip(page, 'Cancel asked').waitFor();
    assert.match(await row(page).innerText(), /The patient has it already/);
    await page.close();
  });

  test('E6: the same in Spanish', async () => {
    const { page } = await historyOf(DOWN_IN_OHIO, 'Detenida', 'es');
    const rows = page.getByRole('listitem').first();
    await rows.getByRole('button', { name: /^Otra farmacia: / }).click();
    await rows.getByText(/^Se cancela en Scioto River Pharmacy y se envía a /).waitFor();
    await rows.getByRole('button', { name: 'Volver' }).click();
    await rows.getByRole('button', { name: /^Otra farmacia: / }).waitFor();
    await page.close();
  });
});
