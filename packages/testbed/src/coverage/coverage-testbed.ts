// A practice whose patient is insured: a plan with its list and terms, treatments of one class, and pharmacies nearby and by mail.
import assert from 'node:assert/strict';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory, newImportSession } from '@pestle/service/directory';
import type { FormularyFile } from '@pestle/service/for-tests/coverage';
import type { Benefit, PatientChanges, SourceRow } from '@pestle/service/for-tests/directory';
import { systemPorts } from '@pestle/service/kernel';
import type { Store, Tx } from '@pestle/service/store';
import { sql } from 'kysely';
import { freshKey } from '../practice/people.ts';
import {
  addPharmacy,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  OXYCODONE,
  openPractice,
  PATIENT,
  PHARMACY,
  type Practice,
} from '../practice/practice.ts';

export const MAIL_ORDER = 'phr_01TEST0000000000000000000M';
export const PREFERRED = 'phr_01TEST0000000000000000000P';
export const CARD: Benefit = {
  bin: '610020',
  pcn: null,
  groupId: null,
  memberId: 'MEM1',
  planId: 'PLAN-1',
  validFrom: null,
  validTo: null,
};
const DRUG = {
  plan_id: 'PLAN-1',
  rxcui: '314076',
  drug_name: 'lisinopril 10 MG Oral Tablet',
  tier: 'generic',
  prior_authorization: 'false',
  step_therapy: 'false',
  quantity_limit: 'false',
  quantity_limit_detail: '',
  pharmacy_benefit_types: '',
  start: '2026-01-01',
  end: '2099-12-31',
};
const COST = {
  plan_id: 'PLAN-1',
  pharmacy_benefit_type: '1-month-in-retail',
  tier: 'generic',
  cost_type: 'copay',
  qualifier: 'charge',
  value: '20',
  unit: '$',
};

export interface CoverageTestbed {
  readonly practice: Practice;
  readonly directory: ReturnType<typeof createDirectory>;
  /** Changes the patient. */
  readonly change: (changes: PatientChanges) => Promise<void>;
  /** Gives the patient these benefits and no others. */
  readonly insure: (...benefits: Benefit[]) => Promise<void>;
}

/** On a store that the caller opened and closes. */
export async function openCoverageTestbed(store: Store): Promise<CoverageTestbed> {
  const practice = await openPractice(store);
  const directory = createDirectory({ store, ports: systemPorts });
  const load = (file: FormularyFile, ...rows: SourceRow[]) =>
    createCoverage({ store: store }).administration.importFormulary(file, async (write) => {
      const said = await write(newImportSession(), rows);
      assert.ok(
        said.every(({ outcome }) => outcome === 'imported'),
        JSON.stringify(said),
      );
    });
  const change = async (changes: PatientChanges) => {
    const { revision } = await directory.patient(practice.prescriber, PATIENT);
    await directory.updatePatient(
      practice.prescriber,
      { id: PATIENT, expectedRevision: revision, changes },
      freshKey('updatePatient'),
    );
  };
  const insure = (...benefits: Benefit[]) => change({ benefits });
  await store.asKeeper(async (tx) => {
    for (const [id, rxcui] of [
      [LISINOPRIL, '314076'],
      [METFORMIN, '861007'],
      [OXYCODONE, '1049502'],
      [GABAPENTIN, '310431'],
    ] as const)
      await sql`update treatment set rxcui = ${rxcui}, therapeutic_class = 'ACE Inhibitors' where id = ${id}`.execute(
        tx,
      );
    await addTreatment(tx, {
      id: 'trt_01TEST0000000000000000000P',
      rxcui: '104377',
      name: 'Prinivil',
      ingredient: 'lisinopril',
    });
    await addTreatment(tx, {
      id: 'trt_01TEST0000000000000000000X',
      rxcui: '200001',
      name: 'gone',
      ingredient: 'captopril',
    });
    await sql`update treatment set active = false where rxcui = '200001'`.execute(tx);
    await addPharmacy(tx, MAIL_ORDER, '0123458');
    await addPharmacy(tx, PREFERRED, '0123459');
    await sql`update pharmacy set latitude = 42.36, longitude = -71.06, kind = case when id = ${MAIL_ORDER} then 'MAIL_ORDER' else kind end
      where id in (${MAIL_ORDER}, ${PHARMACY})`.execute(tx);
    await sql`insert into zip (zip, city, state, latitude, longitude) values ('02108', 'Boston', 'MA', 42.357, -71.064)`.execute(
      tx,
    );
  });
  await load('plans', {
    plan_id: 'PLAN-1',
    plan_name: 'First Plan',
    plan_type: 'hmo',
    start: '2026-01-01',
    end: '2099-12-31',
  });
  await load('plans', {
    plan_id: 'PLAN-OLD',
    plan_name: 'Old Plan',
    plan_type: 'hmo',
    start: '2022-01-01',
    end: '2022-12-31',
  });
  await load(
    'drugs',
    { ...DRUG, rxcui: '861007', tier: 'generic', prior_authorization: 'true' },
    { ...DRUG, rxcui: '104377', tier: 'brand' },
    ...['314076', '1049502', '200001', '310431'].map((rxcui) => ({ ...DRUG, rxcui })),
  );
  await load('drugs', { ...DRUG, plan_id: 'PLAN-OLD', start: '2022-01-01', end: '2022-12-31' });
  await load(
    'costs',
    COST,
    { ...COST, pharmacy_benefit_type: '1-month-out-retail' },
    { ...COST, pharmacy_benefit_type: '1-month-in-mail', value: '5' },
    { ...COST, tier: 'brand', value: '60' },
    { ...COST, tier: 'brand', pharmacy_benefit_type: '1-month-out-retail', value: '60' },
  );
  await insure(CARD);
  return { practice, directory, change, insure };
}

async function addTreatment(
  tx: Tx,
  { id, rxcui, name, ingredient }: { id: string; rxcui: string; name: string; ingredient: string },
): Promise<void> {
  await sql`insert into treatment (id, rxcui, kind, name, ingredients, strength, dose_form, unit_code, federal_status,
    federal_as_of, drug_description, therapeutic_class, search_name, search_words) values (${id}, ${rxcui},
    'MEDICATION', ${name}, ${`{${ingredient}}`}, '10 mg', 'Oral Tablet', 'C48542', 'uncontrolled', '2026-01-01', ${name},
    'ACE Inhibitors', ${ingredient}, ${ingredient})`.execute(tx);
}
