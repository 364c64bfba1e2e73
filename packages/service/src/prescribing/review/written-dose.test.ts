// Goal: a dose that nobody can mean is stopped by the review until somebody says why, however its directions are written. Method: the real rooms on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PatientId, TreatmentId } from '@pestle/rules/ids';
import { anId, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { anotherPatient, LISINOPRIL, openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { addPatient } from '../../directory/patient/patients.ts';

for (const { name, skip, open } of BOTH_STORES)
  describe(`the dose of what is signed, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
    });
    after(() => opened.close());

    const reviewed = async (instructions: string, quantity: number, more: object = {}) => {
      const { prescribing, prescriber } = practice;
      const { id } = await prescribing.createDraft(
        prescriber,
        {
          patientId: await anotherPatient(practice),
          treatmentId: LISINOPRIL,
          dispenseQuantity: quantity,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions,
          ...more,
        },
        freshKey('createDraft'),
      );
      const [one] = (await prescribing.reviewDrafts(prescriber, { draftIds: [id] })).drafts;
      return one;
    };

    it('100 tablets twice daily are stopped for a reason, and the reason is signed', async () => {
      const stopped = await reviewed('Take 100 tablets by mouth twice daily.', 6_000);
      assert.equal(stopped?.contentHash, null);
      assert.ok(
        stopped?.problems.some(({ severity, code }) => severity === 'error' && code === 'AMOUNTS_CONTRADICT'),
      );
      const reason = { amountsReason: 'Checked with poison control.' };
      const answered = await reviewed('Take 100 tablets by mouth twice daily.', 6_000, reason);
      assert.equal(answered?.content?.reasons?.amounts, reason.amountsReason);
      const usual = await reviewed('Take 1 tablet by mouth twice daily.', 60);
      assert.deepEqual(usual?.problems, []);
    });

    it('a dose that is too much for a child of that weight is stopped, and is none for an adult', async () => {
      const ibuprofen = anId('trt') as TreatmentId;
      await opened.store.asKeeper((tx) =>
        sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, federal_status, federal_as_of,
          drug_description, search_name, search_words) values (${ibuprofen}, 'MEDICATION', 'ibuprofen 100 mg/5 mL oral suspension',
          '{ibuprofen}', '100 mg/5 mL', 'Oral Suspension', 'C28254', 'uncontrolled', '2026-01-01', 'ibuprofen 100 mg/5 mL oral suspension',
          'ibuprofen', 'ibuprofen')`.execute(tx),
      );
      const taker = async (dateOfBirth: string, value: string, unit: 'kg' | 'lbs'): Promise<PatientId> => {
        const id = anId('pat');
        await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
          addPatient(tx, practice.deps.ports, {
            orgId: TEST_ORGANIZATION,
            actor: { kind: 'service', id: null },
            id,
            input: {
              firstName: 'Ben',
              lastName: 'Another',
              dateOfBirth,
              sex: 'MALE',
              phone: '6175550100',
              address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
              weight: { value, unit, measuredOn: '2026-01-01' },
            },
          }),
        );
        return id;
      };
      const [birthday] = new Date(practice.deps.ports.clock.now()).toISOString().split('T');
      const year = Number(birthday?.slice(0, 4));
      const stopped = async (patientId: PatientId, instructions: string): Promise<boolean> => {
        const written = await reviewed(instructions, 120, {
          patientId,
          treatmentId: ibuprofen,
          dispenseUnit: 'Milliliter',
          daysSupply: 3,
        });
        return written?.problems.some(({ message }) => message.includes('a child of')) ?? false;
      };
      const tenMilliliters = 'Take 10 mL by mouth every 6 hours as needed for fever.';
      const child = await taker(`${year - 2}-01-01`, '10', 'kg');
      assert.equal(await stopped(child, tenMilliliters), true);
      assert.equal(await stopped(child, 'Take 5 mL by mouth every 6 hours as needed for fever.'), false);
      assert.equal(await stopped(await taker(`${year - 2}-01-01`, '22', 'lbs'), tenMilliliters), true);
      assert.equal(await stopped(await taker('1980-01-01', '10', 'kg'), tenMilliliters), false);
    });
  });
