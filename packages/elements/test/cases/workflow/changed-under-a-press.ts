// A press under which the page changes, in a real browser: it does what it began on or nothing, and never what came to stand there meanwhile (W2, U1).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { failing } from '../../states/scene.ts';
import { directions, open, pending, pick } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

/** The words of what is pressed at a place of the page. */
function wordsAt(page: Page, at: { readonly x: number; readonly y: number }): Promise<string> {
  return page.evaluate(({ x, y }) => {
    let node = document.elementFromPoint(x, y);
    while (node?.shadowRoot) {
      const inner = node.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === node) break;
      node = inner;
    }
    return node?.closest<HTMLElement>('button, label')?.innerText ?? '';
  }, at);
}

/** Nothing is drawn under a press at first (`press-watch.ts`); one that is held for longer than that is what is tested here. */
const LOOKS = 200;

/**
 * Presses the mouse on something and lets it go after `meanwhile`, at the same place, where `under` stands by then: without that the test
 * would show nothing.
 */
async function pressWhile(
  page: Page,
  place: Locator,
  { meanwhile, under }: { readonly meanwhile: () => Promise<void>; readonly under: RegExp },
): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  assert.ok(box !== null);
  const at = { x: box.x + Math.min(box.width / 2, 24), y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await meanwhile();
  let words = '';
  for (let looks = 0; looks < LOOKS && !under.test(words); looks += 1) {
    words = await wordsAt(page, at);
    await page.waitForTimeout(50);
  }
  assert.match(words, under, 'something else is under the pointer by now');
  await page.mouse.up();
  // Whatever a press does is drawn by then.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** A patient to whom these were prescribed a moment ago. */
async function patientWith(...treatments: readonly string[]): Promise<string> {
  const patientId = await newPatient(practice.ask);
  for (const treatment of treatments) await prescribed(practice.ask, patientId, treatment);
  return patientId;
}

const notices = (page: Page): Locator => page.getByRole('button', { name: 'Add it again' });

/** A page that asks for two drafts again which a person has deleted. */
async function twoLeftOut(): Promise<Page> {
  const { workflow } = await practice.openOrder({
    'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
  });
  const { page } = workflow;
  for (const name of [/^Delete lisinopril/, /^Delete metFORMIN/]) {
    await workflow.button(name).click();
    await workflow.button(name).waitFor({ state: 'detached' });
  }
  await page.reload();
  await notices(page).nth(1).waitFor();
  return page;
}

describe('a press under which the page changes', () => {
  test('pharmacies: another list that has come meanwhile chooses none of its own', async () => {
    const page = await open('enable-local-pickup');
    const choices = page.getByRole('region', { name: 'Pharmacy', exact: true }).locator('label.choice');
    await choices.nth(1).waitFor();
    await pressWhile(page, choices.first().locator('.name'), {
      meanwhile: async () => await page.getByLabel('Near ZIP code or town').fill('Columbus, OH'),
      under: /Columbus, OH/,
    });
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Change pharmacy/ }).count(), 0);
    await page.close();
  });

  test('W2: what was left out comes back by a press on its own notice only, and by the first of two quick ones', async () => {
    const page = await twoLeftOut();
    await pressWhile(page, notices(page).first(), {
      meanwhile: async () => {
        await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
        await notices(page).nth(1).waitFor({ state: 'detached' });
      },
      under: /^Add it again$/,
    });
    await page.waitForLoadState('networkidle');
    assert.equal(await pending(page).count(), 0);
    assert.equal(await notices(page).count(), 1, 'the other one still asks');
    await page.reload();
    await notices(page).nth(1).waitFor();
    await notices(page).first().dblclick();
    await pending(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await pending(page).count(), 1);
    assert.equal(await notices(page).count(), 1);
    await page.close();
  });

  test('W1: a package whose quantity became another, and what would mend the numbers, write nothing', async () => {
    const page = await open();
    await pick(page, 'albuterol sulfate 90 mcg metered dose inhaler');
    await directions(page).fill('2 puffs q4h');
    const quantity = page.getByLabel(/^Quantity/);
    const days = page.getByLabel(/^Days supply/);
    const chip = page.getByRole('group', { name: 'Packages' }).getByRole('button');
    await chip.filter({ hasText: '1 inhaler of 200 doses, 16 days' }).waitFor();
    await pressWhile(page, chip.first(), {
      meanwhile: async () => await days.fill('90'),
      under: /^6 inhalers of 200 doses/,
    });
    assert.equal(await quantity.inputValue(), '');
    await quantity.fill('1');
    const offer = page.getByRole('button', { name: /^Use 6\s/ });
    await offer.waitFor();
    await pressWhile(page, offer, {
      meanwhile: async () => await days.fill('60'),
      under: /^Use 4\s/,
    });
    assert.equal(await quantity.inputValue(), '1');
    await page.close();
  });

  test('W2: a reason for one medicine is no reason for the next that stands in the form', async () => {
    const patientId = await patientWith(practice.lisinopril, practice.metformin);
    const { workflow } = await practice.openOrder({
      'patient-id': patientId,
      'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
    });
    const { page } = workflow;
    await workflow.button(/^Edit lisinopril/).click();
    const form = page.getByRole('region', { name: 'Edit prescription' });
    const reason = form.getByRole('radio', { name: 'Dose change' });
    await reason.waitFor();
    await pressWhile(page, form.locator('label.choice').filter({ hasText: 'Dose change' }), {
      meanwhile: async () => {
        await workflow.button(/^Edit metFORMIN/).press('Enter');
        await workflow.button(/^Change metFORMIN/).waitFor();
        await reason.waitFor();
      },
      under: /^Dose change$/,
    });
    assert.equal(await form.getByRole('radio', { checked: true }).count(), 0);
    await page.close();
  });

  test('section 14: a suggestion that gave way to another one is not taken', async () => {
    const { workflow } = await practice.openOrder({
      'initial-prescriptions': initial(practice.metformin),
    });
    const { page } = workflow;
    let asked = 0;
    await failing(testbed, page, 'ScreeningOf', {
      change: (data) => {
        const { screening, offers } = data['screeningOf'] as {
          screening: { result: { findings: object[] } };
          offers: object[];
        };
        asked += 1;
        const suggestion = asked === 1 ? 'Once daily' : 'Twice daily';
        const text = 'Riverside Hospital: potassium is high';
        screening.result.findings.unshift({
          rule: 'service:drug-check:k#0123456789ab',
          kind: 'SERVICE',
          severity: 'MODERATE',
          text: { en: text, es: text },
          detail: null,
          suggestions: [suggestion],
          serviceReasons: [],
          reasons: [],
        });
        offers.push({
          label: suggestion,
          removes: false,
          treatmentId: null,
          directions: asked === 1 ? '1 tab po daily' : '1 tab po bid',
        });
      },
    });
    await pick(page, 'lisinopril 10 mg oral tablet');
    await pressWhile(page, workflow.button('Use this: Once daily'), {
      meanwhile: async () => {
        await workflow.button(/^Delete metFORMIN/).press('Enter');
        await workflow.button('Use this: Twice daily').waitFor();
      },
      under: /^Use this$/,
    });
    assert.equal(await directions(page).inputValue(), '');
    await page.close();
  });
});
