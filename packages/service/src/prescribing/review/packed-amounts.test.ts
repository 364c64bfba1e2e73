// Goal: what a review says of a quantity is what the form says of it: by the packages of the treatment, by its form where directions leave it
// open, and by dose, frequency, duration and days (W1). Method: the real rooms on each store, asked as a program asks them, without a form.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkDraft } from '@pestle/rules/check-draft';
import { packagesOf, type TreatmentPackage } from '@pestle/rules/packages';
import { anId, freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { anotherPatient, openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';

interface Packed {
  readonly id: string;
  readonly name: string;
  readonly strength: string;
  readonly doseForm: string;
  readonly unitCode: string;
  readonly packages: readonly TreatmentPackage[];
}

const INHALER: Packed = {
  id: anId('trt'),
  name: 'albuterol',
  strength: '90 mcg/actuation',
  doseForm: 'Metered Dose Inhaler',
  unitCode: 'C64933',
  packages: [{ container: 'inhaler', quantity: '1', doses: 200 }],
};
const PENS: Packed = {
  id: anId('trt'),
  name: 'insulin glargine',
  strength: '100 units/mL',
  doseForm: 'Pen Injector',
  unitCode: 'C28254',
  packages: [{ container: 'pen', quantity: '3', count: 5 }],
};
const TABLETS: Packed = {
  id: anId('trt'),
  name: 'atenolol',
  strength: '10 mg',
  doseForm: 'Oral Tablet',
  unitCode: 'C48542',
  packages: [],
};

/** [what, of which, directions, quantity, unit, days supply, whether it is stopped] */
const CASES: readonly (readonly [string, Packed, string, number, string, number, boolean])[] = [
  ['two inhalers for a month', INHALER, 'Inhale 2 puffs every 4 hours.', 2, 'Each', 30, false],
  [
    'one inhaler where the puffs of a month need two',
    INHALER,
    'Inhale 2 puffs every 4 hours.',
    1,
    'Each',
    30,
    true,
  ],
  ['three inhalers where two do', INHALER, 'Inhale 2 puffs every 4 hours.', 4, 'Each', 30, true],
  ['five pens', PENS, 'Inject 20 units under the skin once daily.', 15, 'Milliliter', 75, false],
  ['five pens for a year', PENS, 'Inject 20 units under the skin once daily.', 15, 'Milliliter', 365, true],
  ['tablets, of which only the form says that they are', TABLETS, '1 po daily', 90, 'Tablet', 30, true],
  ['the same in a quantity that fits', TABLETS, '1 po daily', 30, 'Tablet', 30, false],
  [
    'directions that end before the days do',
    TABLETS,
    'Take 1 tablet by mouth once daily for 10 days.',
    30,
    'Tablet',
    30,
    true,
  ],
];

for (const { name, skip, open } of BOTH_STORES)
  describe(`quantity and days of what is signed, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      await opened.store.asKeeper(async (tx) => {
        for (const one of [INHALER, PENS, TABLETS])
          await sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, packages, federal_status,
            federal_as_of, drug_description, search_name, search_words) values (${one.id}, 'MEDICATION', ${one.name},
            ${`{${one.name}}`}, ${one.strength}, ${one.doseForm}, ${one.unitCode}, ${JSON.stringify(one.packages)}::jsonb, 'uncontrolled',
            '2026-01-01', ${one.name}, ${one.name}, ${one.name})`.execute(tx);
      });
    });
    after(() => opened.close());

    const reviewed = async (one: Packed, fields: object) => {
      const { prescribing, prescriber } = practice;
      const input = {
        patientId: await anotherPatient(practice),
        treatmentId: one.id,
        fillsAllowed: 1,
        ...fields,
      };
      const { id } = await prescribing.createDraft(prescriber, input as never, freshKey('createDraft'));
      return (await prescribing.reviewDrafts(prescriber, { draftIds: [id] })).drafts[0];
    };

    for (const [what, one, instructions, dispenseQuantity, dispenseUnit, daysSupply, stopped] of CASES)
      it(`W1: ${what}: ${stopped ? 'stopped for a reason' : 'signed'}, as in the form`, async () => {
        const fields = { instructions, dispenseQuantity, dispenseUnit, daysSupply };
        const review = await reviewed(one, fields);
        const said = (review?.problems ?? []).map(({ path, message }) => ({ path, message }));
        const { doseForm, strength, unitCode, packages } = one;
        const inForm = checkDraft(
          {
            ...fields,
            treatmentId: one.id,
            fillsAllowed: 1,
            medicine: { ingredients: [one.name], strength, doseForm },
          },
          '2026-01-01',
          packagesOf({ unitCode, strength }, packages),
        );
        assert.deepEqual(
          said,
          inForm.map(({ field, message }) => ({ path: `draft.${field}`, message })),
        );
        assert.deepEqual([review?.contentHash === null, said.length > 0], [stopped, stopped]);
      });

    it('W1: a reason for other packages is signed with them', async () => {
      const amountsReason = 'One for home, one for school, one for the car.';
      const review = await reviewed(INHALER, {
        instructions: 'Inhale 2 puffs every 4 hours.',
        dispenseQuantity: 4,
        dispenseUnit: 'Each',
        daysSupply: 30,
        amountsReason,
      });
      assert.equal(review?.content?.reasons?.amounts, amountsReason);
      assert.notEqual(review.contentHash, null);
    });
  });
