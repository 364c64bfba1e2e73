// The one typeahead in a real browser: what is listed, what keys do, and what cannot be picked.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import { directions, groups, keys, open, options, pick, search } from '../../support/form-page.ts';
import { heldAnswer } from '../../support/held-answer.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
let ask: Ask;
let metformin: string;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
  metformin = await treatmentOf(ask, 'metformin 500 mg oral tablet');
});

describe('the one typeahead', () => {
  test('typing highlights nothing, Enter picks nothing, Tab leaves without picking, Escape closes and clears', async () => {
    const page = await open();
    await search(page).fill('metf');
    await options(page).first().waitFor();
    assert.equal(await search(page).getAttribute('aria-activedescendant'), null);
    await keys(page, 'Enter');
    assert.equal(await page.getByRole('button', { name: /^Change / }).count(), 0);
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

  test('a press under which the list becomes another takes nothing', async () => {
    const page = await open();
    await search(page).fill('metformin');
    await options(page).first().hover();
    await page.mouse.down();
    await search(page).fill('lisinopril');
    await options(page).first().getByText('Template: Lisinopril 10 mg').waitFor();
    await page.mouse.up();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))));
    assert.equal(await search(page).inputValue(), 'lisinopril');
    assert.equal(await page.getByRole('button', { name: /^Change / }).count(), 0);
    await options(page).first().click();
    await page.getByRole('button', { name: /^Change / }).waitFor();
    await page.close();
  });

  test('a letter keeps the lines that stay, and marks in them what is typed; a line that comes again is as it is now', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin);
    const page = await open('', { patientId });
    await search(page).click();
    const line = options(page).first();
    await line.waitFor();
    const node = await line.elementHandle();
    assert.ok(node !== null);
    const marked = (): Promise<string | undefined> =>
      node.evaluate((option) => [option.isConnected, option.querySelector('mark')?.textContent].join());
    await keys(page, 'm');
    await page.locator('[role=option] mark').first().waitFor();
    assert.equal(await marked(), 'true,m');
    await search(page).fill('zz');
    await page.getByText('Type at least').first().waitFor();
    assert.equal(await marked(), 'false,m');
    await search(page).fill('me');
    await page.locator('[role=option] mark').first().waitFor();
    assert.equal(await marked(), 'true,me');
    await page.close();
  });

  test('past prescriptions, personal and organization templates, then treatments; an empty search shows a short list', async () => {
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

  test('two letters search what is at hand, three the catalog', async () => {
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

  test('names that are only alike are shown, and told, only where nothing has the name that was typed', async () => {
    const page = await open();
    const announced = (words: RegExp) =>
      page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
    await search(page).fill('zq');
    await announced(/^Type at least three letters/);
    await search(page).fill('lisinoprol');
    await page.getByRole('group', { name: 'Nothing has this name. Did you mean' }).waitFor();
    await announced(/^Nothing has this name\. Similar names: \d+\.$/);
    const names = await options(page).allTextContents();
    for (const strength of ['2.5', '5', '10', '20', '30', '40'])
      assert.ok(
        names.some((name) =>
          name.replaceAll('\u00a0', ' ').includes(`lisinopril ${strength} mg oral tablet`),
        ),
        `${strength}: ${names.join(' | ')}`,
      );
    assert.ok(!names.some((name) => /metoprolol/i.test(name)));
    await search(page).fill('hydralazine');
    await options(page)
      .filter({ hasText: /hydrALAZINE/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('group', { name: /Did you mean/ }).count(), 0);
    await page.close();
  });

  test('the strengths of a drug stand beside its name: by keyboard, by pointer, and those that were typed alone', async () => {
    const page = await open();
    await search(page).fill('lisinopril oral');
    const group = page.getByRole('group', { name: 'All treatments' });
    await group.getByRole('option').first().waitFor();
    const active = async (): Promise<string | undefined> => {
      const id = await search(page).getAttribute('aria-activedescendant');
      return id === null ? undefined : (await page.locator(`#${id}`).innerText()).replaceAll('\u00a0', ' ');
    };
    const row = group
      .locator('.several')
      .filter({ hasText: /^\s*lisinopril oral tablet/ })
      .first();
    assert.ok((await row.getByRole('option').count()) >= 5, (await row.textContent()) ?? '');
    await keys(page, 'ArrowRight');
    assert.equal(await active(), undefined, 'nothing is chosen before somebody goes to it');
    await search(page).fill('lisinopril 20');
    const only = group.getByRole('option', { name: /^lisinopril 20\smg oral tablet/ });
    await only.waitFor();
    assert.equal(await group.getByRole('option', { name: /^lisinopril 10\smg oral tablet/ }).count(), 0);
    await search(page).fill('lisinopril oral tab');
    await row.getByRole('option').first().waitFor();
    while (!/^lisinopril .* oral tablet[^T]*$/.test((await active()) ?? '')) await keys(page, 'ArrowDown');
    for (let step = 0; step < 12; step += 1) await keys(page, 'ArrowLeft');
    assert.equal(await active(), 'lisinopril 2.5 mg oral tablet\n2.5 mg');
    await keys(page, 'ArrowRight', 'Enter');
    await page.getByRole('button', { name: /^Change lisinopril 5\smg oral tablet/ }).click();
    await search(page).fill('lisinopril oral tab');
    await row.getByRole('option', { name: /^lisinopril 40\smg/ }).click();
    await page.getByRole('button', { name: /^Change lisinopril 40\smg oral tablet/ }).waitFor();
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

  test('E5: what was prescribed before and is looked up late does not take the place of another that was chosen meanwhile', async () => {
    const patientId = await newPatient(ask);
    await prescribed(ask, patientId, metformin);
    const page = await open('', { patientId });
    await search(page).fill('met');
    const past = page
      .getByRole('group', { name: 'Past prescriptions of this patient' })
      .getByRole('option')
      .first();
    await past.waitFor();
    const late = await heldAnswer(page, `"id":"${metformin}"`);
    await past.click();
    await late.asked;
    await pick(page, 'lisinopril 10 mg oral tablet');
    await late.release();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Change lisinopril 10/ }).waitFor();
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

  test('"/" leads to the search from a button, and is a letter in a text', async () => {
    const page = await open();
    assert.ok(await page.locator('kbd', { hasText: '/' }).isVisible(), 'it is printed where it leads');
    await page.getByRole('button', { name: 'Edit patient' }).focus();
    await keys(page, '/');
    assert.equal(
      await search(page).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      true,
    );
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).focus();
    await keys(page, '/');
    assert.equal(await directions(page).inputValue(), '/');
    await page.close();
  });
});
