// The search and the form in a real browser: what is listed, what keys do, what is calculated, and what is refused (W1, W2, ui 4).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { oneStage, sharedContext } from '../support/one-stage.ts';
import type { Ask } from '../support/records.ts';
import { asPerson, newPatient, prescribed, treatmentOf } from '../support/records.ts';
import type { Stage } from '../support/stage.ts';

let stage: Stage;
let ask: Ask;
let metformin: string;
let lisinopril: string;
before(async () => {
  stage = await oneStage();
  ask = asPerson(stage);
  [metformin, lisinopril] = await Promise.all([
    treatmentOf(ask, 'metformin 500 mg oral tablet'),
    treatmentOf(ask, 'lisinopril 10 mg'),
  ]);
});

const NO_MARGIN = '<style>body{margin:0}</style>';

async function open(
  attributes = '',
  over: { patientId?: string; scheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Page> {
  const patientId = over.patientId ?? (await newPatient(ask));
  const tag = `<svc-prescribe-workflow patient-id="${patientId}" enable-order ${attributes}></svc-prescribe-workflow>`;
  const body = `<main><h1>Clinic</h1>${stage.client(tag)}</main>`;
  const { scheme = 'light', width = 1024 } = over;
  const page = await stage.open(body, { context: await sharedContext(), head: NO_MARGIN, scheme, width });
  await search(page).waitFor();
  return page;
}

const search = (page: Page): Locator => page.getByRole('combobox', { name: /^Search medication/ });
const directions = (page: Page): Locator => page.getByLabel('Directions for the patient');
const options = (page: Page): Locator =>
  page.getByRole('listbox', { name: /^Medications/ }).getByRole('option');
const groups = (page: Page): Promise<string[]> =>
  page
    .getByRole('listbox')
    .getByRole('group')
    .evaluateAll((found) =>
      found.map((group) => group.querySelector('[role=presentation]')?.textContent ?? ''),
    );
const pending = (page: Page): Locator =>
  page.getByRole('region', { name: /^Pending Order/ }).getByRole('listitem');
const keys = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};

/** Types into the search and picks the first medication of the catalog. */
async function pick(page: Page, text: string): Promise<void> {
  await search(page).fill(text);
  const first = page.getByRole('group', { name: 'All treatments' }).getByRole('option').first();
  await first.waitFor();
  await first.click();
  await page.getByRole('button', { name: /^Change / }).waitFor();
}

describe('the one typeahead', () => {
  test('ui 4.3: typing highlights nothing, Enter picks nothing, Tab leaves without picking, Escape closes and clears', async () => {
    const page = await open();
    await search(page).fill('metf');
    await options(page).first().waitFor();
    assert.equal(await search(page).getAttribute('aria-activedescendant'), null);
    await keys(page, 'Enter');
    assert.equal(await directions(page).inputValue(), '');
    assert.equal(await search(page).inputValue(), 'metf');
    await keys(page, 'ArrowDown');
    const active = await search(page).getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await keys(page, 'Tab');
    assert.equal(await search(page).inputValue(), 'metf', 'nothing was picked');
    await search(page).focus();
    await keys(page, 'ArrowDown', 'Escape');
    assert.equal(await page.getByRole('listbox', { name: /^Medications/ }).count(), 0);
    await keys(page, 'Escape');
    assert.equal(await search(page).inputValue(), '');
    await page.close();
  });

  test('ui 4.2: past prescriptions, personal and organization templates, then treatments; an empty search shows a short list', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin);
    const page = await open('', { patientId });
    await search(page).focus();
    await keys(page, 'ArrowDown');
    await options(page).first().waitFor();
    assert.equal((await groups(page))[0], 'Past prescriptions of this patient');
    assert.ok((await options(page).count()) <= 8);
    assert.equal(
      await page.locator('.popup').evaluate((popup) => popup.scrollHeight > popup.clientHeight),
      false,
    );
    await search(page).fill('metformin');
    await page.getByRole('group', { name: 'All treatments' }).waitFor();
    const found = await groups(page);
    assert.deepEqual(found.slice(0, 2), ['Past prescriptions of this patient', 'Organization templates']);
    assert.match(found[2] ?? '', /^Often|^Organization catalog$|^All treatments$/);
    await page.close();
  });

  test('ui 4.4: two letters search what is at hand, three the catalog', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postData() ?? '');
    });
    await search(page).pressSequentially('pr');
    await page.getByRole('group', { name: 'Personal templates' }).waitFor();
    assert.equal(asked.filter((body) => body.includes('"text":"pr"')).length, 0);
    await search(page).pressSequentially('e');
    await page.getByRole('group', { name: 'All treatments' }).waitFor();
    assert.ok(asked.some((body) => body.includes('"text":"pre"')));
    await page.close();
  });

  test('E5: an answer that comes late never replaces a newer one', async () => {
    const page = await open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"text":"lis"')) await held;
      await route.continue().catch(() => undefined);
    });
    await search(page).fill('lis');
    await page.waitForRequest((request) => request.postData()?.includes('"text":"lis"') === true);
    await search(page).fill('metf');
    await page.getByRole('group', { name: 'All treatments' }).waitFor();
    release();
    await page.waitForLoadState('networkidle');
    for (const label of await options(page).allTextContents()) assert.match(label, /met/i);
    await page.close();
  });

  test('disable-list: what is disabled stays in the list with its reason, and cannot be picked', async () => {
    const list = JSON.stringify([{ treatmentIds: [metformin], reason: 'Recalled in May.' }]);
    const page = await open(`disable-list='${list}'`);
    await search(page).fill('metformin 500 mg oral tablet');
    const refused = page.getByRole('group', { name: 'All treatments' }).getByRole('option').first();
    await refused.waitFor();
    assert.equal(await refused.getAttribute('aria-disabled'), 'true');
    assert.match((await refused.textContent()) ?? '', /Recalled in May\./);
    await refused.click({ force: true });
    assert.equal(await page.getByRole('button', { name: /^Change / }).count(), 0);
    await page.getByRole('alert').filter({ hasText: 'Recalled in May.' }).waitFor({ state: 'attached' });
    await page.close();
  });

  test('W7: a controlled substance is shown with the reason and cannot be picked', async () => {
    const page = await open();
    await search(page).fill('oxycodone');
    const first = page.getByRole('group', { name: 'All treatments' }).getByRole('option').first();
    await first.waitFor();
    assert.equal(await first.getAttribute('aria-disabled'), 'true');
    assert.match((await first.textContent()) ?? '', /controlled/i);
    await page.close();
  });

  test('allow-off-catalog-search: false leaves catalog and templates', async () => {
    const page = await open('allow-off-catalog-search="false"');
    await search(page).fill('metformin');
    await page.getByRole('group', { name: 'Organization templates' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('group', { name: 'All treatments' }).count(), 0);
    await page.close();
  });

  test('ui 4.1: "/" leads to the search from a button, and is a letter in a text', async () => {
    const page = await open();
    await page.getByRole('button', { name: /^Add to order/ }).focus();
    await keys(page, '/');
    assert.equal(
      await search(page).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    await directions(page).focus();
    await keys(page, '/');
    assert.equal(await directions(page).inputValue(), '/');
    await page.close();
  });
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

  test('W1: a quantity typed by hand stays, says that it does not fit, and can be calculated again', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await page.getByLabel(/^Quantity/).fill('90');
    await page.getByText(/do not fit together\. For 10 days these directions need 20\stablets\./).waitFor();
    await directions(page).fill('1 tab po bid x10d with food');
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '90');
    await page.getByRole('button', { name: 'Calculate again' }).click();
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '20');
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

  test('W2: the same treatment twice asks for a reason', async () => {
    const page = await open();
    for (const turn of [1, 2]) {
      await pick(page, 'metformin 500 mg oral tablet');
      await directions(page).fill('1 tab po bid x10d');
      await page.getByLabel(/^Refills/).fill('0');
      await keys(page, 'Control+Enter');
      if (turn === 1) await pending(page).first().waitFor();
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

  test('ui 4.1: disable-shortcuts turns off the slash and Control with Enter; the buttons stay', async () => {
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

  test('ui 6.10: a treatment that was taken and gave way to another is counted with the draft, and only with this one', async () => {
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
  test('a repeat prescription is in the pending order after 6 keys', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, lisinopril);
    const page = await open('', { patientId });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Add to order/ }).focus();
    await keys(page, '/', 'ArrowDown', 'Enter');
    await page.getByRole('button', { name: /^Change lisinopril/ }).waitFor();
    await keys(page, 'Control+Enter');
    await pending(page).first().waitFor();
    assert.match((await pending(page).first().textContent()) ?? '', /lisinopril.*twice daily/s);
    await page.close();
  });
});
