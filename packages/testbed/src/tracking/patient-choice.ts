// Orders that wait for their patient, and patients who open the link, over the real pages on two nodes and a store of its own.
import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { OrderId, PharmacyId } from '@pestle/rules/ids';
import { createDirectory, findPatient } from '@pestle/service/directory';
import type { Delivery } from '@pestle/service/for-tests/delivery';
import { updatePatientRow } from '@pestle/service/for-tests/directory';
import type { Departure } from '@pestle/service/for-tests/outbox';
import type { DraftInput } from '@pestle/service/for-tests/prescribing';
import {
  createEvents,
  createPatientLinkKey,
  type PatientPageDeps,
  patientLinkFor,
  patientPages,
} from '@pestle/service/for-tests/routing';
import { recordReport } from '@pestle/service/for-tests/tracking';
import type { Ports } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { sql } from 'kysely';
import { LINK_KEY, openDelivery } from '../delivery/open-delivery.ts';
import { freshKey, TEST_ORGANIZATION } from '../practice/people.ts';
import type { Practice } from '../practice/practice.ts';
import {
  addPharmacy,
  LISINOPRIL,
  openPractice,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '../practice/practice.ts';
import { testClock, testPorts } from '../practice/test-clock.ts';
import { openTestStore } from '../stores/test-store.ts';
import { noteRoutes, type PageRoute } from './page-routes.ts';
import { errorLog } from './tracking-app.ts';
import { type PageAnswer, visitorsOf } from './visitor.ts';

export const MAIL_PHARMACY = 'phr_01TEST0000000000000000000M' as PharmacyId;
export const PRIVATE_PHARMACY = 'phr_01TEST0000000000000000000C' as PharmacyId;
export const BIRTH = { month: '2', day: '29', year: '1980' };

/** A telephone's browser at an address of its own. It follows nothing by itself. */
export interface Telephone {
  readonly get: (url: string) => Promise<PageAnswer>;
  /** The form of the page last seen belongs to every post. */
  readonly post: (url: string, fields?: Readonly<Record<string, string>>) => Promise<PageAnswer>;
  readonly cookie: () => string;
  /** Opens the link and returns the address of the visit. */
  readonly open: (token: string) => Promise<string>;
  /** As `open`, with the patient's date of birth. */
  readonly enter: (token: string) => Promise<string>;
}

/** On a store of its own in memory, or on `given`, which the caller closes. */
export async function openPatientChoice(given?: Store) {
  const own = given === undefined ? await openTestStore() : undefined;
  const store = given ?? own;
  if (store === undefined) throw new Error('there is no store');
  const clock = testClock();
  const ports = testPorts(clock);
  const practice = await openPractice(store, ports);
  await store.asKeeper(async (tx) => {
    await sql`insert into zip (zip, city, state, latitude, longitude) values ('02108', 'Boston', 'MA', 42.357, -71.064)`.execute(
      tx,
    );
    await addPharmacy(tx, MAIL_PHARMACY, '0123458');
    await addPharmacy(tx, PRIVATE_PHARMACY, '0123459');
    await sql`update pharmacy set latitude = 42.36, longitude = -71.06`.execute(tx);
    await sql`update pharmacy set kind = 'MAIL_ORDER', name = 'Mail Pharmacy' where id = ${MAIL_PHARMACY}`.execute(
      tx,
    );
    await sql`update pharmacy set serves_public = false, name = 'Closed Door' where id = ${PRIVATE_PHARMACY}`.execute(
      tx,
    );
  });
  const departures: Departure[] = [];
  const errorLines: unknown[] = [];
  const delivery = deliveryAtRest(practice.deps, store, ports);
  const events = createEvents({ store, ports, onError: thrown });
  const routes: PageRoute[] = [];
  const judged: number[] = [];
  // Two nodes on one store, as behind a balancer that sends every other request to the second.
  const pages = {
    authorizedPrescriber: practice.deps.authorizedPrescriber,
    store,
    ports,
    baseUrl: 'http://127.0.0.1:8080',
    linkKey: LINK_KEY,
    directory: createDirectory({ store, ports }),
    departures: (rows: readonly Departure[]) => departures.push(...rows),
    move: delivery.moveForPatient,
    live: noting(events.patients, judged),
  };
  const [app, other] = [await openNode(pages, errorLines, routes), await openNode(pages, errorLines)];
  const waiting = waitingOrders(practice, store, ports);
  const telephone = telephonesOf([app, other]);

  return {
    store,
    /** As who owns the store's tables; nothing on a store that was given. */
    asOwner: own?.asOwner.bind(own),
    clock,
    practice,
    delivery,
    ports,
    /** Delivery as a new process has it, on the same store. */
    restarted: () => deliveryAtRest(practice.deps, store, ports),
    app,
    /** Every route that the pages open. */
    routes,
    /** When the pages themselves had it looked whether the streams' links stand: not by the clock, which does so as well. */
    judged,
    /** Listens on a free port of this machine and returns the address. */
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    report: reportsTo(store, ports, delivery),
    departures,
    /** The lines of the log at level error. */
    errorLines,
    waiting,
    telephone,
    pharmacy: PHARMACY,
    /** Changes the patient's language as somebody at the practice would. */
    speak: (language: string | null) =>
      store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
        if (row !== undefined) await updatePatientRow(tx, { ...row, language });
      }),
    entriesOf: (orderId: OrderId) =>
      store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const { rows } = await sql<{
          action: string;
          outcome: string;
          actor_kind: string;
          actor_id: string | null;
        }>`select action, outcome, actor_kind, actor_id from audit_entry
          where subject_id = ${orderId} and actor_kind = 'patient' order by at, id`.execute(tx);
        return rows;
      }),
    close: async () => {
      await app.close();
      await other.close();
      await events.close();
      await delivery.close();
      if (given === undefined) await store.close();
    },
  };
}

