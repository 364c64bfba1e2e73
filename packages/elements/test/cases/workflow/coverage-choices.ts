// What a prescriber makes of coverage, in a real browser: another pharmacy, another drug.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { treatmentOf } from '@pestle/testbed/elements/records';
import { failing } from '../../states/scene.ts';
import {
  CREATED,
  DELETED,
  drafts,
  focused,
  heard,
  member,
  open,
  summary,
} from '../../support/coverage-page.ts';
import { pick } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

test('Send there instead: chooses the pharmacy where a tab of the order allows it; else it is only told', async () => {
  const { mail } = practice;
  const there = {
    change: (data: Record<string, unknown>) => {
      for (const draft of (data['coverageCheck'] as { drafts: Record<string, unknown>[] }).drafts)
        draft['pharmacies'] = [
          {
            kind: 'MAIL_ORDER',
            text: '3 months by mail, in the network',
            pharmacy: { ...mail, kind: 'MAIL_ORDER', phone: null, address: null },
            copay: { kind: 'EXACT', fromCents: 900, toCents: 900, text: '$9.00', steps: [] },
          },
        ];
    },
  };
  const context = await testbed.contextOf();
  const workflow = await open(['metformin 500 mg oral tablet'], {}, { context });
  const { page } = workflow;
  await failing(testbed, page, 'CoverageCheck', there);
  await page.getByRole('radio').first().click();
  await summary(page, /Covered · about/).click();
  await workflow.text('3 months by mail, in the network').waitFor();
  const send = page.getByRole('button', { name: `Send there instead: ${mail.name}` });
  assert.equal(await send.count(), 0, 'the page lets this order go nowhere by mail');
  await workflow.set('enable-delivery-pharmacies', 'true');
  await send.press('Enter');
  await page.getByRole('tab', { name: 'Mail Order', selected: true }).waitFor();
  await page.getByRole('group', { name: 'Chosen pharmacy' }).getByText(mail.name).waitFor();
  await workflow.set('mail-order-ids', practice.local.id);
  await send.waitFor({ state: 'detached' });
  await context.close();
});

describe('Use instead', () => {
  test('W2: the same drug under another name takes the draft’s place with directions and note, by keyboard; undo brings the other back', async () => {
    const workflow = await open([], { 'additional-notes': 'Call before delivery.' });
    const { page } = workflow;
    const generic = await treatmentOf(practice.ask, 'apixaban 5 mg oral tablet');
    await workflow.element.evaluate(
      (node, input) => (node as HTMLElement & { addDraft(given: unknown): Promise<unknown> }).addDraft(input),
      (JSON.parse(initial(generic)) as object[])[0],
    );
    await summary(page, /Not covered · \d alternative/).press('Enter');
    const replace = page.getByRole('button', { name: /^Use instead of apixaban 5.*: apixaban 5.*Eliquis/ });
    await replace.press('Enter');
    await heard(page, DELETED, 1);
    await summary(page, /Covered · about \$35/).waitFor();
    assert.equal(await drafts(page).count(), 1);
    const shown = await drafts(page).first().innerText();
    assert.match(shown, /Eliquis/);
    assert.match(shown, /Take 1 tablet by mouth once daily\./);
    assert.match(shown, /Dispense 30/);
    assert.match(shown, /Call before delivery\./);
    await focused(page, /^li draft-drf_/);
    const order = (await workflow.heard(CREATED, DELETED)).map(({ name }) => name);
    assert.deepEqual(order, [CREATED, CREATED, DELETED]);
    await workflow.button(/^Undo/).press('Enter');
    await drafts(page).nth(1).waitFor();
    await summary(page, /Not covered/).waitFor();
    await page.close();
  });

  test('W2: another drug opens the form with the note and without directions; the draft goes only when the new one was added', async () => {
    const workflow = await open(['crestor 10 mg'], { 'additional-notes': 'Call before delivery.' });
    const { page } = workflow;
    await summary(page, /Not covered · \d alternative/).click();
    await page
      .getByRole('button', { name: /^Use instead of .*Crestor.*: atorvastatin/ })
      .first()
      .click();
    await workflow.button(/^Change atorvastatin/).waitFor();
    assert.equal(await page.getByLabel('Directions for the patient').inputValue(), '');
    await workflow.button('Note for the pharmacy: Call before delivery.').waitFor();
    await focused(page, /^textarea/);
    assert.match(await drafts(page).first().innerText(), /Crestor/);
    assert.deepEqual(await workflow.heard(DELETED), []);
    await page.keyboard.type('1 tab po daily x30d');
    await page.keyboard.press('Control+Enter');
    await heard(page, DELETED, 1);
    await page.waitForFunction(() => document.activeElement?.localName === 'svc-prescribe-workflow');
    assert.equal(await drafts(page).count(), 1);
    assert.match(await drafts(page).first().innerText(), /atorvastatin/);
    // What the page prefilled was replaced by a person: it is not made again.
    await page.reload();
    await drafts(page).first().waitFor();
    await workflow.text(/it was deleted from this order/).waitFor();
    assert.equal(await drafts(page).count(), 1);
    assert.match(await drafts(page).first().innerText(), /atorvastatin/);
    await page.close();
  });

  test('W1: what is typed in the form is given up only by the person’s own word', async () => {
    const workflow = await open(['crestor 10 mg']);
    const { page } = workflow;
    await summary(page, /Not covered/).click();
    await pick(page, 'metformin 500 mg oral tablet');
    await page.getByLabel('Directions for the patient').fill('half a sentence');
    await page
      .getByRole('button', { name: /^Use instead of .*: atorvastatin/ })
      .first()
      .click();
    await workflow.button('Keep it').click();
    assert.equal(await page.getByLabel('Directions for the patient').inputValue(), 'half a sentence');
    await page
      .getByRole('button', { name: /^Use instead of .*: atorvastatin/ })
      .first()
      .click();
    await workflow.button('Give it up').click();
    await workflow.button(/^Change atorvastatin/).waitFor();
    await page.close();
  });

  test('disable-list: what must not be prescribed is not offered, and neither is anything outside the catalog where the page wants that', async () => {
    const patientId = await member();
    const workflow = await open(['crestor 10 mg'], { 'patient-id': patientId });
    const { page } = workflow;
    const offered = page.getByRole('button', { name: /^Use instead of/ });
    await summary(page, /Not covered · \d alternative/).click();
    await offered.first().waitFor();
    await workflow.set('disable-list', '[{"id": "rxcui:83367", "reason": "Recalled."}]');
    await summary(page, /Not covered$/).waitFor();
    assert.equal(await offered.count(), 0);
    await workflow.set('disable-list', null);
    await offered.first().waitFor();
    await workflow.set('allow-off-catalog-search', 'false');
    await summary(page, /Not covered$/).waitFor();
    assert.equal(await offered.count(), 0);
    await page.close();
  });
});
