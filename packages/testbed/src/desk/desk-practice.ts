// A practice with a desk: a prescriber and staff, orders in every state that needs a person, and everything that is asked of it.
import type { FillState } from '@pestle/rules/fill-status';
import type { PharmacyId, UserId } from '@pestle/rules/ids';
import type { Desk, DeskItem } from '@pestle/service/for-tests/desk';
import { createDesk } from '@pestle/service/for-tests/desk';
import type { PrescribingTables } from '@pestle/service/for-tests/prescribing';
import { createPhoneHashes } from '@pestle/service/for-tests/routing';
import { systemPorts, type UserActor } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { LINK_KEY } from '../delivery/open-delivery.ts';
import { clinicalContent } from '../practice/clinical-content.ts';
import { insertPharmacy } from '../practice/directory-rows.ts';
import { insertOrder, type TestOrder } from '../practice/order-rows.ts';
import { anId, TEST_ORGANIZATION, userActor } from '../practice/people.ts';
import { openPractice, PRESCRIBER, type Practice } from '../practice/practice.ts';

export interface DeskPractice {
  readonly practice: Practice;
  readonly desk: Desk;
  readonly pharmacyId: PharmacyId;
  readonly prescriber: UserActor;
  readonly staff: UserActor;
  /** Somebody else of the staff. */
  readonly addStaff: (firstName: string, lastName: string) => Promise<UserActor>;
  /** An order whose fills are in these states, signed by the prescriber; `set` is put on each of them. */
  readonly order: (states: readonly FillState[], set?: FillSet) => Promise<TestOrder>;
  readonly setFill: (fillId: string, set: FillSet) => Promise<void>;
  /** Everything on the desk, as one page. */
  readonly all: (actor?: UserActor) => Promise<readonly DeskItem[]>;
}

export type FillSet = Partial<Omit<PrescribingTables['fill'], 'org_id' | 'id'>>;

/** On a store that the caller closes. */
export async function openDeskPractice(store: Store): Promise<DeskPractice> {
  const practice = await openPractice(store);
  const { authorizedPrescriber, requireFreshProof } = practice.deps;
  const desk = createDesk({
    store,
    ports: systemPorts,
    authorizedPrescriber,
    requireFreshProof,
    phoneHashes: createPhoneHashes(LINK_KEY),
    departures: () => undefined,
  });
  const { id: pharmacyId } = await insertPharmacy(store);
  const addStaff = async (firstName: string, lastName: string): Promise<UserActor> => {
    const id: UserId = anId('usr');
    const account = anId('acc');
    const email = `${firstName}.${lastName}@example.org`.toLowerCase();
    await store.asDoor((tx) =>
      sql`insert into account (id, email) values (${account}, ${email})`.execute(tx),
    );
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`insert into app_user (org_id, id, account_id, email, first_name, last_name, roles)
        values (${TEST_ORGANIZATION}, ${id}, ${account}, ${email}, ${firstName}, ${lastName}, '{staff}')`.execute(
        tx,
      ),
    );
    return userActor({ id, roles: ['staff'] });
  };
  const setFill = async (fillId: string, set: FillSet): Promise<void> => {
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        .set(set)
        .where('id', '=', fillId as never)
        .execute(),
    );
  };
  const content = clinicalContent();
  return {
    practice,
    desk,
    pharmacyId,
    prescriber: practice.prescriber,
    staff: await addStaff('Sam', 'Whitfield'),
    addStaff,
    setFill,
    order: async (states, set = {}) => {
      const order = await insertOrder(store, {
        orgId: TEST_ORGANIZATION,
        pharmacyId,
        states,
        content: { ...content, prescriber: { ...content.prescriber, id: PRESCRIBER } },
      });
      for (const { id } of order.fills) await setFill(id, { sent_at: new Date().toISOString(), ...set });
      return order;
    },
    all: async (actor = practice.prescriber) => (await desk.items(actor, { first: 100 })).items,
  };
}
