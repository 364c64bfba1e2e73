// Goal: what a FHIR bundle says of allergies and medicines reaches the record with its codes, takes nothing away, and no other patient's or broken bundle gets through.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureOf, freshKey, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { anotherPatient, openPractice, type Practice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { systemPorts } from '../../kernel/ports.ts';
import { createDirectory, type Directory } from '../directory.ts';
import { FHIR_CONTEXT_LIMITS, readFhirContext } from './read-context.ts';

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const SNOMED = 'http://snomed.info/sct';
const coded = (system: string, code: string, display: string) => ({ coding: [{ system, code, display }] });
const allergy = (code: object, more: object = {}) => ({
  resourceType: 'AllergyIntolerance',
  clinicalStatus: coded(
    'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
    'active',
    'Active',
  ),
  verificationStatus: coded(
    'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
    'confirmed',
    'Confirmed',
  ),
  code,
  patient: { reference: 'Patient/1' },
  ...more,
});
const statement = (status: string, code: object, more: object = {}) => ({
  resourceType: 'MedicationStatement',
  status,
  medicationCodeableConcept: code,
  subject: { reference: 'Patient/1' },
  ...more,
});
const bundle = (...resources: object[]): string =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ resource })),
  });

const PENICILLIN = allergy(coded(RXNORM, '7980', 'penicillin G'), {
  reaction: [{ manifestation: [{ text: 'Hives' }], severity: 'mild' }, { severity: 'severe' }],
});
const PEANUT = allergy(coded(SNOMED, '91935009', 'Allergy to peanut'));
const NONE_CODE = coded(SNOMED, '716186003', 'No known allergy');
const NONE = allergy(NONE_CODE);
const WARFARIN = statement(
  'active',
  { ...coded(RXNORM, '855332', 'warfarin sodium 5 mg tablet'), text: 'Warfarin 5 mg' },
  { dosage: [{ text: 'one daily' }] },
);

