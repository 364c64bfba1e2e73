// Quantities, counts, dates, codes, places and pages that are not acceptable, each named by its field.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import { forEachCase, refusalOf, refused } from './answers.ts';
import type { Targets } from './ids.ts';
import { createDraft, DRAFT, PATIENT, review } from './records.ts';

const CREATE_PATIENT = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }';
const CREATE_DRAFT =
  'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id dispenseQuantity } }';
const CREATE_TEMPLATE = 'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }';

const DIAGNOSIS = { code: 'I10', type: 'ICD10', description: 'Essential hypertension' };

const BAD_QUANTITIES = [
  '0',
  '0.0',
  '-1',
  '+1',
  '1e3',
  '.5',
  '1.',
  '1,000',
  'thirty',
  '',
  '0x1F',
  '٣٠',
  'NaN',
  '123456789012',
  '0.1234567891',
  1e21,
  1e-7,
];
const GOOD_QUANTITIES = [
  ['1.0', '1'],
  ['030.50', '30.5'],
  [1e3, '1000'],
  [0.5, '0.5'],
  ['99999999999', '99999999999'],
] as const;

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const BENEFIT = { bin: '610020', memberId: 'MEM1' };

/** Field, value, and where the answer points when not to the field itself. */
const BAD_PATIENTS: readonly (readonly [field: string, value: unknown, at?: string])[] = [
  ['dateOfBirth', day(2)],
  ['dateOfBirth', '1850-01-01'],
  ['deceasedOn', day(2)],
  ['deceasedOn', '1980-01-01'],
  ['phone', '123'],
  ['phone', '0005550160'],
  ['email', 'nobody'],
  ['language', 'English'],
  ['externalId', 'pat_mine'],
  ['externalId', ''],
  ['preferredPharmacyId', 'phr_01ABSENT000000000000000000'],
  ['preferredPharmacyId', 'CVS'],
  ['weight', { value: '0', unit: 'kg' }, 'weight.value'],
  ['weight', { value: '701', unit: 'kg' }, 'weight.value'],
  ['weight', { value: '-70', unit: 'lbs' }, 'weight.value'],
  ['weight', { value: '70', unit: 'kg', measuredOn: day(2) }, 'weight.measuredOn'],
  ['allergies', [{ substance: ' ' }], 'allergies[0].substance'],
  ['allergies', [{ substance: 'x', severity: 'DEADLY' }], 'allergies[0].severity'],
  ['allergies', Array.from({ length: 101 }, () => ({ substance: 'x' }))],
  ['benefits', [{ ...BENEFIT, bin: '12345' }], 'benefits[0].bin'],
  ['benefits', [{ ...BENEFIT, memberId: ' ' }], 'benefits[0].memberId'],
  ['benefits', [BENEFIT, BENEFIT], 'benefits[1]'],
  ['benefits', [{ ...BENEFIT, validFrom: '2026-02-01', validTo: '2026-01-31' }], 'benefits[0].validTo'],
  ['address', { ...PATIENT.address, postalCode: '2108' }, 'address.postalCode'],
  ['address', { ...PATIENT.address, postalCode: '02108-12' }, 'address.postalCode'],
  ['address', { ...PATIENT.address, state: 'ZZ' }, 'address.state'],
  ['address', { ...PATIENT.address, country: 'CA' }, 'address.country'],
  ['address', { ...PATIENT.address, street1: 'x'.repeat(41) }, 'address.street1'],
  ['lastName', 'x'.repeat(36)],
];

const SUPERVISOR = {
  firstName: 'Sunita',
  lastName: 'Rao',
  npi: '2990000251',
  phone: '6175550180',
  address: PATIENT.address,
};

const BAD_DRAFTS: readonly (readonly [field: string, value: unknown, at?: string])[] = [
  ['dispenseUnit', 'Bucketful'],
  ['dispenseUnit', ''],
  ['fillsAllowed', 0],
  ['fillsAllowed', 101],
  ['fillsAllowed', -1],
  ['daysSupply', -1],
  ['daysSupply', 1000],
  ['diagnosisCodes', [{ ...DIAGNOSIS, code: 'hypertension' }], 'diagnosisCodes[0].code'],
  ['diagnosisCodes', [{ ...DIAGNOSIS, type: 'SNOMED' }], 'diagnosisCodes[0].type'],
  ['diagnosisCodes', [DIAGNOSIS, { ...DIAGNOSIS, description: ' ' }], 'diagnosisCodes[1].description'],
  ['diagnosisCodes', [{ ...DIAGNOSIS, description: 'Two\nlines' }], 'diagnosisCodes[0].description'],
  ['diagnosisCodes', [{ ...DIAGNOSIS, description: 'x'.repeat(256) }], 'diagnosisCodes[0].description'],
  ['diagnosisCodes', Array.from({ length: 3 }, () => DIAGNOSIS)],
  ['supervisor', { ...SUPERVISOR, npi: '1234567890' }, 'supervisor.npi'],
  ['supervisor', { ...SUPERVISOR, phone: '12' }, 'supervisor.phone'],
  ['supervisor', { ...SUPERVISOR, firstName: ' ' }, 'supervisor.firstName'],
  ['treatmentId', 'lisinopril'],
  ['prescriberId', 'usr_nobody'],
];

