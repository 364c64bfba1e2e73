// A payer's question and answer as the control room gets them, and what its page must show of them.
import assert from 'node:assert/strict';
import type { PayerBoard, PayerNews } from '@pestle/sandbox/control-room/payers';
import { PAYER_QUESTIONS_KEPT_MAX } from '@pestle/sandbox/limits';
import type { Page } from 'playwright-core';

/** A payer was asked about four drugs and answers for three. */
export function payerNews(id: string, over: Partial<PayerNews> = {}): PayerNews {
  const drug = (key: string, name: string) => ({ key, name, quantity: '30', daysSupply: 30 });
  return {
    payer: 'Plan lists',
    ms: 12,
    question: {
      id,
      patient: { firstName: 'Jane', lastName: 'Tester' },
      benefit: { memberId: 'SBX-100-01', planId: 'SANDBOX-EVERYDAY' },
      pharmacy: { name: 'Beacon Hill Apothecary' },
      drugs: [
        drug('a', 'lisinopril 10 mg oral tablet'),
        drug('b', 'sumatriptan 50 mg oral tablet'),
        drug('c', 'rosuvastatin 10 mg oral tablet'),
        drug('d', 'a compound'),
      ],
    },
    answer: {
      state: 'CHECKED',
      planName: 'Sandbox Everyday',
      drugs: [
        {
          key: 'a',
          status: 'COVERED',
          reasons: [],
          copay: { headline: { code: 'COPAY_EXACT', facts: { cents: 500 } } },
        },
        {
          key: 'b',
          status: 'COVERED_WITH_RESTRICTIONS',
          reasons: [{ code: 'QUANTITY_LIMIT', facts: {} }],
          copay: null,
        },
        { key: 'c', status: 'NOT_COVERED', reasons: [{ code: 'NOT_LISTED', facts: {} }], copay: null },
      ],
    },
    ...over,
  };
}

/** On the view of the payers, with nobody asked yet. */
export async function assertShowsQuestions(page: Page, payers: PayerBoard): Promise<void> {
  await page.getByText('No payer has been asked yet.').waitFor();
  payers.witness(payerNews('q1'));
  payers.witness(payerNews('q2', { answer: { state: 'COULD_NOT_CHECK', because: 'NO_ANSWER' } }));
  const rows = page.getByRole('navigation', { name: 'Questions to payers, newest first' }).getByRole('link');
  await rows.nth(1).waitFor();
  assert.match((await rows.first().textContent()) ?? '', /Could not check coverage/);
  await rows.first().click();
  await page.getByText('The payer did not answer in time.').waitFor();
  await rows.nth(1).click();
  const card = page.getByRole('region', { name: 'Sandbox Everyday' });
  await card.waitFor();
  const said = (await card.textContent()) ?? '';
  for (const part of [
    /lisinopril 10 mg oral tablet · 30 in 30 days.*Covered.*Copay: \$5\.00/s,
    /sumatriptan.*Covered with restrictions.*Quantity limit\./s,
    /rosuvastatin.*Not covered.*not on the plan’s list/s,
    /a compound.*No coverage data/s,
    /SBX-100-01/,
  ])
    assert.match(said, part);
  await card.getByText('The question').click();
  await card
    .getByRole('group', { name: 'The question, readable' })
    .getByText(/"Tester"/)
    .waitFor();
  for (let index = 0; index < PAYER_QUESTIONS_KEPT_MAX; index += 1)
    payers.witness(payerNews(`more-${index}`));
  assert.equal(payers.summaries().length, PAYER_QUESTIONS_KEPT_MAX);
  assert.equal(payers.find('q1'), undefined, 'the oldest have gone');
}
