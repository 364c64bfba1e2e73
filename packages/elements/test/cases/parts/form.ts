// The form in a real browser: what is calculated, what is refused, and how quick a prescriber is with it (W1, W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import { directions, keys, open, options, pending, pick, search } from '../../support/form-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
let ask: Ask;
let lisinopril: string;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
  lisinopril = await treatmentOf(ask, 'lisinopril 10 mg');
});

describe('what the form calculates and refuses', () => {
  test('W1: shorthand becomes the sentence the patient reads, numbers follow, and Control and Enter add it', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).pressSequentially('1 tab po bid x10d');
    await page.getByText('Take 1 tablet by mouth twice daily for 10 days.').waitFor();
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '20');
    assert.equal(await page.getByLabel(/^Days supply/).inputValue(), '10');
    assert.equal(await page.getByText('calculated', { exact: true }).count(), 2);
    await page.getByLabel(/^Refills/).fill('2');
    await keys(page, 'Control+Enter');
    await pending(page).first().waitFor();
    const row = (await pending(page).first().textContent()) ?? '';
    for (const part of [
      /metFORMIN 500\smg oral tablet/,
      /Take 1 tablet by mouth twice daily for 10 days\./,
      /20\u00a0tablets/,
      /2\u00a0refills/,
    ])
      assert.match(row, part);
    assert.equal(
      await search(page).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    await page
      .getByRole('status')
      .filter({ hasText: /^Added metFORMIN/ })
      .waitFor({ state: 'attached' });
    await page.close();
  });

  test('W1: a quantity typed by hand stays, says that it contradicts the directions, and gives way to the one that fits', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await page.getByLabel(/^Quantity/).fill('90');
    await page
      .getByText(/^These directions need 20\stablets for 10 days, and the quantity is 90\stablets\.$/)
      .waitFor();
    await directions(page).fill('1 tab po bid x10d with food');
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '90');
    await page.getByRole('button', { name: /^Use 20\stablets$/ }).click();
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '20');
    await page.getByText(/contradict each other/).waitFor({ state: 'detached' });
    await page.close();
  });

  test('W1: numbers that contradict the directions are added only with a reason, which stays beside them in the order', async () => {
    const page = await open();
    await search(page).fill('lisinopril 10');
    await options(page).filter({ hasText: 'Template: Lisinopril 10 mg daily' }).click();
    await directions(page).fill('1 tab po daily x30d');
    // The numbers of the template do not stay beside other directions.
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '30');
    assert.equal(await page.getByLabel(/^Days supply/).inputValue(), '30');
    await page.getByLabel(/^Refills/).fill('0');
    await page.getByLabel(/^Quantity/).fill('90');
    await page.getByLabel(/^Days supply/).fill('90');
    const shown = 'The directions end after 30 days, and the days supply is 90 days.';
    await page.getByText(shown, { exact: true }).waitFor();
    await keys(page, 'Control+Enter');
    await page.getByRole('group', { name: 'Mend this before it is added:' }).waitFor();
    assert.equal(await pending(page).count(), 0);
    const reason = page.getByLabel('Why these numbers are right');
    assert.equal(await reason.getAttribute('aria-invalid'), 'true');
    await reason.fill('A voyage of three months');
    await keys(page, 'Control+Enter');
    const row = pending(page).first();
    await row.getByText('A voyage of three months').waitFor();
    await row.getByText(shown).waitFor();
    await page.close();
  });

  test('W1: one press puts right the days and the quantity, or the directions', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await page.getByLabel(/^Quantity/).fill('90');
    await page.getByLabel(/^Days supply/).fill('90');
    await directions(page).fill('1 tab po q8h x7d');
    await page.getByRole('button', { name: /^Use 7 days and 21\stablets$/ }).click();
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '21');
    assert.equal(await page.getByLabel(/^Days supply/).inputValue(), '7');
    await directions(page).fill('1 tab po daily x30d');
    await page.getByLabel(/^Days supply/).fill('90');
    await page.getByRole('button', { name: 'Write “for 90 days” in the directions' }).click();
    assert.equal(await directions(page).inputValue(), 'Take 1 tablet by mouth once daily for 90 days.');
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '90');
    await page.getByText(/contradict each other/).waitFor({ state: 'detached' });
    await page.close();
  });

  test('W1: everything that is missing is named at once, each a way to its field', async () => {
    const page = await open();
    assert.equal(await directions(page).count(), 0, 'nothing is asked for before something is chosen');
    await search(page).press('Control+Enter');
    const summary = page.getByRole('group', { name: 'Mend this before it is added:' });
    await summary.waitFor();
    assert.deepEqual(
      (await summary.getByRole('listitem').allTextContents()).map((words) => words.trim().split(/[;.]/)[0]),
      [
        'Choose a treatment',
        'Write the directions for the patient',
        'Write the quantity to dispense',
        'Choose the unit of the quantity',
        'Write the days supply',
        'Write the number of refills',
      ],
    );
    assert.equal(
      await search(page).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    assert.equal(await search(page).getAttribute('aria-invalid'), 'true');
    await summary.getByRole('button', { name: /quantity to dispense/ }).click();
    assert.equal(
      await page
        .getByLabel(/^Quantity/)
        .evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    await page.close();
  });

  test('W1: an error-prone abbreviation is refused with what to write, words that are not understood go out only when confirmed', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po qd x10d');
    await page.getByRole('button', { name: 'Write “daily”' }).click();
    assert.equal(await directions(page).inputValue(), '1 tab po daily x10d');
    await directions(page).fill('Swallow one in the moonlight');
    await page.getByLabel(/^Quantity/).fill('10');
    await page.getByLabel(/^Days supply/).fill('10');
    await keys(page, 'Control+Enter');
    const box = page.getByLabel('Send these words exactly as they are written');
    await box.waitFor();
    assert.equal(await pending(page).count(), 0);
    assert.equal(
      await box.evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    await keys(page, 'Space', 'Control+Enter');
    await pending(page).filter({ hasText: 'Swallow one in the moonlight' }).waitFor();
    await page.close();
  });

  test('W1: of "as directed" it is asked who directs, and nothing else is offered in its place', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid as directed x10d');
    await keys(page, 'Tab');
    await page.getByText('Directed by whom? The patient must find it.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Write / }).count(), 0);
    await directions(page).fill('1 gtt AS bid');
    await page.getByRole('button', { name: 'Write “left ear”' }).waitFor();
    await page.close();
  });

  test('W1: what is open is asked with whole readings, and one key on them chooses', async () => {
    const page = await open();
    await pick(page, 'ofloxacin ophthalmic');
    await directions(page).fill('2 gtt bid x7d');
    const which = page.getByRole('group', { name: 'Which is meant?' });
    await which.waitFor();
    assert.deepEqual(
      (await which.getByRole('button').allInnerTexts()).map((words) => words.replace(/^\d\s*/, '')),
      ['right', 'left', 'each', 'affected'].map((eye) =>
        eye === 'each'
          ? 'Instill 2 drops in each eye twice daily for 7 days.'
          : `Instill 2 drops in the ${eye} eye twice daily for 7 days.`,
      ),
    );
    // Enter goes to them, the number takes one, and the work goes on in the field.
    await keys(page, 'Enter', '3');
    await page.getByText('Instill 2 drops in each eye twice daily for 7 days.').waitFor();
    await which.waitFor({ state: 'detached' });
    assert.equal(await directions(page).evaluate((input) => input.matches(':focus')), true);
    await page.close();
  });

  test('W1: what has one better word is taken with Enter, and where two things are open each is asked in turn', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po qd x10d');
    await keys(page, 'Enter');
    await page.getByText('Take 1 tablet by mouth once daily for 10 days.').waitFor();
    await page.getByText(/^1\stablet \(500\smg\) a day for 10 days is 10\stablets\.$/).waitFor();
    await directions(page).fill('1 tab po tid prn as directed');
    await page.getByRole('button', { name: 'as directed by your prescriber' }).click();
    await page.getByRole('button', { name: /as needed for pain as directed by your prescriber\./ }).click();
    await page
      .getByText(/^Patient will read: Take 1 tablet by mouth 3 times daily as needed for pain/)
      .waitFor();
    await page.close();
  });

  test('W2: the same treatment twice asks for a reason', async () => {
    const page = await open();
    for (const round of [1, 2]) {
      await pick(page, 'metformin 500 mg oral tablet');
      await directions(page).fill('1 tab po bid x10d');
      await page.getByLabel(/^Refills/).fill('0');
      await keys(page, 'Control+Enter');
      if (round === 1) await pending(page).first().waitFor();
    }
    const reason = page.getByLabel('Reason for prescribing it twice');
    assert.equal(await reason.getAttribute('aria-invalid'), 'true');
    assert.equal(await pending(page).count(), 1);
    await reason.fill('Taper');
    await keys(page, 'Control+Enter');
    await pending(page).nth(1).waitFor();
    await page.close();
  });
});

describe('speed of a prescriber', () => {
  test('a repeat prescription is asked about after 6 keys, and with its reason in the pending order after 2 more', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, lisinopril);
    const page = await open('', { patientId });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Edit patient' }).focus();
    await keys(page, '/', 'ArrowDown', 'Enter');
    await page.getByRole('button', { name: /^Change lisinopril/ }).waitFor();
    await keys(page, 'Control+Enter');
    // It was prescribed a moment ago, so that a reason is chosen.
    await page.getByRole('button', { name: 'Add anyway' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'svc-prescribe-workflow');
    await keys(page, 'Space', 'Control+Enter');
    await pending(page).first().waitFor();
    assert.match((await pending(page).first().textContent()) ?? '', /lisinopril.*twice daily/s);
    await page.close();
  });
});