/** Values that the schema's own types refuse: the document does not run. */
const WRONG_TYPES: readonly (readonly [field: string, value: unknown])[] = [
  ['fillsAllowed', 1.5],
  ['fillsAllowed', '3'],
  ['fillsAllowed', 2_147_483_648],
  ['dispenseAsWritten', 'yes'],
  ['dispenseQuantity', true],
  ['dispenseQuantity', { value: 1 }],
  ['instructions', 7],
  ['doNotFillBeforeDate', '2026-02-30'],
  ['doNotFillBeforeDate', '02/03/2026'],
  ['doNotFillBeforeDate', '0000-01-01'],
  ['doNotFillBeforeDate', 20_260_101],
];

const PAGED = [
  'patients(first: $first, after: $after) { nodes { id } }',
  'pharmacies(first: $first, after: $after) { nodes { distanceKm } }',
  'pharmacies(near: {postalCode: "02108"}, first: $first, after: $after) { nodes { distanceKm } }',
  'treatments(text: "lisinopril", first: $first, after: $after) { hits { nodes { id } } }',
  'templates(first: $first, after: $after) { nodes { id } }',
  'disabledTreatments(first: $first, after: $after) { nodes { id } }',
  'prescriptions(patientId: "MRN-OWN", first: $first, after: $after) { nodes { id } }',
  'orders(first: $first, after: $after) { nodes { id } }',
  'orders(changedSince: "2026-01-01T00:00:00Z", first: $first, after: $after) { nodes { id } }',
];

const cursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');
const FORGED_CURSORS = [
  'nonsense',
  '',
  cursor(null),
  cursor([]),
  cursor([{}]),
  cursor(['\u0000', 'x']),
  cursor(['\u0000']),
  cursor(['yesterday', 'ord_x', 'more']),
  cursor([[1]]),
  'x'.repeat(2_000),
];

