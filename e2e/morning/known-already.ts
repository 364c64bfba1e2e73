// Patients of the morning for whom something is there already: what they take, what staff wrote, an order that has not left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { users } from '@pestle/sandbox/seed';
import { prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Keyboard } from './keyboard.ts';
import { type Morning, NONE_KNOWN } from './prescribers-morning.ts';

/** From the focus in the search to what was sent, with the reason why it is repeated so soon. */
const REPEAT_KEYS_MAX = 8;
/** From the list of patients to what was sent. */
const NEW_KEYS_MAX = 34;

/** Registers them. */
export function knownAlready(morning: Morning): void {
  test('U1: a morning: a refill is found under the past prescriptions, and its reason chosen', async () => {
    const someone = await morning.patient(NONE_KNOWN);
    await prescribed(morning.ask, someone.id, await treatmentOf(morning.ask, 'lisinopril 10 mg oral tablet'));
    await morning.prescribing(
      'refill',
      someone,
      async (keys) => {
        await keys.search();
        await keys.press('ArrowDown', 'Enter');
        await morning.button(/^Change lisinopril/).waitFor();
        await keys.press('Control+Shift+Enter');
        await morning.reasonAsked();
        await keys.press('Space');
        await morning.addAndSign(keys);
      },
      { prescribing: REPEAT_KEYS_MAX },
    );
  });

  // Of the first the practice has a template with these directions, of the second it has none.
  for (const [name, typed, line, directions] of [
    ['lisinopril 10 mg', 'lisi 10', /^lisinopril 10\smg oral tablet/, ''],
    ['losartan 50 mg', 'losa 50', /^losartan.* 50\smg oral tablet/, '1 daily'],
  ] as const)
    test(`U1: a morning: ${name}, 1 daily, 90, 3 refills takes ${NEW_KEYS_MAX} keys at most, from the list of patients to what was sent`, async () => {
      const someone = await morning.patient(NONE_KNOWN);
      const work = async (keys: Keyboard): Promise<void> => {
        await keys.choose(typed, line);
        await keys.directions(directions);
        await keys.tabTo(morning.page.getByLabel(/^Quantity/));
        await keys.type('90');
        await keys.tabTo(morning.page.getByLabel(/^Refills/));
        await keys.type('3');
        await morning.addAndSign(keys);
      };
      await morning.prescribing(name, someone, work, { all: NEW_KEYS_MAX });
      const { prescriptions } = await morning.ask<{ prescriptions: { nodes: object[] } }>(
        'query($p: String!) { prescriptions(patientId: $p) { nodes { dispenseQuantity daysSupply fillsAllowed instructions } } }',
        { p: someone.id },
      );
      assert.deepEqual(
        prescriptions.nodes.map((one) => ({ ...one })),
        [
          {
            dispenseQuantity: '90',
            daysSupply: 90,
            fillsAllowed: 4,
            instructions: 'Take 1 tablet by mouth once daily.',
          },
        ],
      );
    });

  test('W2: a morning: a duplicate that was written anew asks why', async () => {
    const someone = await morning.patient(NONE_KNOWN);
    await prescribed(morning.ask, someone.id, await treatmentOf(morning.ask, 'metformin 500 mg oral tablet'));
    await morning.prescribing('duplicate', someone, async (keys) => {
      await keys.choose('metformin 500 oral tab', /^metFORMIN.* 500\smg oral tablet/);
      await keys.directions('1 tab po bid x30d');
      await keys.press('Control+Enter');
      await morning.reasonAsked();
      await keys.press('Space');
      await morning.add(keys);
      await morning.sign(keys);
    });
  });

  test('a morning: what is sent now joins the order that has not left', async () => {
    const someone = await morning.patient(NONE_KNOWN);
    await prescribed(
      morning.ask,
      someone.id,
      await treatmentOf(morning.ask, 'lisinopril 10 mg oral tablet'),
      null,
    );
    await morning.prescribing('combined', someone, async (keys) => {
      await keys.choose('metformin 500 oral tab', /^metFORMIN.* 500\smg oral tablet/);
      await keys.directions('1 tab po bid x30d');
      await morning.add(keys);
      await keys.press('Control+Shift+Enter');
      await keys.tabTo(morning.button(/^Add to the order /));
      await keys.press('Enter');
      await keys.tabTo(morning.button(/^Sign .* add /));
      await keys.press('Enter');
      await morning.sent();
      const { orders } = await morning.ask<{ orders: { nodes: { fills: unknown[] }[] } }>(
        'query($p: String!) { orders(patientId: $p) { nodes { fills { id } } } }',
        { p: someone.id },
      );
      assert.deepEqual(
        orders.nodes.map(({ fills }) => fills.length),
        [2],
      );
    });
  });

  test('A2: a morning: what staff prepared is read and signed', async () => {
    const someone = await morning.patient(NONE_KNOWN);
    await morning.asStaff('mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', {
      input: {
        patientId: someone.id,
        prescriberId: users.find(({ role }) => role === 'prescriber')?.id,
        treatmentId: await treatmentOf(morning.ask, 'lisinopril 10 mg oral tablet'),
        dispenseQuantity: '30',
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        fillsAllowed: 1,
        instructions: 'Take 1 tablet by mouth once daily.',
      },
    });
    await morning.prescribing('staff-prepared', someone, async (keys) => {
      await morning.pending();
      await morning.page
        .getByText(/^Prepared by /)
        .first()
        .waitFor();
      await keys.search();
      await morning.sign(keys);
    });
  });
}
