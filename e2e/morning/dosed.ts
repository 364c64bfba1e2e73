// Patients of the morning whose dose takes more than a line: steps, weight, packages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Morning, NONE_KNOWN } from './prescribers-morning.ts';

/** Registers them. */
export function dosed(morning: Morning): void {
  test('W1: a morning: a taper is written in steps, and comes to its tablets and days', async () => {
    await morning.prescribing('taper', await morning.patient(NONE_KNOWN), async (keys) => {
      await keys.choose('prednisone 10', /^predniSONE 10\smg oral tablet/i);
      await keys.directions('4 tab po daily x3d then 2 tab po daily x3d then 1 tab po daily x3d');
      await morning.page
        .getByText(/then 1 tablet once daily for 3 days/)
        .first()
        .waitFor();
      assert.equal(
        await morning.page
          .getByLabel(/^Quantity/)
          .first()
          .inputValue(),
        '21',
      );
      await morning.add(keys);
      await morning.sign(keys);
    });
  });

  test('a morning: a child is dosed by weight, in mL with mg beside it', async () => {
    const child = { dateOfBirth: '2021-06-01', weight: { value: '18', unit: 'kg' }, ...NONE_KNOWN };
    await morning.prescribing('child by weight', await morning.patient(child), async (keys) => {
      await keys.choose('amoxicillin 400', /^amoxicillin 400\smg.* suspension/);
      await keys.directions('5 ml po bid x10d');
      await keys.tabTo(morning.page.locator('summary', { hasText: 'Dose by weight' }));
      await keys.press('Enter');
      await keys.tabTo(morning.page.getByLabel('Dose per kilogram'));
      await keys.type('45');
      await keys.tabTo(morning.page.getByLabel('Doses per day'));
      await keys.type('2');
      await keys.tabTo(morning.button(/^Use .* per dose/));
      await keys.press('Enter');
      await morning.page
        .getByText(/5\.1\smL .*by mouth twice daily for 10 days/)
        .first()
        .waitFor();
      await morning.add(keys);
      await morning.sign(keys);
    });
  });

  for (const [name, typed, line, directions, pack] of [
    [
      'inhaler',
      'albuterol 90 metered',
      /^albuterol.* 90\smcg.* metered dose inhaler/,
      '2 puffs q4h',
      /^1 inhaler of 200 doses/,
    ],
    [
      'insulin',
      'insulin glargine 100 pen',
      /^insulin glargine 100\sunits.* pen/,
      '20 units subcut daily',
      /^5 pens/,
    ],
  ] as const)
    test(`W1: a morning: ${name}: the package gives quantity and days`, async () => {
      await morning.prescribing(name, await morning.patient(NONE_KNOWN), async (keys) => {
        await keys.choose(typed, line);
        await keys.directions(directions);
        await keys.tabTo(morning.button(pack));
        await keys.press('Space');
        await morning.add(keys);
        await morning.sign(keys);
      });
    });
}
