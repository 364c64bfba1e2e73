// Goal: what no drug file holds can be written where the organization allows it, and nothing controlled gets through that way; it is its own organization's
// alone, says what it is made of wherever it goes, and is screened by its ingredients. Method: the real rooms on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { build, check, read } from '@pestle/script';
import {
  failureOf,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { anotherPatient, LISINOPRIL, openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Catalog, WrittenTreatmentInput } from '../catalog/catalog.ts';
import { createCatalog } from '../catalog/catalog.ts';
import { newImportSession } from '../directory/import/import-session.ts';
import { systemPorts } from '../kernel/ports.ts';
import { createScreening } from '../screening/screening.ts';
import type { ClinicalContent } from './prescribing.ts';
import { newRx, shapedFor } from './script-message.ts';

const COMPOUND: WrittenTreatmentInput = {
  kind: 'COMPOUND',
  name: 'Heart cream',
  ingredients: [
    { name: 'lisinopril', strength: '10 %', quantity: '6', unit: 'Gram' },
    { name: 'Metformin', strength: '250MG/5ML' },
  ],
  doseForm: 'Topical Cream',
  dispenseUnit: 'Gram',
};
const MEDICATION: WrittenTreatmentInput = {
  kind: 'MEDICATION',
  ingredients: [{ name: 'metformin', strength: '625 mg' }],
  doseForm: 'Oral Tablet',
  dispenseUnit: 'Tablet',
};

for (const { name, skip, open } of BOTH_STORES)
  describe(`what is written by hand, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let catalog: Catalog;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      catalog = createCatalog({ store: opened.store, ports: systemPorts });
    });
    after(() => opened.close());

    const allow = (allowed: boolean) =>
      opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update organization set settings = settings || jsonb_build_object('writtenTreatments', ${allowed}::boolean)`.execute(
          tx,
        ),
      );
    const write = (input: WrittenTreatmentInput, actor = practice.prescriber) =>
      catalog.writeTreatment(actor, input, freshKey('writeTreatment'));
    const codeOf = async (input: WrittenTreatmentInput) => (await failureOf(write(input))).code;

    it('is refused until the organization allows it, and again when it no longer does', async () => {
      assert.equal(await codeOf(MEDICATION), 'TREATMENT_DISABLED');
      await allow(true);
      const { id } = await write(MEDICATION);
      const hit = await catalog.treatment(practice.prescriber, id);
      assert.deepEqual(
        [hit.availability.prescribable, hit.treatment.drug_description],
        [true, 'metformin 625 mg oral tablet'],
      );
      const draft = { patientId: await anotherPatient(practice), treatmentId: id };
      await allow(false);
      const closed = await catalog.treatment(practice.prescriber, id);
      assert.ok(!closed.availability.prescribable && closed.availability.code === 'WRITTEN_NOT_ALLOWED');
      const refused = practice.prescribing.createDraft(practice.prescriber, draft, freshKey('createDraft'));
      assert.equal((await failureOf(refused)).code, 'TREATMENT_DISABLED');
      await allow(true);
      const { prescribing, prescriber } = practice;
      const { id: draftId } = await prescribing.createDraft(
        prescriber,
        {
          ...draft,
          dispenseQuantity: 60,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth twice daily.',
        },
        freshKey('createDraft'),
      );
      const [reviewed] = (await prescribing.reviewDrafts(prescriber, { draftIds: [draftId] })).drafts;
      const contentHash = reviewed?.contentHash ?? '';
      const sign = () =>
        prescribing.createPrescriptions(
          prescriber,
          { drafts: [{ draftId, contentHash }] },
          freshKey('createPrescriptions'),
        );
      await allow(false);
      assert.equal((await failureOf(sign())).code, 'SIGNATURE_INVALIDATED', 'no longer when it is signed');
      await allow(true);
      assert.equal((await sign()).length, 1);
    });

    it('W7: a controlled substance is refused by ingredient, and by name whatever the ingredients are said to be', async () => {
      for (const [input, code] of [
        [{ ...MEDICATION, ingredients: [{ name: 'oxycodone', strength: '5 mg' }] }, 'CONTROLLED_SUBSTANCE'],
        [{ ...MEDICATION, name: 'Oxycodone relief' }, 'CONTROLLED_SUBSTANCE'],
        [{ kind: 'EQUIPMENT', name: 'oxycodone 5 mg tablets', dispenseUnit: 'Each' }, 'CONTROLLED_SUBSTANCE'],
        [{ ...MEDICATION, ingredients: [{ name: 'zorbium', strength: '5 mg' }] }, 'INVALID_INPUT'],
        [{ ...MEDICATION, name: 'lisinopril plus' }, 'INVALID_INPUT'],
        [{ kind: 'EQUIPMENT', name: 'amoxicillin pack', dispenseUnit: 'Each' }, 'INVALID_INPUT'],
        [{ ...MEDICATION, ingredients: [{ name: 'metformin', strength: 'some' }] }, 'INVALID_INPUT'],
        [{ ...MEDICATION, ingredients: [{ name: 'metformin', strength: '0 mg' }] }, 'INVALID_INPUT'],
        [{ ...MEDICATION, ingredients: [] }, 'INVALID_INPUT'],
        [{ ...MEDICATION, doseForm: 'Oral Anything' }, 'INVALID_INPUT'],
        [{ ...MEDICATION, dispenseUnit: 'Bucket' }, 'INVALID_INPUT'],
        [{ ...MEDICATION, name: 'Überdosis €' }, 'INVALID_INPUT'],
        [{ ...COMPOUND, name: 'x'.repeat(61) }, 'INVALID_INPUT'],
        [{ ...COMPOUND, name: undefined }, 'INVALID_INPUT'],
        [
          { ...COMPOUND, ingredients: [{ name: 'lisinopril', strength: '1 %', quantity: '3' }] },
          'INVALID_INPUT',
        ],
      ] as const)
        assert.equal(await codeOf(input as WrittenTreatmentInput), code, JSON.stringify(input));
      const offered = await catalog.treatmentIngredients(practice.prescriber, 'oxy');
      assert.deepEqual(
        offered.map((one) => [one.name, one.prescribable]),
        [['oxycodone', false]],
      );
      assert.match(offered[0]?.reason ?? '', /Schedule II/);
    });

    it('W7: a brand of several words, or with how it is released behind it, is found in a name as well', async () => {
      const brand = (rxcui: string, brandName: string, ingredient: string) => ({
        rxcui,
        kind: 'MEDICATION' as const,
        name: `${brandName} 15 mg`,
        brandName,
        ingredients: [ingredient],
        strength: '15 mg',
        doseForm: 'Oral Tablet',
        route: 'oral',
        unitCode: 'C48542',
        commonness: 0,
      });
      const rows = [
        brand('892574', 'MS CONTIN XR', 'morphine'),
        brand('1739815', 'ADZENYS XR-ODT', 'amphetamine'),
        brand('999', 'Heart Well', 'lisinopril'),
      ];
      await catalog.administration.putTreatments(newImportSession(), rows);
      for (const [name, code] of [
        ['MS Contin', 'CONTROLLED_SUBSTANCE'],
        ['like M.S. Contin-XR', 'CONTROLLED_SUBSTANCE'],
        ['adzenys cream', 'CONTROLLED_SUBSTANCE'],
        ['heart well tablets', 'INVALID_INPUT'],
      ] as const)
        assert.equal(await codeOf({ ...MEDICATION, name }), code, name);
      assert.ok((await write({ ...MEDICATION, name: 'heart tablets, XR' })).id);
    });

    it('the same words are the same treatment, of this organization alone, and in nobody’s search', async () => {
      const [first, second] = [await write(COMPOUND), await write(COMPOUND)];
      assert.equal(first.id, second.id);
      const stranger = userActor({ orgId: OTHER_ORGANIZATION });
      assert.equal((await failureOf(catalog.treatment(stranger, first.id))).code, 'NOT_FOUND');
      assert.equal((await catalog.treatmentStrengths(practice.prescriber, first.id)).length, 1);
      for (const actor of [stranger, practice.prescriber]) {
        const { hits, didYouMean } = await catalog.searchTreatments(actor, { text: 'heart cream' });
        assert.deepEqual(
          [...hits.items, ...didYouMean].filter(({ treatment }) => treatment.id === first.id),
          [],
        );
      }
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`select from audit_entry where subject_id = ${first.id} and action = 'treatment.write'`.execute(
          tx,
        ),
      );
      assert.equal(rows.length, 1);
    });

    it('what it is made of is reviewed, signed and in SCRIPT’s own place; it has no NDC and is screened by its ingredients', async () => {
      await useScreening(opened.store);
      await createScreening({ store: opened.store }).administration.importScreening(
        'interactions',
        { source: 'Test labels', datedOn: new Date().toISOString().slice(0, 10) },
        async (put) =>
          void (await put(newImportSession(), [
            { drug_a: 'lisinopril', drug_b: 'metformin', severity: 'Significant' },
          ])),
      );
      const patientId = await anotherPatient(practice);
      const shared = {
        patientId,
        dispenseQuantity: 60,
        dispenseUnit: 'Gram',
        daysSupply: 30,
        instructions: 'Apply a thin layer to the affected area twice daily.',
      };
      await practice.prescribing.createDraft(
        practice.prescriber,
        { ...shared, treatmentId: (await write(MEDICATION)).id },
        freshKey('createDraft'),
      );
      const { id } = await practice.prescribing.createDraft(
        practice.prescriber,
        { ...shared, treatmentId: (await write(COMPOUND)).id },
        freshKey('createDraft'),
      );
      const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] });
      const [reviewed] = drafts;
      assert.deepEqual(
        reviewed?.screening.findings.map(({ rule }) => rule),
        ['interaction:lisinopril+metformin'],
      );
      const content = reviewed?.content;
      assert.ok(content !== null && content !== undefined);
      assert.notEqual(reviewed?.contentHash, null, JSON.stringify(reviewed?.problems));
      assert.deepEqual(content.treatment, {
        id: content.treatment.id,
        kind: 'COMPOUND',
        name: 'Compound: lisinopril 10% / metformin 250 mg/5 mL topical cream, with lisinopril 6 grams (Heart cream)',
        rxcui: null,
        brandName: 'Heart cream',
        ingredients: ['lisinopril', 'metformin'],
        strength: '10% / 250 mg/5 mL',
        doseForm: 'Topical Cream',
        description:
          'Compound: lisinopril 10% / metformin 250 mg/5 mL topical cream, with lisinopril 6 grams (Heart cream)',
        ndc: null,
        written: true,
        compound: [
          { name: 'lisinopril', strength: '10%', quantity: '6', unitCode: 'C48155' },
          { name: 'metformin', strength: '250 mg/5 mL', quantity: null, unitCode: null },
        ],
      });
      assert.ok(!(await contentOf(practice, LISINOPRIL))?.treatment.written);
      const message = newRx(factsOf(content));
      for (const version of ['2017071', '2023011'] as const) {
        const shaped = shapedFor(message, version);
        const findings = check(shaped, { version });
        assert.deepEqual([...findings], [], version);
        const { message: back } = read(build(shaped, { version, form: 'xml' }).text);
        assert.ok(back.type === 'NewRx' && back.medicationPrescribed !== undefined);
        const { medicationPrescribed: drug } = back;
        assert.equal(drug.drugDescription, content.treatment.description);
        assert.equal(drug.drugCoded?.productCode, undefined);
        assert.deepEqual(drug.compoundInformation, version === '2017071' ? IN_ITS_PLACE : undefined, version);
      }
    });
  });