export function testValues(targets: () => Targets): void {
  describe('values', () => {
    test('quantities that are none are refused in drafts and templates; those that are, are kept exactly', async () => {
      const { testbed, own } = targets();
      const draft = { ...DRAFT, patientId: own.patientId, treatmentId: own.treatmentId };
      const template = { ...DRAFT, name: 'Some', personal: true, treatmentId: own.treatmentId };
      await testbed.unchanged(() =>
        forEachCase(BAD_QUANTITIES, async (dispenseQuantity) => {
          const about = `quantity ${JSON.stringify(dispenseQuantity)}`;
          const input = { ...draft, dispenseQuantity };
          refused(
            await testbed.prescriber(CREATE_DRAFT, { input }),
            'INVALID_INPUT',
            about,
            'dispenseQuantity',
          );
          // A template may leave the quantity open.
          if (dispenseQuantity !== '')
            refused(
              await testbed.prescriber(CREATE_TEMPLATE, { input: { ...template, dispenseQuantity } }),
              'INVALID_INPUT',
              `template ${about}`,
              'dispenseQuantity',
            );
        }),
      );
      for (const [given, kept] of GOOD_QUANTITIES) {
        const answer = dataOf(
          await testbed.prescriber<{ createDraft: { id: string; dispenseQuantity: string } }>(CREATE_DRAFT, {
            input: { ...draft, dispenseQuantity: given },
          }),
        ).createDraft;
        assert.equal(answer.dispenseQuantity, kept);
        dataOf(await testbed.prescriber('mutation($id: ID!) { deleteDraft(id: $id) }', { id: answer.id }));
      }
    });

    test("a patient's values are checked, each by its field", async () => {
      const { testbed } = targets();
      await testbed.unchanged(() =>
        forEachCase(BAD_PATIENTS, async ([field, value, at = field]) => {
          const input = { ...PATIENT, [field]: value };
          const about = `${field} ${JSON.stringify(value).slice(0, 60)}`;
          refused(await testbed.prescriber(CREATE_PATIENT, { input }), 'INVALID_INPUT', about, at);
        }),
      );
    });

    test("a draft's values are checked, each by its field", async () => {
      const { testbed, own } = targets();
      const draft = { ...DRAFT, patientId: own.patientId, treatmentId: own.treatmentId };
      await testbed.unchanged(() =>
        forEachCase(BAD_DRAFTS, async ([field, value, at = field]) => {
          const answer = await testbed.prescriber(CREATE_DRAFT, { input: { ...draft, [field]: value } });
          refused(answer, 'INVALID_INPUT', `${field} ${JSON.stringify(value)}`, at);
        }),
      );
    });

    test("what does not fit the schema's types is refused without repeating it", async () => {
      const { testbed, own } = targets();
      const draft = { ...DRAFT, patientId: own.patientId, treatmentId: own.treatmentId };
      await testbed.unchanged(() =>
        forEachCase(WRONG_TYPES, async ([field, value]) => {
          const about = `${field} ${JSON.stringify(value)}`;
          const answer = await testbed.prescriber(CREATE_DRAFT, { input: { ...draft, [field]: value } });
          const { code, message } = refusalOf(answer, about, [value]);
          assert.equal(code, 'MALFORMED', about);
          assert.ok(message.includes(field), `${about}: ${message}`);
          assert.equal(answer.status, 400, about);
        }),
      );
    });

    test('days that do not exist are refused in searches too', async () => {
      const { testbed } = targets();
      for (const date of ['2026-02-30', '0000-01-01', 'tomorrow']) {
        const byDate = 'query($date: Date) { patients(dateOfBirth: $date) { nodes { id } } }';
        refused(await testbed.prescriber(byDate, { date }), 'MALFORMED', date);
        const since = 'query($since: DateTime) { orders(changedSince: $since) { nodes { id } } }';
        refused(await testbed.prescriber(since, { since: `${date}T00:00:00Z` }), 'MALFORMED', date);
      }
    });

    test('do not fill before yesterday, and 99 refills: the review says so before anything is signed', async () => {
      const { testbed, own } = targets();
      const draft = { patientId: own.patientId, treatmentId: own.treatmentId };
      const past = await createDraft(testbed.prescriber, { ...draft, doNotFillBeforeDate: day(-2) });
      const { contentHash, problems } = await review(testbed.prescriber, past);
      assert.equal(contentHash, null);
      assert.deepEqual(
        problems.map(({ path, code }) => `${path} ${code}`),
        ['draft.doNotFillBeforeDate IN_THE_PAST'],
      );
      const many = await createDraft(testbed.prescriber, { ...draft, fillsAllowed: 100 });
      const warned = await review(testbed.prescriber, many);
      assert.ok(warned.contentHash !== null);
      assert.ok(warned.problems.some(({ code }) => code === 'MANY_REFILLS'));
      for (const id of [past, many])
        dataOf(await testbed.prescriber('mutation($id: ID!) { deleteDraft(id: $id) }', { id }));
    });

    test('pages: 0, 101 and -1 items, and cursors that nobody gave', async () => {
      const { testbed } = targets();
      const pages = [0, 101, -1].map((first) => ({ first, after: null as string | null }));
      const cursors = FORGED_CURSORS.map((after) => ({ first: 20, after: after as string | null }));
      const cases = PAGED.flatMap((field) => [...pages, ...cursors].map((page) => ({ field, ...page })));
      await forEachCase(cases, async ({ field, first, after }) => {
        const answer = await testbed.prescriber(`query($first: Int!, $after: String) { ${field} }`, {
          first,
          after,
        });
        const about = `${field} ${first} ${after?.slice(0, 40) ?? ''}`;
        refused(answer, 'INVALID_INPUT', about);
      });
    });

    test('places and distances that are none', async () => {
      const { testbed } = targets();
      const near =
        'query($near: PlaceInput, $radiusKm: Float, $state: String) { pharmacies(near: $near, radiusKm: $radiusKm, state: $state) { nodes { distanceKm } } }';
      await forEachCase(
        [
          { near: { postalCode: '00000' } },
          { near: { postalCode: '2108' } },
          { near: { latitude: 91, longitude: 0 } },
          { near: { city: 'Nowhere', state: 'MA' } },
          { near: {} },
          { near: { postalCode: '02108' }, radiusKm: 0 },
          { near: { postalCode: '02108' }, radiusKm: 1e9 },
          { state: 'ZZ' },
        ],
        async (variables) => {
          refused(await testbed.prescriber(near, variables), 'INVALID_INPUT', JSON.stringify(variables));
        },
      );
    });
  });
}
