// Coverage of what is prescribed, in a real browser with the service and its plans: what a row says, and what the page hears.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newPatient } from '@pestle/testbed/elements/records';
import { CREATED, drafts, focused, member, open, summary } from '../../support/coverage-page.ts';
import { onePractice } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { toReview } from '../../support/workflow.ts';

let practice: Practice;
before(async () => {
  practice = await onePractice();
});

describe('what the patient’s plan pays', () => {
  test('enable-coverage-check: each draft says whether it is covered and what is paid, with why, how it was estimated, and whose data it is', async () => {
    const workflow = await open([
      'metformin 500 mg oral tablet',
      'semaglutide 7 mg oral tablet',
      'sumatriptan 50 mg oral tablet',
      'crestor 10 mg',
    ]);
    const { page } = workflow;
    await summary(page, /Covered · about \$\d+\.\d{2}/)
      .first()
      .waitFor();
    await summary(page, 'Covered with restrictions: prior authorization').waitFor();
    await summary(page, 'Covered with restrictions: quantity limit').click();
    await workflow.text('At most 1 a day.').waitFor();
    await summary(page, /Not covered · \d alternative/).click();
    await workflow.text('It is not on the plan’s list of drugs.').waitFor();
    await workflow.text(/^Same class/).waitFor();
    await summary(page, /Covered · about \$/)
      .first()
      .click();
    await workflow.text('How this was estimated:').waitFor();
    await workflow.text(/Plan: Sandbox Everyday\. Source: .+\. Data of \d\d-[A-Z][a-z]{2}-\d{4}\./).waitFor();
    await page.close();
  });

  test('svc-coverage-checked: the document hears of each draft by its id, and nothing of who the patient is', async () => {
    const patientId = await member();
    const workflow = await open(['metformin 500 mg oral tablet', 'semaglutide 7 mg oral tablet'], {
      'patient-id': patientId,
    });
    const { page } = workflow;
    await summary(page, 'prior authorization').waitFor();
    const [heard] = (await workflow.heard('svc-coverage-checked')).slice(-1);
    const { drafts, checkedAt, ...rest } = (heard ?? assert.fail()).detail as {
      drafts: { draftId: string; copay: { fromCents: number; toCents: number } }[];
      checkedAt: string;
    };
    assert.deepEqual(rest, { patientId });
    assert.ok(Number.isFinite(Date.parse(checkedAt)));
    const [metformin, semaglutide] = drafts;
    assert.partialDeepStrictEqual(metformin, {
      state: 'CHECKED',
      status: 'COVERED',
      priorAuthorization: false,
      stepTherapy: false,
      quantityLimit: false,
    });
    assert.ok((metformin?.copay.fromCents ?? -1) > 0);
    assert.partialDeepStrictEqual(semaglutide, {
      status: 'COVERED_WITH_RESTRICTIONS',
      priorAuthorization: true,
    });
    const created = await workflow.heard(CREATED);
    assert.deepEqual(
      drafts.map(({ draftId }) => draftId),
      created.map(({ detail }) => (detail['draft'] as { id: string }).id),
    );
    // The quotation mark: three letters are in the random part of an id now and then.
    assert.doesNotMatch(JSON.stringify(heard), /Quimby|1980-02-29|"SBX|SANDBOX/);
    await page.close();
  });

  test('E4: without the attribute nothing is asked or shown, and it can be set at any time', async () => {
    const workflow = await open(['metformin 500 mg oral tablet'], { 'enable-coverage-check': 'false' });
    const { page } = workflow;
    await drafts(page).first().waitFor();
    assert.equal(await page.locator('.coverage').count(), 0);
    await workflow.set('enable-coverage-check', 'true');
    await summary(page, /Covered · about/).waitFor();
    await workflow.set('enable-coverage-check', null);
    await page.waitForFunction(() => document.querySelector('svc-prescribe-workflow') !== null);
    await page.locator('.coverage').waitFor({ state: 'detached' });
    await page.close();
  });

  test('no data: said so, and the way to the patient’s benefits', async () => {
    const workflow = await open(['metformin 500 mg oral tablet'], {
      'patient-id': await newPatient(practice.ask),
    });
    const { page } = workflow;
    await summary(page, 'No coverage data').waitFor();
    await workflow.button(/^Add benefits/).press('Enter');
    await page.getByRole('heading', { name: 'Edit patient' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'svc-prescribe-workflow');
    await focused(page, /^input patient-/);
    await page.close();
  });

  test('the review has a line of it, which is said not to be signed', async () => {
    const workflow = await open(['metformin 500 mg oral tablet'], { 'pharmacy-id': practice.local.id });
    const { page } = workflow;
    await summary(page, /Covered · about/).waitFor();
    await toReview(workflow, 'Send Order');
    const review = page.getByRole('region', { name: 'Review and sign' });
    assert.match(
      await review.innerText(),
      /Covered · about \$\d+\.\d{2}[^\n]*\s+An estimate of the plan’s data, not part of what is signed\./,
    );
    await page.close();
  });

  test('E6: in Spanish, with the service’s sentences too, and a changed language asks again', async () => {
    const workflow = await open(['semaglutide 7 mg oral tablet']);
    const { page } = workflow;
    await summary(page, 'prior authorization').click();
    await workflow.text('Prior authorization: the plan must approve it first.').waitFor();
    await page.evaluate(() => {
      document.documentElement.lang = 'es';
    });
    await summary(page, /Cubierto con restricciones: autorización previa · unos \$/).waitFor();
    await page
      .locator('.coverage details[open] li')
      .filter({ hasText: /^Autorización previa/ })
      .waitFor();
    await page.close();
  });
});