const IN_ITS_PLACE = {
  finalDosageForm: 'C28944',
  ingredients: [
    {
      itemDescription: 'lisinopril 10%',
      strength: { value: '10', unitOfMeasure: 'C25613' },
      deaSchedule: 'C38046',
      quantity: { value: '6', codeListQualifier: '38', unitOfMeasure: 'C48155' },
    },
    {
      itemDescription: 'metformin 250 mg/5 mL',
      deaSchedule: 'C38046',
      quantity: { value: '0', codeListQualifier: 'QS', unitOfMeasure: 'C38046' },
    },
  ],
};

async function contentOf(practice: Practice, treatmentId: typeof LISINOPRIL) {
  const { id } = await practice.prescribing.createDraft(
    practice.prescriber,
    {
      patientId: await anotherPatient(practice),
      treatmentId,
      dispenseQuantity: 30,
      dispenseUnit: 'Tablet',
      daysSupply: 30,
      instructions: 'Take one tablet by mouth once daily.',
    },
    freshKey('createDraft'),
  );
  return (await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts[0]
    ?.content;
}

function factsOf(content: ClinicalContent): Parameters<typeof newRx>[0] {
  const address = { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' };
  return {
    content,
    envelope: {
      patient: { address, phone: '6175550100', email: null },
      prescriber: {
        practiceName: 'Riverside Clinic',
        address,
        phone: '6175550103',
        phoneExtension: null,
        fax: null,
      },
      organization: { name: 'Riverside', phone: null, timeZone: 'America/New_York' },
    },
    address: null,
    pharmacy: {
      ncpdpId: '0123456',
      npi: '1234567893',
      name: 'Test Pharmacy',
      address,
      phone: '6175550101',
      fax: null,
    },
    identity: {
      senderId: 'pestle',
      senderTertiaryId: 'PESTLE',
      receiverTertiaryId: 'TEST',
      softwareVersion: '1',
    },
    messageId: 'm01TEST',
    prescriberOrderNumber: 'ABC-1',
    sentAt: new Date(),
    writtenAt: new Date().toISOString(),
  };
}
