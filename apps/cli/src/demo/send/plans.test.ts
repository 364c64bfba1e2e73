// Holds the plans to the seed: the same seed gives the same order and the same reports, and everything that can happen does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PatientId } from '@pestle/rules/ids';
import { readPatient } from '../data/patients.ts';
import type { ReadPrescription } from '../data/prescriptions.ts';
import { createCandidates } from './candidates.ts';
import { planReports } from './pharmacies.ts';

const numbers = Array.from(
  { length: 600 },
  (_, index) => `01TEST00000000000000000${String(index).padStart(3, '0')}-1`,
);

describe('what pharmacies report', () => {
  it('is the same for the same seed, and another for another', () => {
    const plans = (seed: number) => JSON.stringify(numbers.map((number) => planReports(seed, number)));
    assert.equal(plans(1), plans(1));
    assert.notEqual(plans(1), plans(2));
  });
  it('holds every status, some twice, some overtaken', () => {
    const plans = numbers.map((number) => planReports(1, number).map(({ status }) => status.toUpperCase()));
    const words = new Set(plans.flat());
    assert.deepEqual([...words].sort(), ['CANCELED', 'DELIVERED', 'ERROR', 'FILLING', 'RECEIVED', 'SHIPPED']);
    assert.ok(
      plans.some((plan) => new Set(plan).size < plan.length),
      'one is reported twice',
    );
    assert.ok(
      plans.some(
        (plan) => plan.includes('DELIVERED') && plan.indexOf('DELIVERED') < plan.lastIndexOf('FILLING'),
      ),
      'one overtakes another',
    );
    assert.ok(
      plans.some((plan) => plan.at(-1) === 'SHIPPED'),
      'one stays on the way',
    );
  });
});

describe('the order of prescriptions', () => {
  const prescription = (id: string, patientExternalId: string, rxcui: string): ReadPrescription => ({
    id,
    patientExternalId,
    rxcui,
    quantity: undefined,
    daysSupply: undefined,
    refills: undefined,
    dosage: undefined,
  });
  const patient = readPatient({
    patient_id: 'a',
    family: 'Portillo',
    given: ['Adán', 'Luis'],
    gender: 'male',
    birth_date: '1937-02-13',
    deceased: '1978-10-02T23:11:46+00:00',
    phone: '555-467-7743',
    address: { line: ['411 Kreiger Rest'], city: 'Billerica', state: 'Massachusetts', postal_code: '01821' },
    language: 'Spanish',
    allergies: [],
  });
  assert.ok(patient);
  const open = (seed: number, refused: string[] = []) =>
    createCandidates({
      prescriptions: [
        ...Array.from({ length: 20 }, (_, index) => prescription(`rx${index}`, 'a', String(index + 1))),
        prescription('unmatched', 'a', '999'),
        prescription('stranger', 'b', '1'),
      ],
      patients: new Map([['a', patient]]),
      imported: {
        read: 1,
        imported: 1,
        refusedByReason: {},
        leftOut: {},
        ids: new Map([['a', 'pat_01TEST0000000000000000000A' as PatientId]]),
        refused: new Map(),
      },
      reference: {
        treatments: new Map(
          Array.from({ length: 20 }, (_, index) => [
            String(index + 1),
            { doseForm: 'Oral Tablet', unitCode: 'C48542' },
          ]),
        ),
      },
      seed,
      refuse: (reason) => refused.push(reason),
    });
  const round = (seed: number): string[] => {
    const candidates = open(seed);
    const ids: string[] = [];
    while (ids.length < 20)
      ids.push(...(candidates.next()?.items.map(({ prescriptionId }) => prescriptionId) ?? []));
    return ids;
  };

  it('is the same for the same seed, each prescription once a round', () => {
    assert.deepEqual(round(1), round(1));
    assert.notDeepEqual(round(1), round(2));
    assert.equal(new Set(round(1)).size, 20);
  });
  it('counts what is unmatched once, and never replaces it', () => {
    const refused: string[] = [];
    const candidates = open(1, refused);
    for (let index = 0; index < 60; index += 1) assert.notEqual(candidates.next(), undefined);
    assert.equal(refused.length, 2);
    assert.match(refused.join(), /unmatched drug/);
  });
  it('goes round, but not with what was refused', () => {
    const candidates = open(1);
    for (let index = 0; index < 20; index += 1) {
      const [first, ...others] = candidates.next()?.items ?? [];
      if (first?.prescriptionId !== 'rx7') candidates.drop(first?.prescriptionId ?? '');
      for (const { prescriptionId } of others) if (prescriptionId !== 'rx7') candidates.drop(prescriptionId);
    }
    for (let index = 0; index < 3; index += 1)
      assert.equal(candidates.next()?.items[0]?.prescriptionId, 'rx7');
    candidates.drop('rx7');
    assert.equal(candidates.next(), undefined);
  });
  it('reads a patient as the file has it', () => {
    assert.equal(patient.input.firstName, 'Adán');
    assert.equal(patient.input.middleName, 'Luis');
    assert.equal(patient.input.deceasedOn, '1978-10-02');
    assert.equal(patient.input.address?.state, 'Massachusetts');
    assert.equal(patient.input.phone, '555-467-7743');
    assert.equal(patient.input.language, 'es');
  });
});
