// Child process: the service under measurement, with the preparation of many reviewed drafts.
import type { OrganizationId } from '@pestle/rules/ids';
import { organization } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { keysOf } from '@pestle/service/for-tests/vault';
import type { EmbeddedStore } from '@pestle/service/store';
import { columnAddress } from '@pestle/service/vault';
import { runChild } from '@pestle/testbed/processes/child-service';
import { sql } from 'kysely';
import type { Left } from '../delivery/meanwhile.ts';
import { percentile } from '../support/statistics.ts';

const ORGANIZATION = organization.id as OrganizationId;

export interface Reviewed {
  readonly draftId: string;
  readonly contentHash: string;
}

/** Which drafts to make of a reviewed one: numbers from … to, inclusive. */
export interface Copies {
  readonly draftId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes copies of a draft that was made and reviewed over the API, with its signable: row by row the same as as many
 * drafts made and reviewed one after the other, in seconds instead of minutes. Answers their ids.
 */
async function copyDraft(service: Service, { draftId, from, to }: Copies): Promise<string[]> {
  return await service.store.withOrg(ORGANIZATION, async (tx) => {
    // What is sealed belongs to its row, and is sealed for each copy.
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const ids = (prefix: string) => numbers.map((n) => `${prefix}_${String(n).padStart(26, '0')}`);
    const { rows: originals } = await sql<{ signable_id: string; draft: Uint8Array; signable: Uint8Array }>`
      select d.signable_id, d.sealed as draft, s.sealed as signable
      from draft d join signable s on s.org_id = d.org_id and s.id = d.signable_id where d.id = ${draftId}`.execute(
      tx,
    );
    const [original] = originals;
    if (original === undefined) throw new Error('there is no such reviewed draft');
    const keys = keysOf(tx);
    const sealedFor = (
      name: 'draft' | 'signable',
      from: string,
      sealed: Uint8Array,
      to: readonly string[],
    ) => {
      const plain = keys.open(columnAddress(name, from), sealed);
      return to.map((id) => Buffer.from(keys.seal(columnAddress(name, id), plain)).toString('hex'));
    };
    const drafts = ids('drf');
    const signables = ids('sgn');
    await sql`insert into signable select (jsonb_populate_record(s, jsonb_build_object(
        'id', n.id, 'draft_id', n.draft_id, 'sealed', '\\x' || n.sealed))).*
      from signable s, unnest(${signables}::text[], ${drafts}::text[],
        ${sealedFor('signable', original.signable_id, original.signable, signables)}::text[]) as n (id, draft_id, sealed)
      where s.id = ${original.signable_id}`.execute(tx);
    await sql`insert into draft select (jsonb_populate_record(d, jsonb_build_object(
        'id', n.id, 'signable_id', n.signable_id, 'sealed', '\\x' || n.sealed))).*
      from draft d, unnest(${drafts}::text[], ${signables}::text[],
        ${sealedFor('draft', draftId, original.draft, drafts)}::text[]) as n (id, signable_id, sealed)
      where d.id = ${draftId}`.execute(tx);
    return drafts;
  });
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
  copyDraft,
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