/** Makes an order that waits; answers it with the token of its patient's link. */
function waitingOrders(practice: Practice, store: Store, ports: Ports) {
  const key = createPatientLinkKey(LINK_KEY);
  return async ({
    usePreferredPharmacy = false,
    treatments = [LISINOPRIL],
    more = [],
  }: {
    readonly usePreferredPharmacy?: boolean;
    /** One prescription of each. */
    readonly treatments?: readonly (typeof LISINOPRIL)[];
    /** What is written of each of them, in their order, where it is not the usual. */
    readonly more?: readonly Partial<DraftInput>[];
  } = {}): Promise<{ orderId: OrderId; token: string }> => {
    const drafts = [];
    for (const [index, treatment] of treatments.entries())
      drafts.push(await reviewedDraft(practice, treatment, more[index]));
    const { order } = await practice.prescribing.createOrder(
      practice.prescriber,
      { drafts, usePreferredPharmacy },
      freshKey('createOrder'),
    );
    const token = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      patientLinkFor(tx, ports, key, { orgId: TEST_ORGANIZATION, orderId: order.id, phone: '6175550111' }),
    );
    if (token === undefined) throw new Error('the link was revoked');
    return { orderId: order.id, token };
  };
}

/** The streams of patients; writes down when the pages themselves have it looked whether links stand. */
function noting({ follow, watch }: PatientPageDeps['live'], judged: number[]): PatientPageDeps['live'] {
  return {
    follow,
    watch: (stands) => {
      const judge = watch(stands);
      return async () => {
        judged.push(Date.now());
        await judge();
      };
    },
  };
}

/** The pages on an HTTP server of their own. */
async function openNode(
  pages: PatientPageDeps,
  errorLines: unknown[],
  routes: PageRoute[] = [],
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: errorLog(errorLines),
    trustProxy: ['127.0.0.1'],
    routerOptions: { maxParamLength: 300 },
  });
  noteRoutes(app, routes);
  await app.register(patientPages(pages));
  return app;
}

/** What a pharmacy reports over the hook or its own page. */
function reportsTo(store: Store, ports: Ports, delivery: Delivery) {
  return (orderId: OrderId, report: PharmacyReport, pharmacyId: PharmacyId = PHARMACY) =>
    store.withOrg(TEST_ORGANIZATION, (tx) =>
      recordReport(
        tx,
        { ports, delivery },
        {
          orgId: TEST_ORGANIZATION,
          target: { kind: 'order', orderId },
          pharmacyIds: [pharmacyId],
          report,
          statusText: report,
          source: 'pharmacy',
        },
      ),
    );
}

/** The real delivery, whose dispatcher never begins: nothing leaves. */
function deliveryAtRest(
  { authorizedPrescriber, requireFreshProof }: Practice['deps'],
  store: Store,
  ports: Ports,
): Delivery {
  return openDelivery({
    authorizedPrescriber,
    requireFreshProof,
    store,
    ports,
    onError: (error) => {
      throw error;
    },
  });
}

/** Makes telephones, each at an address of its own unless one is given. */
function telephonesOf(nodes: readonly [FastifyInstance, FastifyInstance]): (ip?: string) => Telephone {
  const visitor = visitorsOf(nodes);
  return (ip) => {
    const browser = visitor(ip);
    let formToken = '';
    const seen = (answer: PageAnswer): PageAnswer => {
      if (answer.formToken !== '') formToken = answer.formToken;
      return answer;
    };
    const get: Telephone['get'] = async (url) => seen(await browser.get(url));
    const post: Telephone['post'] = async (url, fields = {}) =>
      seen(await browser.post(url, { form: formToken, ...fields }));
    const open = async (token: string): Promise<string> => {
      const { headers } = await get(`/p/${token}`);
      const visit = String(headers['location']);
      await get(visit);
      return visit;
    };
    return {
      get,
      post,
      cookie: browser.cookie,
      open,
      enter: async (token) => {
        const visit = await open(token);
        const { status, text } = await post(`${visit}/birth`, BIRTH);
        if (status !== 303) throw new Error(`the date of birth was answered ${status}: ${text}`);
        await get(visit);
        return visit;
      },
    };
  };
}

function thrown(error: unknown): never {
  throw error;
}
