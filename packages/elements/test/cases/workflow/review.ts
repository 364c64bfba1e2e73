// Review and sign in a real browser: what is read is what is signed, once, by a person (W3 to W6).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial, heardNames as names, openWorkflow, toReview } from '../../support/workflow.ts';

let testbed: Testbed;
let ask: Ask;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
  ask = practice.ask;
});

describe('review and sign', () => {
  test('W4: the review names everybody and every line, and the act is last, not focused, and says what it does', async () => {
    const { workflow } = await practice.openOrder({
      'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
    });
    const { page } = workflow;
    const confirm = await toReview(workflow, 'Send Order');
    const review = page.getByRole('region', { name: 'Review and sign' });
    const text = await review.innerText();
    for (const words of [
      'QUIMBY',
      'Ann',
      'born 29-Feb-1980',
      'Female',
      'NPI',
      practice.local.name,
      'lisinopril',
      'metFORMIN',
      'Dispense 30\u00a0tablets',
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
    assert.equal(await confirm.textContent(), `Sign and send 2 prescriptions to ${practice.local.name}`);
    assert.ok(
      await page.getByRole('heading', { name: 'Review and sign' }).evaluate((node) => node.matches(':focus')),
    );
    assert.equal(await review.getByRole('button').last().textContent(), await confirm.textContent());
    for (const width of [320, 1_024]) {
      await page.setViewportSize({ width, height: 800 });
      const [back, act] = [
        await workflow.button('Back to the order').boundingBox(),
        await confirm.boundingBox(),
      ];
      assert.ok(back !== null && act !== null);
      const apart = Math.max(act.x - (back.x + back.width), act.y - (back.y + back.height));
      assert.ok(apart >= 6, `at ${width} px what leaves and what signs are ${apart} px apart`);
    }
    await workflow.button('Back to the order').click();
    assert.equal(await workflow.pending.count(), 2);
    await page.close();
  });

  test('S6: the line that the pharmacy reads stands below where it is another one, and the mass beside a dose in mL', async () => {
    const levothyroxine = await treatmentOf(ask, 'levothyroxine 50 mcg oral tablet');
    const [suspension] = JSON.parse(initial(await treatmentOf(ask, 'amoxicillin 400 mg/5 mL'))) as [object];
    const drafts = [
      ...(JSON.parse(initial(practice.lisinopril, levothyroxine)) as object[]),
      {
        ...suspension,
        dispenseUnit: 'Milliliter',
        dispenseQuantity: 220,
        daysSupply: 10,
        instructions: 'Take 11 mL by mouth twice daily.',
      },
    ];
    const { workflow, patientId } = await practice.openOrder({
      'initial-prescriptions': JSON.stringify(drafts),
    });
    await workflow.pending.nth(2).waitFor();
    const mass = '11\u00a0mL (880\u00a0mg)';
    await workflow.pending.filter({ hasText: 'amoxicillin' }).getByText(mass).waitFor();
    const confirm = await toReview(workflow, 'Send Order');
    const lines = workflow.page.getByRole('region', { name: 'Review and sign' }).getByRole('listitem');
    const shown = (drug: string): Promise<string> => lines.filter({ hasText: drug }).innerText();
    assert.ok((await shown('amoxicillin')).includes(mass));
    assert.match(await shown('lisinopril'), /Name on the message: lisinopril 10/i);
    const named = /Name on the message: (.*)/.exec(await shown('levothyroxine'))?.[1];
    assert.equal(named, 'levothyroxine sodium 50 mcg oral tablet');
    await confirm.click();
    await workflow.text(/^Order: /).waitFor();
    const [order] = await practice.ordersOf(patientId);
    const { order: sent } = await ask<{
      order: { fills: { prescription: { treatment: { description: string } } }[] };
    }>('query($id: ID!) { order(id: $id) { fills { prescription { treatment { description } } } } }', {
      id: order?.id,
    });
    const sentAs = sent.fills.map(({ prescription }) => prescription.treatment.description);
    assert.ok(sentAs.includes(named ?? ''), 'the message carries that line');
    await workflow.page.close();
  });

  test('W4: a prescription with a diagnosis of its own says it beside its lines; what all have stands once', async () => {
    const patientId = await newPatient(ask);
    const diabetes = { code: 'E11.9', type: 'ICD10', description: 'Type 2 diabetes mellitus' };
    await ask('mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', {
      input: {
        ...JSON.parse(initial(practice.metformin))[0],
        patientId,
        diagnosisCodes: [diabetes],
      },
    });
    const codes = [{ code: 'I10', type: 'ICD10', description: 'Essential hypertension' }];
    const { workflow } = await practice.openOrder({
      'patient-id': patientId,
      'diagnosis-codes': JSON.stringify(codes),
    });
    await workflow.pending.nth(1).waitFor();
    await toReview(workflow, 'Send Order');
    const review = workflow.page.getByRole('region', { name: 'Review and sign' });
    for (const [drug, own, other] of [
      ['metFORMIN', 'E11.9 Type 2 diabetes mellitus', 'I10'],
      ['lisinopril', 'I10 Essential hypertension', 'E11.9'],
    ] as const) {
      const lines = await review.getByRole('listitem').filter({ hasText: drug }).innerText();
      assert.ok(lines.includes(own) && !lines.includes(other), lines);
    }
    await workflow.button('Back to the order').click();
    await workflow.button(/^Delete metFORMIN/).click();
    await workflow.text(/^metFORMIN.* deleted/).waitFor();
    await toReview(workflow, 'Send Order');
    assert.equal(await review.getByRole('listitem').getByText('I10').count(), 0);
    assert.equal(await review.getByText('I10 Essential hypertension').count(), 1);
    await workflow.page.close();
  });

  test('U9: where the organization asks for it, nothing is signed before the patient was entered again, and right', async () => {
    const { administration } = testbed.sandbox.service.rooms.organization;
    const reentry = (patientReentry: boolean) =>
      administration.changeSettings(testbed.orgId, { patientReentry }, 'ops');
    await reentry(true);
    try {
      const { workflow, patientId } = await practice.openOrder();
      const { page } = workflow;
      const confirm = await toReview(workflow, 'Send Order');
      const initials = page.getByLabel('Patient’s initials');
      const year = page.getByLabel('Patient’s year of birth');
      for (const [letters, digits] of [
        ['', ''],
        ['QA', '1980'],
        ['AQ', '1981'],
        ['AQ', '80'],
      ] as const) {
        await initials.fill(letters);
        await year.fill(digits);
        await confirm.click();
        await workflow
          .text(/^Initials and year of birth are not those/)
          .first()
          .waitFor();
        assert.ok(await initials.evaluate((node) => node.matches(':focus')));
      }
      assert.deepEqual(await practice.ordersOf(patientId), []);
      await initials.fill('aq');
      await year.fill('1980');
      await confirm.click();
      await workflow.text(/^Order: /).waitFor();
      assert.equal((await practice.ordersOf(patientId)).length, 1);
      await page.close();
    } finally {
      await reentry(false);
    }
    const { workflow } = await practice.openOrder();
    await toReview(workflow, 'Send Order');
    assert.equal(await workflow.page.getByLabel('Patient’s initials').count(), 0);
    await workflow.page.close();
  });

  test('W4: no script of the page can sign, by click, by key or through the root', async () => {
    const { workflow, patientId } = await practice.openOrder();
    await toReview(workflow, 'Send Order');
    await workflow.element.evaluate(async (node) => {
      const root = node.shadowRoot?.firstElementChild?.shadowRoot;
      const button = root?.querySelector<HTMLElement>('#confirm');
      if (button === null || button === undefined) throw new Error('no button');
      button.click();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      button.focus();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    assert.deepEqual(await practice.ordersOf(patientId), []);
    await workflow.page.keyboard.press('Enter');
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1, 'a person’s own key does');
    await workflow.page.close();
  });

  test('W5: five clicks, a lost answer and a second tab make one order', async () => {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    const other = await openWorkflow(
      testbed,
      { 'patient-id': patientId, 'enable-order': 'true', 'pharmacy-id': practice.local.id },
      { context: page.context(), path: '/a' },
    );
    await other.text('Another tab shows the same pending order.').waitFor();
    const otherConfirm = await toReview(other, 'Send Order');
    const confirm = await toReview(workflow, 'Send Order');
    let lost = 2;
    await page.route('**/graphql', async (route) => {
      const key = route.request().headers()['idempotency-key'];
      if (key === undefined || lost === 0) return await route.continue();
      lost -= 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await confirm.click({ clickCount: 5, delay: 5 });
    await workflow.text(/^Order: /).waitFor();
    await other.text(/signed, deleted or changed elsewhere/).waitFor();
    assert.equal(await otherConfirm.count(), 0, 'the other tab can no longer sign them');
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.equal((await workflow.heard('svc-order-created')).length, 1);
    assert.equal((await other.heard('svc-order-created')).length, 0);
    await page.close();
  });

  test('W3: without enable-order the button is Save Prescriptions, and only prescriptions are made', async () => {
    const patientId = await newPatient(ask);
    const workflow = await openWorkflow(testbed, {
      'patient-id': patientId,
      'initial-prescriptions': initial(practice.metformin),
    });
    assert.equal(await workflow.page.getByRole('heading', { name: 'Pharmacy' }).count(), 0);
    const confirm = await toReview(workflow, 'Save Prescriptions');
    assert.equal(await confirm.textContent(), 'Sign and save 1 prescription');
    await confirm.click();
    await workflow.text('1 prescription signed and saved').waitFor();
    assert.deepEqual((await names(workflow)).slice(-2), [
      'svc-prescriptions-created',
      'svc-prescribe-success',
    ]);
    assert.deepEqual(await practice.ordersOf(patientId), []);
    await workflow.page.close();
  });

  test('W6: what is missing is listed before anything is sent, and each entry leads to its place', async () => {
    const patientId = await newPatient(ask, { address: null });
    const workflow = await openWorkflow(testbed, { 'patient-id': patientId, 'enable-order': 'true' });
    await workflow.button('Send Order').click();
    const summary = workflow.page.getByRole('group', { name: /to mend before/ });
    await summary.waitFor();
    assert.ok(await summary.evaluate((node) => node.matches(':focus')));
    assert.deepEqual(await summary.getByRole('listitem').allInnerTexts(), [
      'Add at least one prescription. Go there',
      'The patient needs an address. Go there',
      'Choose a pharmacy. Go there',
    ]);
    await workflow.button(/^Go there: Add at least one/).click();
    assert.ok(
      await workflow.page
        .getByRole('combobox', { name: /^Search medication/ })
        .evaluate((node) => node.matches(':focus')),
    );
    await workflow.page.close();
  });
});
