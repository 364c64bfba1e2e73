// Patients of the morning with whom something stands in the way: an allergy, a plan, no list of the practice, the law.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Morning, NONE_KNOWN } from './prescribers-morning.ts';

/** Registers them. */
export function inTheWay(morning: Morning): void {
  test('W6: a morning: an allergy is asked about while the medicine is written, and the reason goes along', async () => {
    const allergic = { allergies: [{ substance: 'lisinopril', reaction: 'angioedema' }] };
    await morning.prescribing('allergy', await morning.patient(allergic), async (keys) => {
      await keys.choose('lisinopril 10', /^lisinopril 10\smg oral tablet/);
      await keys.directions('1 tab po daily x30d');
      await keys.tabTo(morning.page.getByLabel('Why it is prescribed all the same'));
      await keys.press('ArrowDown', 'ArrowDown');
      await morning.add(keys);
      await morning.sign(keys);
    });
  });

  test('a morning: what the plan does not cover gives way to an alternative', async () => {
    const insured = {
      benefits: [
        {
          bin: '999999',
          pcn: 'SANDBOX',
          groupId: 'SBX1',
          memberId: 'SBX-900-01',
          planId: 'SANDBOX-EVERYDAY',
        },
      ],
      ...NONE_KNOWN,
    };
    await morning.prescribing('not covered → alternative', await morning.patient(insured), async (keys) => {
      await keys.choose('crestor 10', /^rosuvastatin.* 10\smg oral tablet/);
      await keys.directions('1 tab po daily x30d');
      await morning.add(keys);
      await keys.tabTo(morning.page.locator('.coverage summary').filter({ hasText: /Not covered/ }));
      await keys.press('Enter');
      await keys.tabTo(morning.button(/^Use instead of .*: atorvastatin/));
      await keys.press('Enter');
      await morning.button(/^Change atorvastatin/).waitFor();
      await keys.directions('1 tab po daily x30d');
      await keys.press('Control+Enter');
      await morning.button(/^Change atorvastatin/).waitFor({ state: 'detached' });
      await morning.sign(keys);
    });
  });

  test('a morning: what is in no list of the practice is found among all treatments', async () => {
    await morning.prescribing('off-catalog', await morning.patient(NONE_KNOWN), async (keys) => {
      await keys.choose('ofloxacin oph', /^ofloxacin .* ophthalmic solution/);
      await keys.directions('2 gtt both eyes bid x7d');
      await keys.tabTo(morning.page.getByRole('group', { name: 'Packages' }).getByRole('button').first());
      await keys.press('Space');
      await morning.add(keys);
      await morning.sign(keys);
    });
  });

  test('W7: a morning: a controlled substance is told with its reason, and cannot be taken', async () => {
    await morning.prescribing('controlled → refused', await morning.patient(NONE_KNOWN), async (keys) => {
      await keys.search();
      await keys.type('oxycodone');
      await morning.page
        .getByRole('option', { name: /controlled/i })
        .first()
        .waitFor();
      await keys.press('ArrowDown', 'Enter');
      await morning.page
        .getByText(/controlled/i)
        .first()
        .waitFor();
      assert.equal(await morning.button(/^Change /).count(), 0);
      await keys.press('Escape', 'Escape');
    });
  });
}
