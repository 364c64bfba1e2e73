// What speaks against a medicine while it is written, in a real browser: told as soon as it is chosen, answered in the card, and counted at the review (section 14).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ScreeningOf } from '@pestle/client/documents/screening';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import { failing, pick } from '../../states/scene.ts';
import { directions, keys } from '../../support/form-page.ts';
import { heldAnswer } from '../../support/held-answer.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { initial } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const WHY = 'Why it is prescribed all the same';
const KETOCONAZOLE = 'ketoconazole 200 mg oral tablet';

/** An order with simvastatin in it, with which ketoconazole harms. */
async function withSimvastatin(): Promise<WorkflowPage> {
  const simvastatin = await treatmentOf(practice.ask, 'simvastatin 20 mg oral tablet');
  const { workflow } = await practice.openOrder({ 'initial-prescriptions': initial(simvastatin) });
  await workflow.pending.first().waitFor();
  return workflow;
}

describe('section 14: screening while a medicine is written', () => {
  test('a severe finding is told when the medicine is chosen, stops Add until a reason is chosen by keys, and that reason counts at the review', async () => {
    const workflow = await withSimvastatin();
    const { page } = workflow;
    await pick(page, KETOCONAZOLE);
    await page
      .getByRole('alert')
      .filter({ hasText: /Severe interaction: / })
      .waitFor({ state: 'attached' });
    // Nobody has recorded the patient's allergies.
    await workflow.text(/^Checked for interactions \(.*\)\. Not for allergies/).waitFor();
    await directions(page).fill('1 tab po daily x10d');
    await keys(page, 'Control+Enter');
    await page
      .getByRole('button', {
        name: 'Choose why it is prescribed although something severe speaks against it.',
      })
      .waitFor();
    const reason = page.getByLabel(WHY);
    assert.ok(await reason.evaluate((node) => node.matches(':focus')), 'led to the reason');
    assert.equal(await workflow.pending.count(), 1, 'nothing was added');
    await page.keyboard.press('w');
    await keys(page, 'Control+Enter');
    await workflow.pending.nth(1).waitFor();
    await workflow.button('Send Order').click();
    await page.getByLabel(WHY).first().waitFor();
    assert.equal(await page.getByLabel(WHY).count(), 1, 'the other drug alone is asked about');
    await page.getByLabel(WHY).selectOption({ label: 'Will be monitored' });
    await workflow.button('Keep reasons and go on').click();
    await workflow.button(/^Sign /).waitFor();
    const review = await page.getByRole('region', { name: 'Review and sign' }).innerText();
    assert.equal(review.match(/Prescribed all the same: Will be monitored/g)?.length, 2);
    await page.close();
  });

  test('what only deserves a thought stops nothing; another allergy asks anew; editing shows the answer that was given', async () => {
    const patientId = await newPatient(practice.ask, { allergies: [{ substance: 'Penicillin' }] });
    const { workflow } = await practice.openOrder({ 'patient-id': patientId, 'initial-prescriptions': '' });
    const { page } = workflow;
    await pick(page, 'amoxicillin 500 mg oral capsule');
    await workflow.text(/^Allergy: the record says Penicillin/).waitFor();
    await page.getByLabel(WHY).selectOption({ label: 'Other (say which)' });
    await page.getByLabel('In your own words').fill('Tolerated last year.');
    await directions(page).fill('1 cap po tid x7d');
    await keys(page, 'Control+Enter');
    await workflow.pending.first().waitFor();
    await workflow.button(/^Edit amoxicillin/).click();
    await workflow.text(/^Allergy: the record says Penicillin/).waitFor();
    assert.equal(await page.getByLabel('In your own words').inputValue(), 'Tolerated last year.');
    await workflow.button('Cancel edit').click();
    await pick(page, 'lisinopril 10 mg oral tablet');
    await workflow.text(/^Checked for interactions and allergies \(/).waitFor();
    assert.equal(await page.getByLabel(WHY).count(), 0);
    await workflow.button('Edit allergies').click();
    await page.getByLabel('Medicine or substance').fill('Lisinopril');
    await workflow.button('Save allergies').click();
    await workflow.text(/^Allergy: the record says Lisinopril/).waitFor();
    await page.close();
  });

  test('E7: what was said of a medicine is not said again because another draft changed beside it', async () => {
    const treatments = await Promise.all(
      ['simvastatin 20 mg oral tablet', 'lisinopril 10 mg oral tablet'].map((name) =>
        treatmentOf(practice.ask, name),
      ),
    );
    const { workflow } = await practice.openOrder({ 'initial-prescriptions': initial(...treatments) });
    const { page } = workflow;
    await workflow.pending.nth(1).waitFor();
    await pick(page, KETOCONAZOLE);
    const said = page
      .getByRole('alert')
      .filter({ hasText: /Severe interaction: / })
      .first();
    await said.waitFor({ state: 'attached' });
    await said.evaluate((node) => {
      Reflect.set(window, 'saidAgain', 0);
      new MutationObserver(() => {
        Reflect.set(window, 'saidAgain', Number(Reflect.get(window, 'saidAgain')) + 1);
      }).observe(node, { childList: true, characterData: true, subtree: true });
    });
    const again = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes(ScreeningOf.id),
    );
    await workflow.button(/^Delete lisinopril/).click();
    await again;
    // What is said later comes after it in the same order.
    await page
      .getByRole('status')
      .filter({ hasText: /lisinopril.* deleted/ })
      .waitFor({ state: 'attached' });
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => Reflect.get(window, 'saidAgain')), 0);
    await workflow.text(/^Severe interaction: /).waitFor();
    await page.close();
  });

  test('W2: a reason that is half chosen in one draft is not chosen in another of the same medicine', async () => {
    const workflow = await withSimvastatin();
    const { page } = workflow;
    await pick(page, KETOCONAZOLE);
    await page.getByLabel(WHY).selectOption({ label: 'Will be monitored' });
    await directions(page).fill('1 tab po daily x10d');
    await keys(page, 'Control+Enter');
    await workflow.pending.nth(1).waitFor();
    await workflow.button(/^Edit ketoconazole/).click();
    await page.getByLabel(WHY).selectOption({ label: 'Other (say which)' });
    await page.getByLabel('In your own words').waitFor();
    await workflow.button('Cancel edit').click();
    await pick(page, KETOCONAZOLE);
    await page.getByLabel(WHY).waitFor();
    assert.equal(await page.getByLabel(WHY).inputValue(), '');
    assert.equal(await page.getByLabel('In your own words').count(), 0);
    await page.close();
  });

  test('where nobody can be asked the card says so and asks again; writing goes on', async () => {
    const workflow = await withSimvastatin();
    const { page } = workflow;
    await failing(testbed, page, 'ScreeningOf', 'offline');
    await pick(page, KETOCONAZOLE);
    await workflow.text(/^Interactions and allergies could not be checked now\./).waitFor();
    await page.unroute(`${testbed.baseUrl}/graphql`);
    await workflow.button('Check now').click();
    await workflow.text(/^Severe interaction: /).waitFor();
    await page.close();
  });

  test('what another service says is read as words, and its suggestion is taken into the form by one press', async () => {
    const { workflow } = await practice.openOrder({ 'initial-prescriptions': '' });
    const { page } = workflow;
    await failing(testbed, page, 'ScreeningOf', {
      change: (data) => {
        const { screening, offers } = data['screeningOf'] as {
          screening: { result: { findings: object[] } };
          offers: object[];
        };
        const text = 'Riverside Hospital: potassium is high';
        screening.result.findings.unshift({
          rule: 'service:drug-check:k#0123456789ab',
          kind: 'SERVICE',
          severity: 'HIGH',
          text: { en: text, es: text },
          detail: 'Potassium was **5.9**. See [the label](https://labels.example/k).',
          suggestions: ['Metformin instead', 'Call the ward'],
          serviceReasons: ['Potassium is monitored'],
          reasons: [{ reason: 'OTHER', text: { en: 'Other (say which)', es: 'Otro' } }],
        });
        offers.push({
          label: 'Metformin instead',
          removes: false,
          treatmentId: practice.metformin,
          directions: '1 tab po bid',
        });
      },
    });
    await pick(page, 'lisinopril 10 mg oral tablet');
    await workflow.text('Potassium was 5.9. See the label (https://labels.example/k).').waitFor();
    await page.getByLabel(WHY).selectOption({ label: 'Potassium is monitored' });
    assert.equal(await page.getByLabel('In your own words').count(), 0, 'its own words are enough');
    assert.equal(await workflow.button('Use this: Call the ward').count(), 0, 'words alone');
    await workflow.button('Use this: Metformin instead').click();
    await workflow.button(/^Change metFORMIN 500/).waitFor();
    assert.equal(await directions(page).inputValue(), '1 tab po bid');
    assert.ok(await directions(page).evaluate((node) => node.matches(':focus')));
    await page.close();
  });

  test('E5: a suggestion whose medicine comes late does not take the place of another that was chosen meanwhile', async () => {
    const { workflow } = await practice.openOrder({ 'initial-prescriptions': '' });
    const { page } = workflow;
    await failing(testbed, page, 'ScreeningOf', {
      change: (data) => {
        const { screening, offers } = data['screeningOf'] as {
          screening: { result: { findings: object[] } };
          offers: object[];
        };
        const text = 'Riverside Hospital: potassium is high';
        screening.result.findings.unshift({
          rule: 'service:drug-check:k#0123456789ab',
          kind: 'SERVICE',
          severity: 'MODERATE',
          text: { en: text, es: text },
          detail: null,
          suggestions: ['Metformin instead'],
          serviceReasons: [],
          reasons: [],
        });
        offers.push({
          label: 'Metformin instead',
          removes: false,
          treatmentId: practice.metformin,
          directions: '1 tab po bid',
        });
      },
    });
    await pick(page, 'lisinopril 10 mg oral tablet');
    const late = await heldAnswer(page, `"id":"${practice.metformin}"`);
    await workflow.button('Use this: Metformin instead').click();
    await late.asked;
    await workflow.button(/^Change lisinopril/).click();
    await pick(page, KETOCONAZOLE);
    await late.release();
    await page.waitForLoadState('networkidle');
    await workflow.button(/^Change ketoconazole/).waitFor();
    assert.equal(await directions(page).inputValue(), '');
    await page.close();
  });
});
