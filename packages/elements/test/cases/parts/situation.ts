// Where a prescription stands, in a real browser with pharmacies that ship and refuse: card and history tell one truth, to the end.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial, openWorkflow, toReview, WORKFLOW } from '../../support/workflow.ts';

/** Ships by itself, with carrier and number. */
const SHIPS = 'phr_0MA1100RDER0SH1PS000000000';
/** Denies a cancel some seconds later, and says why. */
const DENIES_LATER = 'phr_0DEN1ES01ATER0000000000000';

let testbed: Testbed;
let ask: Ask;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
  ask = practice.ask;
});

const result = (page: Page): Locator => page.locator('[part~="result"]');
/** The newest row of the card in the workflow, and of the element of its own beside it. */
const rows = (page: Page): readonly Locator[] =>
  [WORKFLOW, 'svc-med-history'].map((tag) =>
    page.locator(tag).getByRole('region', { name: 'Medication history' }).getByRole('listitem').first(),
  );

/** A workflow with the card of the history, and the history as an element of its own, about one order that was just sent. */
async function sent(pharmacyId: string): Promise<{ page: Page; patientId: string }> {
  const patientId = await newPatient(ask);
  const attributes = `patient-id="${patientId}" pharmacy-id="${pharmacyId}" enable-order enable-med-history
    initial-prescriptions='${initial(practice.lisinopril)}'`;
  const { page } = await openWorkflow(
    testbed,
    {},
    {
      tag: `<div><${WORKFLOW} ${attributes}></${WORKFLOW}>
        <svc-med-history patient-id="${patientId}"></svc-med-history></div>`,
    },
  ).then(async (workflow) => {
    await workflow.pending.first().waitFor();
    await (await toReview(workflow, 'Send Order')).click();
    return workflow;
  });
  await page.getByRole('heading', { name: /^Order: / }).waitFor();
  return { page, patientId };
}

/** Waits until card and both histories show the situation; the stops of the card name some that are still to come. */
async function stands(page: Page, word: string): Promise<void> {
  for (const holder of [result(page), ...rows(page)])
    await holder.locator('[part~="chip"]').getByText(word, { exact: true }).first().waitFor();
}

/** Waits until card and both histories hold the text. */
async function everywhere(page: Page, words: string | RegExp): Promise<void> {
  for (const holder of [result(page), ...rows(page)]) await holder.getByText(words).first().waitFor();
}

describe('where a prescription stands', () => {
  test('shipping is seen: the card follows past the pharmacy’s receipt, with carrier and tracking number, and the histories agree', async () => {
    const { page } = await sent(SHIPS);
    await stands(page, 'Shipped');
    assert.equal(await page.getByRole('heading', { name: 'Order: Shipped' }).count(), 1);
    const [line = ''] = (await result(page).locator('.facts').allInnerTexts()).map((text) => text.trim());
    const number = /Tracking number: (\S+)/.exec(line)?.[1] ?? '';
    assert.match(line, /Carrier: USPS/);
    assert.notEqual(number, '');
    await everywhere(page, number);
    await everywhere(page, 'USPS');
    assert.equal(await page.getByText('The status is kept current while this is open.').count(), 1);
    await page.close();
  });

  test('D10: a denied cancel is told as refused, with the pharmacy’s reason, and never as canceled', async () => {
    const { page, patientId } = await sent(DENIES_LATER);
    await stands(page, 'Sent');
    const [order] = await practice.ordersOf(patientId);
    await ask('mutation($id: ID!) { cancelOrder(input: { orderId: $id }) { order { id } } }', {
      id: order?.id,
    });
    await stands(page, 'Cancel refused');
    await everywhere(page, /picked up this morning/i);
    assert.equal(await page.getByRole('heading', { name: 'Order: Cancel refused' }).count(), 1);
    for (const holder of [result(page), ...rows(page)]) {
      const text = await holder.innerText();
      assert.doesNotMatch(text, /Canceled|Order canceled/);
      assert.match(text, /Cancel sent: .+Cancel refused: /s);
      assert.match(text, /Call: Capitol Street Pharmacy, 603-555-0151/);
    }
    await page.close();
  });

  test('E6: the same in Spanish', async () => {
    const { page } = await sentInSpanish();
    await result(page).locator('[part~="chip"]').getByText('Despachada', { exact: true }).waitFor();
    assert.match(await result(page).innerText(), /Transportista: USPS/);
    await page.close();
  });
});

async function sentInSpanish(): Promise<{ page: Page }> {
  const patientId = await newPatient(ask);
  const attributes = `patient-id="${patientId}" pharmacy-id="${SHIPS}" enable-order initial-prescriptions='${initial(practice.lisinopril)}'`;
  const { page } = await openWorkflow(
    testbed,
    {},
    { tag: `<div lang="es"><${WORKFLOW} ${attributes}></${WORKFLOW}></div>` },
  );
  await page.getByRole('button', { name: 'Enviar pedido', exact: true }).click();
  await page.getByRole('button', { name: /^Firmar y enviar/ }).click();
  await page.getByRole('heading', { name: /^Estado del pedido: / }).waitFor();
  return { page };
}
