// Holds the demo's rule to what it promises: something sendable for every dose form, the file's own words where it has them, and the rest named.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDraft } from '@pestle/rules/check-draft';
import { directionsFor, SYNTHETIC_RULES } from './directions.ts';
import type { ReadPrescription } from './prescriptions.ts';
import { readPrescription } from './prescriptions.ts';

const SILENT: ReadPrescription = {
  id: 'rx',
  patientExternalId: 'p',
  rxcui: '314076',
  quantity: undefined,
  daysSupply: undefined,
  refills: undefined,
  dosage: undefined,
};
const TABLET = { doseForm: 'Oral Tablet', unitCode: 'C48542' };

describe("the demo's rule", () => {
  it('gives for every dose form what can be signed', () => {
    const forms = [...SYNTHETIC_RULES.map(({ form }) => form.source.split('|')[0] ?? ''), 'unheard of'];
    for (const doseForm of forms) {
      const { dispenseQuantity, daysSupply, fillsAllowed, instructions } = directionsFor(SILENT, {
        doseForm,
        unitCode: 'C64933',
      });
      const issues = checkDraft(
        {
          treatmentId: 'trt_01TEST0000000000000000000A',
          drugDescription: 'lisinopril 10 mg oral tablet',
          dispenseQuantity,
          dispenseUnit: 'C28254',
          dispenseAsWritten: false,
          fillsAllowed,
          daysSupply,
          instructions,
          notes: null,
        },
        '2026-01-01',
      );
      assert.ok(
        issues.every(({ severity }) => severity !== 'error'),
        `${doseForm}: ${JSON.stringify(issues)}`,
      );
    }
  });
  it('names everything that it made up', () => {
    const { synthetic, instructions, dispenseQuantity } = directionsFor(SILENT, TABLET);
    assert.deepEqual(synthetic, ['quantity', 'days', 'directions', 'refills']);
    assert.equal(instructions, 'Take 1 tablet by mouth once daily.');
    assert.equal(dispenseQuantity, 30);
  });
  it("keeps the file's quantity, days and dosage", () => {
    const read = readPrescription({
      rx_id: 'a',
      patient_id: 'p',
      rxcui: '309097',
      dosage: [
        { asNeededBoolean: true, timing: { frequency: 1, period: 12, periodUnit: 'h' }, dose: { value: 2 } },
      ],
      refills: 3,
      quantity: { value: 20, unit: 'doses' },
      days_supply: { value: 2, unit: 'weeks' },
    });
    assert.ok(read);
    assert.deepEqual(directionsFor(read, TABLET), {
      dispenseQuantity: 20,
      unitCode: 'C48542',
      daysSupply: 14,
      fillsAllowed: 4,
      instructions: 'Take 2 tablets by mouth twice daily as needed.',
      synthetic: [],
    });
  });
  it('does not guess at a dosage that it cannot say plainly', () => {
    const odd = { ...SILENT, dosage: { dose: 1.5, timesADay: 5, asNeeded: false } };
    assert.deepEqual(directionsFor(odd, TABLET).instructions, 'Take 1 tablet by mouth once daily.');
    assert.ok(directionsFor(odd, TABLET).synthetic.includes('directions'));
  });
});
