// Coverage of what is prescribed in a real browser, with the service and its plans: what a row says, what is used instead, and what goes wrong.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endSession } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page, Route } from 'playwright-core';
import { failing } from '../states/scene.ts';
import { benefits } from '../states/workflow/coverage.ts';
import { onePractice, oneTestbed } from '../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../support/workflow.ts';
import { initial, openWorkflow, toReview } from '../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const member = (planId = 'SANDBOX-EVERYDAY'): Promise<string> => newPatient(practice.ask, benefits(planId));

/** A page that checks coverage, of a member of the plan for everyday drugs, with these in the order. */
async function open(
  drugs: readonly string[],
  over: Readonly<Record<string, string>> = {},
  options: Parameters<typeof openWorkflow>[2] = {},
): Promise<WorkflowPage> {
  const ids: string[] = [];
  for (const drug of drugs) ids.push(await treatmentOf(practice.ask, drug));
  return await openWorkflow(
    testbed,
    {
      'patient-id': over['patient-id'] ?? (await member()),
      'enable-order': 'true',
      'enable-local-pickup': 'true',
      'enable-coverage-check': 'true',
      'initial-prescriptions': initial(...ids),
      ...over,
    },
    options,
  );
}

const summary = (page: Page, words: string | RegExp): Locator =>
  page.locator('.coverage summary').filter({ hasText: words });

const drafts = (page: Page): Locator => page.locator('.draft');

/** Waits until what has the focus, in whatever root, is this: `li draft-drf_…`. */
const focused = (page: Page, wanted: RegExp): Promise<unknown> =>
  page.waitForFunction((pattern) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return new RegExp(pattern).test(`${at?.localName} ${at?.id}`);
  }, wanted.source);

const CREATED = 'svc-draft-prescription-created';
const DELETED = 'svc-draft-prescription-deleted';

/** Waits until the document has heard this event so often. */
const heard = (page: Page, name: string, count: number): Promise<unknown> =>
  page.waitForFunction(
    ([wanted, times]) =>
      (window as unknown as { events: { name: string }[] }).events.filter((one) => one.name === wanted)
        .length >= times,
    [name, count] as const,
  );

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
    assert.doesNotMatch(JSON.stringify(heard), /Quimby|1980-02-29|SBX|SANDBOX/);
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

describe('coverage never stands in the way', () => {
  test('while it is not answered, adding, review and sending go on', async () => {
    const patientId = await member();
    const context = await testbed.contextOf();
    const workflow = await open(
      [],
      { 'patient-id': patientId, 'pharmacy-id': practice.local.id },
      { context },
    );
    const { page } = workflow;
    await failing(testbed, page, 'CoverageCheck', 'held');
    await workflow.element.evaluate(
      (node, input) => (node as HTMLElement & { addDraft(given: unknown): Promise<unknown> }).addDraft(input),
      (JSON.parse(initial(practice.metformin)) as object[])[0],
    );
    await summary(page, 'Checking coverage').waitFor();
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.deepEqual(await workflow.heard('svc-coverage-checked'), []);
    await context.close();
  });

  test('the payer cannot be reached: said with the reason, and Try again asks once more; focus is not lost', async () => {
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], {}, { context });
    const { page } = workflow;
    await summary(page, /Covered · about/).waitFor();
    await failing(testbed, page, 'CoverageCheck', 'offline');
    await workflow.button(/^Duplicate/).click();
    await page.getByLabel('Reason for prescribing it twice').fill('Taper, second step.');
    await page.keyboard.press('Control+Enter');
    await drafts(page).nth(1).waitFor();
    const row = drafts(page).nth(1);
    await row.getByText('Could not check coverage').waitFor();
    assert.equal(await summary(page, /Covered · about/).count(), 1, 'what was answered before stays');
    await page.unroute(`${testbed.baseUrl}/graphql`);
    await row.getByRole('button', { name: 'Try again' }).press('Enter');
    await summary(page, /Covered · about/)
      .nth(1)
      .waitFor();
    await focused(page, /^(?:summary|li)/);
    await context.close();
  });

  test('a session that ends: the row asks to sign in again, and goes on after that', async () => {
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], {}, { context });
    const { page } = workflow;
    await summary(page, /Covered · about/).waitFor();
    await endSession(page, testbed);
    await page.getByRole('radio').first().click();
    const signIn = page.locator('.coverage').getByRole('button', { name: 'Sign in again' });
    await signIn.waitFor();
    await page.unroute(`${testbed.baseUrl}/oidc/token`);
    await signIn.click();
    await summary(page, /Covered · about/).waitFor();
    await context.close();
  });

  test('E5: an answer that comes after the patient was switched is shown nowhere and told to nobody', async () => {
    const [first, second] = [await member(), await newPatient(practice.ask)];
    const context = await testbed.contextOf();
    const workflow = await open(['metformin 500 mg oral tablet'], { 'patient-id': second }, { context });
    const { page } = workflow;
    await summary(page, 'No coverage data').waitFor();
    const late: Route[] = [];
    let arrived = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route(`${testbed.baseUrl}/graphql`, async (route) => {
      const body = route.request().postData() ?? '';
      if (!body.includes('draftIds') || !body.includes(first)) return await route.fallback();
      late.push(route);
      arrived();
    });
    await workflow.set('patient-id', first);
    await held;
    await workflow.set('patient-id', second);
    await summary(page, 'No coverage data').waitFor();
    for (const route of late) await route.continue().catch(() => undefined);
    // The next question of this patient is answered after it.
    const before = (await workflow.heard('svc-coverage-checked')).length;
    await page.getByRole('radio').first().click();
    await heard(page, 'svc-coverage-checked', before + 1);
    assert.equal(await summary(page, /Covered/).count(), 0);
    const fired = await workflow.heard('svc-coverage-checked');
    assert.deepEqual(new Set(fired.map(({ detail }) => detail['patientId'])), new Set([second]));
    await context.close();
  });
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
    assert.equal(await page.getByLabel('Note for the pharmacy').inputValue(), 'Call before delivery.');
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
