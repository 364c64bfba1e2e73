// Two practices for a simulation, with patients and reviewed drafts, and the pharmacies in their directory.
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import { addPatient, createDirectory } from '@pestle/service/directory';
import { createPrescribing, type PrescribingDeps } from '@pestle/service/for-tests/prescribing';
import type { Ports } from '@pestle/service/kernel';
import { makeId } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { copyDraft } from '../practice/draft-copies.ts';
import { OTHER_ORGANIZATION, TEST_ORGANIZATION, userActor } from '../practice/people.ts';
import { LISINOPRIL, METFORMIN, openPractice, PRESCRIBER, reviewedDraft } from '../practice/practice.ts';
import type { Prescriber } from './outside/host.ts';
import type { PharmacySetup } from './outside/network.ts';

const NEIGHBOUR = 'usr_01TEST0000000000000000000N' as UserId;
/** A patient with more of the same than anybody has would slow what looks for duplicates. */
const ORDERS_OF_A_PATIENT = 40;

export interface Practices {
  readonly deps: PrescribingDeps;
  readonly prescribers: readonly Prescriber[];
}

export async function openPractices(
  store: Store,
  ports: Ports,
  { orders, pharmacies }: { readonly orders: number; readonly pharmacies: readonly PharmacySetup[] },
): Promise<Practices> {
  const practice = await openPractice(store, ports);
  await addNeighbour(store);
  const { administration } = createDirectory({ store, ports });
  for (const { id, hookKey, record } of pharmacies) {
    await administration.upsertPharmacy(record);
    await administration.addHookCredential({ kind: 'bearer', key: hookKey, pharmacyId: id });
  }
  const prescribers: Prescriber[] = [];
  const patients = Math.max(4, Math.ceil(orders / ORDERS_OF_A_PATIENT));
  for (let number = 0; number < patients; number += 1) {
    const orgId = number % 3 === 2 ? OTHER_ORGANIZATION : TEST_ORGANIZATION;
    const actor = userActor({ orgId, id: orgId === TEST_ORGANIZATION ? PRESCRIBER : NEIGHBOUR });
    const patientId = await addPatientOf(store, ports, orgId, number);
    const reviewed = await reviewedDraft(
      { ...practice, prescribing: createPrescribing(practice.deps), prescriber: actor },
      number % 2 === 0 ? LISINOPRIL : METFORMIN,
      { patientId },
    );
    const from = 1 + number * ORDERS_OF_A_PATIENT;
    const to = from + ORDERS_OF_A_PATIENT - 1;
    prescribers.push({
      actor,
      contentHash: reviewed.contentHash,
      draftIds: await copyDraft(store, orgId, { draftId: reviewed.draftId, from, to }),
    });
  }
  return { deps: practice.deps, prescribers };
}

async function addPatientOf(store: Store, ports: Ports, orgId: OrganizationId, number: number) {
  const id = makeId(ports, 'pat');
  await store.withOrg(orgId, (tx) =>
    addPatient(tx, ports, {
      orgId,
      actor: { kind: 'service', id: null },
      id,
      input: {
        firstName: 'Simulated',
        lastName: `Patient ${number}`,
        dateOfBirth: '1970-01-01',
        sex: 'FEMALE',
        phone: '6175550100',
        address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      },
    }),
  );
  return id;
}

/** The prescriber of the other practice. */
async function addNeighbour(store: Store): Promise<void> {
  const account = 'acc_01TEST0000000000000000000N';
  await store.asDoor((tx) =>
    sql`insert into account (id, email) values (${account}, 'neighbour@example.org')`.execute(tx),
  );
  await store.withOrg(OTHER_ORGANIZATION, (tx) =>
    sql`insert into app_user (org_id, id, account_id, email, first_name, last_name, roles, npi, phone,
      practice_name, practice_street1, practice_city, practice_state, practice_postal_code)
      values (${OTHER_ORGANIZATION}, ${NEIGHBOUR}, ${account}, 'neighbour@example.org', 'Nora', 'Neighbour',
      '{prescriber}', '1234567893', '6175550104', 'Hillside Clinic', '4 Main St', 'Boston', 'MA', '02108')`.execute(
      tx,
    ),
  );
}
