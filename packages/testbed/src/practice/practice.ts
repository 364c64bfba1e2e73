// A small practice in a store: one prescriber, one patient, treatments and pharmacies, for tests of prescribing and delivery.
import type { PatientId, PharmacyId, TreatmentId, UserId } from '@pestle/rules/ids';
import { createCoverage } from '@pestle/service/coverage';
import { addPatient, createDirectory } from '@pestle/service/directory';
import { recalledOrders } from '@pestle/service/for-tests/delivery';
import { checkPrescriber, selectUser } from '@pestle/service/for-tests/identity';
import {
  createPrescribing,
  type DraftInput,
  type Prescribing,
  type PrescribingDeps,
  type SignedDeparture,
} from '@pestle/service/for-tests/prescribing';
import { type Ports, systemPorts, type UserActor } from '@pestle/service/kernel';
import { createScreening } from '@pestle/service/screening';
import type { Store, Tx } from '@pestle/service/store';
import { sql } from 'kysely';
import { addOrganizations, anId, freshKey, TEST_ORGANIZATION, userActor } from './people.ts';

export const PRESCRIBER = 'usr_01TEST0000000000000000000D' as UserId;
export const PATIENT = 'pat_01TEST0000000000000000000A' as PatientId;
export const LISINOPRIL = 'trt_01TEST0000000000000000000A' as TreatmentId;
export const METFORMIN = 'trt_01TEST0000000000000000000B' as TreatmentId;
export const OXYCODONE = 'trt_01TEST0000000000000000000C' as TreatmentId;
export const GABAPENTIN = 'trt_01TEST0000000000000000000D' as TreatmentId;
export const PHARMACY = 'phr_01TEST0000000000000000000A' as PharmacyId;

export interface Practice {
  readonly store: Store;
  readonly prescribing: Prescribing;
  readonly prescriber: UserActor;
  readonly departures: SignedDeparture[];
  /** For each draft that was made from a search: how many treatments gave way before. */
  readonly picks: readonly number[];
  readonly deps: PrescribingDeps;
}

export async function openPractice(store: Store, ports: Ports = systemPorts): Promise<Practice> {
  await addOrganizations(store);
  await store.asDoor((tx) =>
    sql`insert into account (id, email) values ('acc_01TEST0000000000000000000D', 'doctor@example.org')`.execute(
      tx,
    ),
  );
  await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    await sql`insert into app_user (org_id, id, account_id, email, first_name, last_name, roles, npi, phone,
      practice_name, practice_street1, practice_city, practice_state, practice_postal_code)
      values (${TEST_ORGANIZATION}, ${PRESCRIBER}, 'acc_01TEST0000000000000000000D', 'doctor@example.org', 'Ann', 'Smith',
      '{prescriber}', '1234567893', '6175550103', 'Riverside Clinic', '3 Main St', 'Boston', 'MA', '02108')`.execute(
      tx,
    );
    await addPatient(tx, ports, {
      orgId: TEST_ORGANIZATION,
      actor: { kind: 'service', id: null },
      id: PATIENT,
      input: {
        firstName: 'José',
        lastName: 'Doe',
        dateOfBirth: '1980-02-29',
        sex: 'FEMALE',
        phone: '6175550100',
        address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      },
    });
  });
  await store.asKeeper(async (tx) => {
    for (const [id, name, ingredient] of [
      [LISINOPRIL, 'lisinopril 10 mg oral tablet', 'lisinopril'],
      [METFORMIN, 'metformin 500 mg oral tablet', 'metformin'],
      [OXYCODONE, 'oxycodone 5 mg oral tablet', 'oxycodone'],
      [GABAPENTIN, 'gabapentin 300 mg oral capsule', 'gabapentin'],
    ] as const) {
      await sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, federal_status,
        federal_as_of, drug_description, search_name, search_words) values (${id}, 'MEDICATION', ${name}, ${`{${ingredient}}`},
        '10 mg', 'Oral Tablet', 'C48542', 'uncontrolled', '2026-01-01', ${name}, ${ingredient}, ${ingredient})`.execute(
        tx,
      );
    }
    await addPharmacy(tx, PHARMACY, '0123456');
  });
  const directory = createDirectory({ store, ports });
  const departures: SignedDeparture[] = [];
  const picks: number[] = [];
  const deps: PrescribingDeps = {
    store,
    ports,
    authorizedPrescriber: async (tx, orgId, userId) =>
      checkPrescriber(await selectUser(tx, orgId, userId), { requireSecondFactor: false, attestation: null }),
    requireFreshProof: () => undefined,
    departures: (rows) => departures.push(...rows),
    countPicks: (replaced) => picks.push(replaced),
    coverage: createCoverage({ store, ports }),
    screening: createScreening({ store, ports }),
    recalledOrders,
    pharmaciesNear: (orgId, search) => directory.pharmaciesForPublic(orgId, search),
  };
  return {
    store,
    prescribing: createPrescribing(deps),
    prescriber: userActor({ id: PRESCRIBER }),
    departures,
    picks,
    deps,
  };
}

export async function addPharmacy(
  tx: Tx,
  id: string,
  ncpdpId: string,
  fax: string | null = '6175550102',
): Promise<void> {
  await sql`insert into pharmacy (id, ncpdp_id, name, kind, pharmacy_type, serves_public, street1, city, state,
    postal_code, phone, fax, search_words) values (${id}, ${ncpdpId}, 'Test Pharmacy', 'LOCAL_PICKUP',
    'community_retail', true, '2 Main St', 'Boston', 'MA', '02108', '6175550101', ${fax}, 'test pharmacy')`.execute(
    tx,
  );
}

/** Somebody to whom nothing was prescribed yet. */
export async function anotherPatient({ store, deps }: Practice): Promise<PatientId> {
  const id = anId('pat');
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    addPatient(tx, deps.ports, {
      orgId: TEST_ORGANIZATION,
      actor: { kind: 'service', id: null },
      id,
      input: {
        firstName: 'Ann',
        lastName: 'Another',
        dateOfBirth: '1970-01-01',
        sex: 'FEMALE',
        phone: '6175550100',
        address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      },
    }),
  );
  return id;
}

/** A complete draft of a treatment, reviewed: what the signer sends back. It may be another of the same. */
export async function reviewedDraft(
  { prescribing, prescriber }: Practice,
  treatmentId: TreatmentId = LISINOPRIL,
  more: Partial<DraftInput> = {},
): Promise<{ draftId: string; contentHash: string }> {
  const draft = await prescribing.createDraft(
    prescriber,
    {
      patientId: PATIENT,
      treatmentId,
      dispenseQuantity: 30,
      dispenseUnit: 'Tablet',
      daysSupply: 30,
      fillsAllowed: 4,
      instructions: 'Take one tablet by mouth once daily.',
      duplicateReason: 'Another of the same in one test.',
      ...more,
    },
    freshKey('createDraft'),
  );
  const review = await prescribing.reviewDrafts(prescriber, { draftIds: [draft.id] });
  const [reviewed] = review.drafts;
  if (reviewed === undefined || reviewed.contentHash === null) {
    throw new Error(`the draft cannot be signed: ${JSON.stringify(reviewed?.problems)}`);
  }
  return { draftId: draft.id, contentHash: reviewed.contentHash };
}
