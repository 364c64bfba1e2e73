// The form in a real browser: what is calculated, what is refused, and how quick a prescriber is with it (W1, W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import { directions, keys, open, options, pending, pick, search } from '../support/form-page.ts';
import { oneTestbed } from '../support/one-testbed.ts';

let testbed: Testbed;
let ask: Ask;
let lisinopril: string;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
  lisinopril = await treatmentOf(ask, 'lisinopril 10 mg');
});

describe('the form', () => {
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
    await page.getByRole('button', { name: /^Add to order/ }).click();
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

  test('W1: plain words such as "as directed" are not understood, and nothing else is offered in their place', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid as directed x10d');
    await keys(page, 'Tab');
    await page.getByText('"as directed" is not understood.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Write / }).count(), 0);
    await directions(page).fill('1 gtt AS bid');
    await page.getByRole('button', { name: 'Write “left ear”' }).waitFor();
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

  test('additional-notes: a note over 210 characters is an error with how much to shorten', async () => {
    const page = await open(`additional-notes="${'x'.repeat(215)}"`);
    const note = page.getByLabel(/^Note for the pharmacy/);
    assert.equal(await note.getAttribute('aria-invalid'), 'true');
    await page.getByText('At most 210 characters: shorten it by 5.').waitFor();
    await note.fill('Short');
    await page.getByText('5 of 210').waitFor();
    await page.close();
  });

  test('weight: the dose calculator asks for a unit, and its dose goes into the directions in mL', async () => {
    const page = await open('weight="10"');
    await pick(page, 'amoxicillin 400 mg oral suspension');
    await directions(page).fill('5 ml po bid x10d');
    await page.getByText('Dose by weight').click();
    assert.equal(await page.getByLabel('Weight', { exact: true }).inputValue(), '10');
    assert.equal(await page.getByLabel('Unit of weight').inputValue(), '', 'no unit is assumed');
    await page.getByLabel('Dose per kilogram').fill('90');
    await page.getByLabel('Doses per day').fill('2');
    await page.getByText('Choose the unit of the weight: kg or lbs.').waitFor();
    await page.getByLabel('Unit of weight').selectOption('kg');
    await page.getByText('5.625\u00a0mL (450\u00a0mg)').waitFor();
    await page.getByRole('button', { name: /^Use 5\.6\smL per dose/ }).click();
    assert.equal(await directions(page).inputValue(), 'Take 5.6 mL by mouth twice daily for 10 days.');
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '112');
    await page.close();
  });

  test('U6: a dose of a liquid stands in mL with its mg beside it, whichever was typed, and is told to a screen reader', async () => {
    const page = await open();
    await pick(page, 'amoxicillin 400 mg oral suspension');
    for (const [typed, shown] of [
      ['5 ml po bid x10d', '5\u00a0mL (400\u00a0mg)'],
      ['400 mg po bid x10d', '5\u00a0mL (400\u00a0mg)'],
      ['2.5-5 ml po bid x10d', '2.5\u00a0mL (200\u00a0mg), 5\u00a0mL (400\u00a0mg)'],
    ] as const) {
      await directions(page).fill(typed);
      await page.getByText(shown, { exact: true }).waitFor();
      const described = await directions(page).evaluate(
        (input: Element) =>
          (input.getRootNode() as ShadowRoot).getElementById(input.getAttribute('aria-describedby') ?? '')
            ?.textContent ?? '',
      );
      assert.ok(described.includes(shown), described);
    }
    await directions(page).fill('shake it and take a spoon');
    await page.getByText(/\(400\smg\)/).waitFor({ state: 'detached' });
    await page.close();
  });

  test('hide-templates: without it a personal template is saved with the draft, with it nothing offers to', async () => {
    const page = await open();
    await pick(page, 'lisinopril 10 mg oral tablet');
    await directions(page).fill('1 tab po daily x30d');
    await page.getByText(/^More: note/).click();
    await page.getByLabel('Save as a personal template').check();
    await page.getByLabel(/^Name of the template/).fill('My lisinopril');
    await keys(page, 'Control+Enter');
    await pending(page).first().waitFor();
    // The form is emptied when the template is saved as well.
    await search(page).waitFor();
    await page.close();
    const hidden = await open('hide-templates');
    await search(hidden).fill('my lisin');
    await hidden
      .getByRole('group', { name: 'Personal templates' })
      .getByText('Template: My lisinopril')
      .waitFor();
    await keys(hidden, 'Escape', 'Escape');
    await hidden.getByText(/^More: note/).click();
    assert.equal(await hidden.getByLabel('Save as a personal template').count(), 0);
    await hidden.close();
  });

  test('disable-shortcuts turns off the slash and Control with Enter; the buttons stay', async () => {
    const page = await open('disable-shortcuts');
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await keys(page, 'Control+Enter');
    const add = page.getByRole('button', { name: /^Add to order/ });
    await add.focus();
    await keys(page, '/');
    assert.ok(await add.evaluate((node) => node.matches(':focus')));
    assert.equal(await add.innerText(), 'Add to order');
    assert.equal(await pending(page).count(), 0);
    await add.click();
    await pending(page).first().waitFor();
    await keys(page, 'Control+Enter');
    assert.equal(await page.getByRole('button', { name: /^Sign / }).count(), 0);
    await page.close();
  });

  test('U10: a treatment that was taken and gave way to another is counted with the draft, and only with this one', async () => {
    const page = await open('');
    const added = async (): Promise<unknown> => {
      await directions(page).fill('1 tab po bid x10d');
      const [request] = await Promise.all([
        page.waitForRequest((one) => (one.postData() ?? '').includes('"treatmentId"')),
        keys(page, 'Control+Enter'),
      ]);
      await search(page).waitFor();
      const { variables } = request.postDataJSON() as { variables: { input: { replacedPicks?: unknown } } };
      return variables.input.replacedPicks;
    };
    await pick(page, 'metformin 500 mg oral tablet');
    await page.getByRole('button', { name: /^Change metformin/i }).click();
    await pick(page, 'lisinopril 10 mg oral tablet');
    assert.equal(await added(), 1);
    await pending(page).first().waitFor();
    await pick(page, 'metformin 500 mg oral tablet');
    assert.equal(await added(), 0);
    await page.close();
  });

  test('lang: the words of the page follow its language, and directions are shown in Spanish beside the English', async () => {
    const patientId = await newPatient(ask, { language: 'es' });
    const page = await open('', { patientId });
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await page.getByText('Tome 1 tableta por la boca dos veces al día durante 10 días.').waitFor();
    await page.evaluate(() => {
      document.documentElement.lang = 'es';
    });
    await page.getByLabel('Indicaciones para el paciente').waitFor();
    assert.equal(await page.getByLabel('Indicaciones para el paciente').inputValue(), '1 tab po bid x10d');
    await page.getByText('Take 1 tablet by mouth twice daily for 10 days.').waitFor();
    await page.close();
  });
});

describe('speed of a prescriber', () => {
  test('a repeat prescription is asked about after 6 keys, and with its reason in the pending order after 3 more', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, lisinopril);
    const page = await open('', { patientId });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Add to order/ }).focus();
    await keys(page, '/', 'ArrowDown', 'Enter');
    await page.getByRole('button', { name: /^Change lisinopril/ }).waitFor();
    await keys(page, 'Control+Enter');
    // It was prescribed a moment ago, so that a reason is chosen.
    await page.getByRole('button', { name: 'Add anyway' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'svc-prescribe-workflow');
    await keys(page, 'Tab', 'Space', 'Control+Enter');
    await pending(page).first().waitFor();
    assert.match((await pending(page).first().textContent()) ?? '', /lisinopril.*twice daily/s);
    await page.close();
  });
});
