// Faxes with their links, and visitors who open them, over the routes of `tracking` on two nodes and a store of its own.

import {
  createLinkKey,
  type IssuedLink,
  type LinkSubject,
  linkFor,
} from '@pestle/service/for-tests/delivery';
import type { TenantStore } from '@pestle/service/for-tests/store';
import type { TrackingDeps } from '@pestle/service/for-tests/tracking';
import type { Ports } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { LINK_KEY } from '../delivery/open-delivery.ts';
import { insertOrganization, insertPharmacy } from '../practice/directory-rows.ts';
import { insertOrder, type OrderSpec, type TestOrder } from '../practice/order-rows.ts';
import { testClock, testPorts } from '../practice/test-clock.ts';
import { openTestStore } from '../stores/test-store.ts';
import { trackingApp } from './tracking-app.ts';
import { type Visitor, visitorsOf } from './visitor.ts';

export interface Faxed {
  readonly order: TestOrder;
  readonly link: IssuedLink;
  readonly subject: LinkSubject;
  readonly path: string;
}

/** What routes beside those of `tracking` stand on. */
export interface LinkParts {
  readonly store: Store;
  readonly ports: Ports;
  readonly delivery: TrackingDeps['delivery'];
}

/** Words of the fixture's prescription that no page may show before the second fact. */
export const HEALTH_INFORMATION = [
  'Núñez',
  'José',
  '1976',
  'atorvastatin',
  'evening',
  'Elm Street',
  'Okafor',
];

/** `beside` adds routes that share the store, on both nodes. */
export async function openLinks(beside?: (parts: LinkParts) => readonly FastifyPluginAsync[]) {
  const store = await openTestStore();
  const clock = testClock();
  const ports = testPorts(clock);
  const more = (delivery: LinkParts['delivery']) => beside?.({ store, ports, delivery }) ?? [];
  const { app, unexpected, routes, listen } = await trackingApp(store, ports, {}, [], more);
  // Another node on the same store, as behind a balancer that sends every other request there.
  const visitor = visitorsOf([app, (await trackingApp(store, ports, {}, unexpected, more)).app]);
  const key = createLinkKey(LINK_KEY);
  const orgId = await insertOrganization(store);
  const pharmacy = await insertPharmacy(store);

  const faxed = async (
    spec: Partial<OrderSpec> = {},
    expiresAt = '2027-11-20T23:59:59.000Z',
  ): Promise<Faxed> => {
    const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id, channel: 'fax', ...spec });
    const [fill] = order.fills;
    const subject: LinkSubject = {
      orgId,
      transmissionId: fill.transmissionId,
      orderId: order.id,
      fillId: fill.id,
      pharmacyId: spec.pharmacyId ?? pharmacy.id,
      expiresAt,
    };
    const link = await store.withOrg(orgId, (tx) => linkFor(tx, ports, key, subject));
    return { order, link, subject, path: `/rx/${link.token}` };
  };

  /** A visitor who gave the pharmacy's NCPDP id. */
  const enter = async (path: string): Promise<Visitor> => {
    const entered = visitor();
    const { status } = await entered.post(path, { fact: pharmacy.ncpdpId ?? '' });
    if (status !== 303) throw new Error(`the second fact was answered ${status}`);
    return entered;
  };

  /** The page of the record, as its pharmacy sees it. */
  const record = async (path: string): Promise<string> => {
    const { status, text } = await (await enter(path)).get(path);
    if (status !== 200) throw new Error(`the record was answered ${status}`);
    return text;
  };

  return {
    store,
    clock,
    ports,
    app,
    unexpected,
    routes,
    listen,
    orgId,
    pharmacy,
    faxed,
    visitor,
    enter,
    record,
    eventsOf: (fax: Faxed) => eventsOf(store, fax),
    entriesOf: (fax: Faxed) => entriesOf(store, fax),
  };
}

/** The history of a fax's fill. */
async function eventsOf(store: TenantStore, { order }: Faxed) {
  const { rows } = await store.withOrg(order.orgId, (tx) =>
    sql<{ event: string; source: string; to_state: string; detail: Record<string, unknown> }>`
      select event, source, to_state, detail from fill_event
      where order_id = ${order.id} order by number`.execute(tx),
  );
  return rows;
}

/** What the audit says of a fax's link. */
async function entriesOf(store: TenantStore, { order }: Faxed) {
  const { rows } = await store.withOrg(order.orgId, (tx) =>
    sql<{ action: string; outcome: string; actor_id: string | null; source_ip: string | null }>`
      select action, outcome, actor_id, source_ip from audit_entry
      where action like 'link.%' and detail->>'fillId' = ${order.fills[0].id} order by at, id`.execute(tx),
  );
  return rows;
}