for (const { name, skip, open } of BOTH_STORES)
  describe(`context from FHIR, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let directory: Directory;
    const actor = userActor();
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      directory = createDirectory({ store: opened.store, ports: systemPorts });
    });
    after(() => opened.close());
    const imported = (patientId: string, text: string) =>
      directory.importPatientContext(actor, { patientId, bundle: text }, freshKey('importPatientContext'));
    const refused = async (patientId: string, text: string) =>
      (await failureOf(imported(patientId, text))).code;

    it('allergies and medicines keep their codes, reaction and directions, with who said so and when', async () => {
      const id = await anotherPatient(practice);
      const { patient, newAllergies, newMedications, skipped } = await imported(
        id,
        bundle(
          PENICILLIN,
          PEANUT,
          WARFARIN,
          statement('stopped', { text: 'old' }),
          { resourceType: 'Device' },
          statement('active', {}),
        ),
      );
      assert.deepEqual(patient.allergies, [
        {
          substance: 'penicillin G',
          code: '7980',
          codeSystem: 'RXNORM',
          reaction: 'Hives',
          severity: 'SEVERE',
        },
        { substance: 'Allergy to peanut', code: '91935009', codeSystem: 'SNOMED' },
      ]);
      assert.deepEqual(patient.medications, [
        { name: 'Warfarin 5 mg', rxcui: '855332', directions: 'one daily' },
      ]);
      assert.deepEqual([patient.allergies_stated?.by, newAllergies, newMedications], [actor.id, 2, 1]);
      assert.deepEqual(
        skipped.map(({ index, reason }) => [index, reason]),
        [
          [3, 'NOT_ACTIVE'],
          [4, 'NOT_ASKED_FOR'],
          [5, 'NO_NAME'],
        ],
      );
    });

    it('what is on record stays, and the same again adds nothing', async () => {
      const id = await anotherPatient(practice);
      await imported(id, bundle(PENICILLIN));
      const again = await imported(
        id,
        bundle(allergy({ ...coded(RXNORM, '7980', 'Penicillin G potassium') }), PEANUT),
      );
      assert.deepEqual([again.newAllergies, again.patient.allergies?.length], [1, 2]);
      assert.equal(again.patient.allergies?.[0]?.reaction, 'Hives');
      assert.equal((await imported(id, bundle(PEANUT))).newAllergies, 0);
    });

    it('“no known allergies” is a statement with who and when, and is refused where there are some', async () => {
      const id = await anotherPatient(practice);
      assert.equal((await directory.patient(actor, id)).allergies, null);
      const { patient, noKnownAllergies } = await imported(id, bundle(NONE));
      assert.deepEqual(
        [patient.allergies, patient.allergies_stated?.by, noKnownAllergies],
        [[], actor.id, true],
      );
      assert.ok((patient.allergies_stated?.at ?? '') > '2020');
      await imported(id, bundle(PENICILLIN));
      assert.equal(await refused(id, bundle(NONE)), 'INVALID_INPUT');
      assert.equal(await refused(await anotherPatient(practice), bundle(NONE, PEANUT)), 'INVALID_INPUT');
    });

    it('“no known allergies” beside one that cannot be read is refused: nobody is put down as without any', async () => {
      const id = await anotherPatient(practice);
      const nameless = allergy({ coding: [{ system: SNOMED, code: '91935009' }] });
      const unreadable = { ...PENICILLIN, code: 'penicillin' };
      for (const other of [nameless, unreadable])
        assert.equal(await refused(id, bundle(NONE, other)), 'INVALID_INPUT');
      assert.equal((await directory.patient(actor, id)).allergies, null);
      // What was never so, or is over, stands in nobody's way.
      const refuted = allergy(PENICILLIN.code, { verificationStatus: coded('x', 'refuted', 'Refuted') });
      assert.deepEqual((await imported(id, bundle(NONE, refuted))).patient.allergies, []);
    });

    it('usual words of those who send no code state that none are known, and stay no allergy', async () => {
      for (const code of [
        ...[
          'NKDA',
          'No Known Allergies',
          'no known drug allergy',
          'No known medication allergies.',
          'No Known Allergies (NKA)',
          'NKDA - No known drug allergies',
          'No known allergy (situation)',
          'Allergies: none known',
          'Sin alergias conocidas',
          'Sin alergias a fármacos conocidas',
          'No se conocen alergias',
        ].map((text) => ({ text })),
        { text: 'No known allergies', coding: [{ system: 'urn:oid:1.2.3', code: 'NKA', display: 'NKA' }] },
        coded(
          'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips',
          'no-known-allergies',
          'Keine bekannten Allergien',
        ),
      ]) {
        const id = await anotherPatient(practice);
        const { patient, noKnownAllergies } = await imported(id, bundle(allergy(code)));
        assert.deepEqual([patient.allergies, noKnownAllergies], [[], true], JSON.stringify(code));
        assert.equal(await refused(id, bundle(allergy(code), PEANUT)), 'INVALID_INPUT');
      }
    });

    it('that none of a kind are known, and that nobody asked, is neither an allergy nor that none are known', async () => {
      const kind = [
        allergy(coded(SNOMED, '429625007', 'No known food allergy')),
        allergy({ text: 'No known latex allergies' }),
      ];
      const asked = [
        allergy({ text: 'Unknown' }),
        allergy({ text: 'None' }),
        allergy(coded(SNOMED, '1631000175102', 'Patient not asked')),
      ];
      const id = await anotherPatient(practice);
      const { patient, skipped } = await imported(id, bundle(...kind, ...asked));
      assert.equal(patient.allergies, null);
      assert.deepEqual(
        skipped.map(({ reason }) => reason),
        ['NOT_A_SUBSTANCE', 'NOT_A_SUBSTANCE', 'UNREADABLE', 'UNREADABLE', 'UNREADABLE'],
      );
      assert.deepEqual((await imported(id, bundle(NONE, ...kind))).patient.allergies, []);
      for (const one of asked)
        assert.equal(await refused(await anotherPatient(practice), bundle(NONE, one)), 'INVALID_INPUT');
    });

    it('words that may name what harms are an allergy, and what says two things at once is named', async () => {
      const names = [
        'No known allergies except codeine',
        'NKDA (rash with sulfa)',
        'Novocain',
        'Unknown antibiotic',
        'None of the statins tolerated',
      ];
      const id = await anotherPatient(practice);
      const { patient } = await imported(id, bundle(...names.map((text) => allergy({ text }))));
      assert.deepEqual(
        patient.allergies?.map(({ substance }) => substance),
        names,
      );
      for (const two of [
        allergy({ text: 'NKDA', coding: [{ system: RXNORM, code: '7980' }] }),
        allergy({ text: 'NKDA', coding: [{ system: 'x', code: 'pen', display: 'Penicillin' }] }),
        allergy({ ...NONE_CODE, coding: [...NONE_CODE.coding, { system: RXNORM, code: '7980' }] }),
        allergy(NONE_CODE, { reaction: [{ manifestation: [{ text: 'Hives' }] }] }),
      ] as const) {
        const other = await anotherPatient(practice);
        const { patient: then, skipped } = await imported(other, bundle(two));
        assert.deepEqual([then.allergies, skipped.map(({ reason }) => reason)], [null, ['UNREADABLE']]);
      }
    });

    it('refuted, resolved and mistaken entries say nothing', async () => {
      const id = await anotherPatient(practice);
      const voided = (status: string) =>
        allergy(PENICILLIN.code, { verificationStatus: coded('x', status, status) });
      const resolved = allergy(PENICILLIN.code, { clinicalStatus: coded('x', 'resolved', 'Resolved') });
      const { patient, skipped } = await imported(
        id,
        bundle(
          voided('refuted'),
          voided('entered-in-error'),
          resolved,
          statement('entered-in-error', WARFARIN.medicationCodeableConcept),
        ),
      );
      assert.deepEqual([patient.allergies, patient.medications, skipped.length], [null, null, 4]);
    });

    it('another patient’s, a mixed and a broken bundle change nothing', async () => {
      const id = await anotherPatient(practice);
      for (const text of [
        bundle({ resourceType: 'Patient', birthDate: '1901-02-03' }, PENICILLIN),
        bundle(PENICILLIN, allergy(PEANUT.code, { patient: { reference: 'Patient/2' } })),
        '{',
        'null',
        '{"resourceType":"Patient"}',
        JSON.stringify({ resourceType: 'Bundle', entry: {} }),
        bundle(...Array.from({ length: FHIR_CONTEXT_LIMITS.entriesMax + 1 }, () => PENICILLIN)),
        bundle(allergy({ text: 'x'.repeat(9_000) })),
        bundle(allergy({ text: 'peanut \u202e' })),
        bundle(...Array.from({ length: 400 }, (_, at) => allergy({ text: `thing ${at}` }))),
      ])
        assert.equal(await refused(id, text), 'INVALID_INPUT', text.slice(0, 80));
      assert.equal(await refused('pat_01TEST0000000000000000000Z', bundle(PENICILLIN)), 'NOT_FOUND');
      assert.equal((await directory.patient(actor, id)).allergies, null);
      assert.ok(!readFhirContext(`"${'x'.repeat(FHIR_CONTEXT_LIMITS.bytesMax)}"`).ok);
      assert.equal(
        (await imported(id, bundle({ resourceType: 'Patient', birthDate: '1970-01-01' }, PENICILLIN)))
          .newAllergies,
        1,
      );
    });

    it('those who run the service import it too: with a time, and nobody’s name', async () => {
      const id = await anotherPatient(practice);
      const report = await directory.administration.importPatientContext(TEST_ORGANIZATION, {
        patientId: id,
        bundle: bundle(PENICILLIN),
      });
      assert.equal(report.newAllergies, 1);
      const patient = await directory.patient(actor, id);
      assert.deepEqual([patient.allergies?.length, patient.allergies_stated?.by], [1, null]);
    });
  });
