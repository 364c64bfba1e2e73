// Child process: the service under measurement, with the preparation of many reviewed drafts.
import type { OrganizationId } from '@pestle/rules/ids';
import { organization } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import type { EmbeddedStore } from '@pestle/service/store';
import { type Copies, copyDraft } from '@pestle/testbed/practice/draft-copies';
import { runChild } from '@pestle/testbed/processes/child-service';
import { sql } from 'kysely';
import type { Left } from '../delivery/meanwhile.ts';
import { percentile } from '../support/statistics.ts';

const ORGANIZATION = organization.id as OrganizationId;

export interface Reviewed {
  readonly draftId: string;
  readonly contentHash: string;
}

async function countOrders(service: Service): Promise<number> {
  return await service.store.withOrg(ORGANIZATION, async (tx) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from orders`.execute(tx);
    return rows[0]?.count ?? -1;
  });
}

/** How long from the order to the pharmacy's answer, in milliseconds; of pharmacies that are not left out. */
async function timesToPharmacy(
  service: Service,
  { since, withinMs, except = [] }: { since: string; withinMs: number; except?: readonly string[] },
): Promise<Left> {
  return await service.store.withOrg(ORGANIZATION, async (tx) => {
    const { rows } = await sql<{ ms: number }>`
      select coalesce(extract(epoch from t.accepted_at - o.created_at) * 1000, 1e9)::float8 as ms
      from orders o left join transmission t on t.org_id = o.org_id and t.order_id = o.id
      where o.created_at >= ${since}::timestamptz and o.pharmacy_id <> all(${except}::text[])`.execute(tx);
    const times = rows.map(({ ms }) => ms);
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      within: times.filter((ms) => ms <= withinMs).length / times.length,
    };
  });
}

async function sentOrders(service: Service): Promise<{ orderId: string; pharmacyId: string }[]> {
  return await service.store.withOrg(ORGANIZATION, async (tx) => {
    const { rows } = await sql<{ orderId: string; pharmacyId: string }>`
      select order_id as "orderId", pharmacy_id as "pharmacyId" from fill where state = 'SENT' order by id`.execute(
      tx,
    );
    return rows;
  });
}

runChild({
  analyze: (service) =>
    (service.store as EmbeddedStore).asOwner((owner) => sql`analyze`.execute(owner)).then(() => undefined),
  copyDraft: (service, copies: Copies) => copyDraft(service.store, ORGANIZATION, copies),
  countOrders,
  deliver: (service) => service.rooms.delivery.dispatcher.start(),
  timesToPharmacy,
  sentOrders,
  hold: (service) => service.rooms.delivery.dispatcher.stop(),
  waiting: (service) =>
    service.store.asCourier(async (tx) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from outbox`.execute(tx);
      return rows[0]?.count ?? -1;
    }),
});
