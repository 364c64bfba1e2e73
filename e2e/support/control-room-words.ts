// What the control room is held to where it tells of orders and shows texts: every situation by its word, times with their day, and a telephone as a telephone.
import assert from 'node:assert/strict';
import { SITUATION_KEYS } from '@pestle/rules/situations';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { placedOrder } from '@pestle/testbed/sandbox/recorded-orders';
import { type recordedSource } from '@pestle/testbed/sandbox/recorded-source';
import type { Page } from 'playwright-core';

/** In the list, above the order and at the medication, with the sentence; of what was not today the day stands before the time. `page` shows the first recorded order. */
export async function assertCallsEverySituation(
  page: Page,
  source: ReturnType<typeof recordedSource>,
): Promise<void> {
  const placed = placedOrder();
  source.push(placed);
  for (const [list, clock] of [
    ['.list', '9:04:07'],
    ['.timeline', '9:03:07'],
  ] as const)
    await page
      .locator(`${list} time`, { hasText: `20-Jan-2026 ${clock}` })
      .first()
      .waitFor();
  for (const key of SITUATION_KEYS) {
    const sentence = `What is told of ${key}.`;
    const fills = placed.fills.map((fill) => ({ ...fill, situation: key, sentence }));
    source.push({ ...placed, situation: key, fills });
    await page.locator('.details > .fill > .sentence', { hasText: sentence }).first().waitFor();
    for (const place of ['.list .chip', '.details > header .chip', '.details > .fill > .row .chip'])
      assert.equal((await page.locator(place).first().textContent())?.trim(), PRACTICE_EN[key].word, place);
  }
}

/** The latest at the bottom; what came long before is folded; links lead out. Jane Tester has one text already. */
export async function assertReadsAsAPhone(
  page: Page,
  url: string,
  send: (text: string) => Promise<void>,
): Promise<void> {
  await send('A second text. See http://127.0.0.1:1/t?a=1.');
  await page.goto(url);
  const link = page.locator('.bubble', { hasText: 'A second text.' }).getByRole('link');
  assert.equal(await link.getAttribute('href'), 'http://127.0.0.1:1/t?a=1', 'without the full stop');
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  const latest = ['The third.', 'The fourth.', 'The fifth.'];
  for (const text of latest) await send(text);
  const jane = page.getByRole('region', { name: 'Texts to Jane Tester' });
  await jane.getByText('The fifth.').waitFor();
  assert.deepEqual(await jane.locator('.bubble:visible').allTextContents(), latest);
  await jane.getByText('2 earlier texts').click();
  await jane.getByText('A second text.').waitFor();
  const last = (await jane.locator('time').last().textContent()) ?? '';
  assert.match(last, /^\d{1,2}:\d\d:\d\d\s[AP]M$/, 'of today the time is enough');
}
