// Who pays for a patient's medicines, as the patient's form takes it, in a real browser.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed, sharedContext } from '../../support/one-testbed.ts';

let testbed: Testbed;
let ask: Ask;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
});

const hasFocus = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);

describe('the benefits of a patient', () => {
  const READ =
    'query($id: ID!) { patient(id: $id) { benefits { bin pcn groupId memberId planId validFrom validTo } } }';
  const benefitsOf = async (id: string): Promise<readonly object[]> => {
    const { patient } = await ask<{ patient: { benefits: readonly object[] } }>(READ, { id });
    return patient.benefits.map((benefit) => ({ ...benefit }));
  };
  const CARD = { bin: '610020', pcn: 'A4', groupId: 'G1', memberId: 'M-1', planId: null };
  const NO_DAYS = { validFrom: null, validTo: null };
  const edited = async (benefits: readonly object[] = []): Promise<readonly [Page, string]> => {
    const patientId = await newPatient(ask, { benefits });
    const page = await testbed.open(
      `<main><h1>Clinic</h1>${testbed.client(`<svc-prescribe-workflow patient-id="${patientId}"></svc-prescribe-workflow>`)}</main>`,
      { context: await sharedContext() },
    );
    await page.getByRole('button', { name: 'Edit patient' }).click();
    await page.getByLabel('First name').waitFor();
    return [page, patientId];
  };
  const card = (page: Page, number: number): Locator =>
    page.getByRole('group', { name: `Insurance ${number}`, exact: true });
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save patient' }).click();
  const saved = (page: Page): Promise<void> => page.getByRole('button', { name: 'Edit patient' }).waitFor();

  test('patient-id: what a card says and its plan, found by name, are added and kept, by keyboard alone', async () => {
    const [page, patientId] = await edited();
    await page.getByRole('button', { name: 'Add insurance' }).focus();
    await page.keyboard.press('Enter');
    const bin = card(page, 1).getByLabel('BIN (IIN)');
    await bin.waitFor();
    assert.equal(await hasFocus(bin), true);
    await page.keyboard.type('999999');
    await page.keyboard.press('Tab');
    await page.keyboard.type('SBX-9');
    for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('every');
    await page.getByRole('option', { name: /Sandbox Everyday/ }).waitFor();
    await page.getByRole('option', { name: /Sandbox Basic/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await card(page, 1)
      .getByText(/^Sandbox Everyday, until/)
      .waitFor();
    await save(page);
    await saved(page);
    assert.deepEqual(await benefitsOf(patientId), [
      { bin: '999999', pcn: null, groupId: null, memberId: 'SBX-9', planId: 'SANDBOX-EVERYDAY', ...NO_DAYS },
    ]);
    await page.close();
  });

  test('patient-id: what the service refuses of a card stands at its field in its words, and everything typed stays', async () => {
    const [page, patientId] = await edited([{ ...CARD, ...NO_DAYS }]);
    await card(page, 1).getByLabel('BIN (IIN)').fill('12345');
    await card(page, 1).getByLabel('Valid from').fill('2026-02-01');
    await card(page, 1).getByLabel('Valid until').fill('2026-01-01');
    await page.getByRole('button', { name: 'Add insurance' }).click();
    await card(page, 2).getByLabel('BIN (IIN)').fill('610020');
    await save(page);
    const summary = page.getByRole('group', { name: 'Mend this before the patient is saved:' });
    await summary.waitFor();
    const said = async (number: number, name: string): Promise<string> => {
      const field = card(page, number).getByLabel(name);
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      return await field.evaluate((node) => {
        const ids = (node.getAttribute('aria-describedby') ?? '').split(' ');
        const root = node.getRootNode() as ShadowRoot;
        return ids.map((id) => root.getElementById(id)?.textContent ?? '').join(' ');
      });
    };
    assert.match(await said(1, 'BIN (IIN)'), /6 or 8 digits on the insurance card/);
    assert.match(await said(2, 'Member id'), /Write the member id as it stands on the insurance card/);
    assert.equal(await hasFocus(card(page, 1).getByLabel('BIN (IIN)')), true);
    await card(page, 1).getByLabel('BIN (IIN)').fill('610021');
    await card(page, 2).getByLabel('Member id').fill('M-2');
    await save(page);
    await card(page, 1).getByText('These benefits end before they begin: check both days.').waitFor();
    assert.equal(await card(page, 2).getByLabel('Member id').inputValue(), 'M-2');
    await card(page, 1).getByLabel('Valid until').fill('2026-12-31');
    await save(page);
    await saved(page);
    assert.deepEqual(await benefitsOf(patientId), [
      { ...CARD, bin: '610021', validFrom: '2026-02-01', validTo: '2026-12-31' },
      { bin: '610020', pcn: null, groupId: null, memberId: 'M-2', planId: null, ...NO_DAYS },
    ]);
    await page.close();
  });

  test('patient-id: cards are removed, four are the most, and a conflict loses nothing that was typed', async () => {
    const [page, patientId] = await edited([{ ...CARD, ...NO_DAYS, planId: 'PLAN-NOBODY-KNOWS' }]);
    await card(page, 1).getByText('No plan on file has this id: coverage cannot be checked.').waitFor();
    for (let more = 0; more < 3; more += 1) await page.getByRole('button', { name: 'Add insurance' }).click();
    assert.equal(await page.getByRole('button', { name: 'Add insurance' }).count(), 0);
    await card(page, 4).getByLabel('BIN (IIN)').fill('610099');
    await card(page, 4).getByLabel('Member id').fill('M-4');
    await page.getByRole('button', { name: 'Remove: Insurance 1' }).click();
    assert.equal(await hasFocus(page.getByRole('button', { name: 'Add insurance' })), true);
    await ask(
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: { email: "e@example.com" }) { id } }',
      { id: patientId },
    );
    await save(page);
    await page
      .getByText(/Somebody else changed this patient meanwhile/)
      .first()
      .waitFor();
    assert.equal(await card(page, 3).getByLabel('Member id').inputValue(), 'M-4');
    assert.equal((await benefitsOf(patientId)).length, 1, 'nothing was written over');
    await page.close();
  });
});
