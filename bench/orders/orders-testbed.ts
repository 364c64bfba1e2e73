// Opens what a measurement on one store stands on: the service in a process of its own, its pharmacy, a signed-in prescriber and reviewed drafts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { magicPharmacies } from '@pestle/sandbox/pharmacies/magic/magic';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import type { Config } from '@pestle/service/config';
import { askWith } from '@pestle/testbed/api/api';
import { createDraft, reviewDraft, signInUser } from '@pestle/testbed/api/prescriber';
import { freePort } from '@pestle/testbed/network/free-port';
import type { ServiceProcess } from '@pestle/testbed/processes/service-process';
import { configFor, embeddedIn, startService } from '@pestle/testbed/processes/service-process';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { LoadRequest } from '../support/load.ts';
import type { StoreKind } from '../support/stores.ts';
import type { Counter } from './counter.ts';
import { openCounter } from './counter.ts';

/** A place for one store's processes; closing it removes everything. */
export interface OrdersTestbed {
  readonly kind: StoreKind;
  readonly folder: string;
  readonly postgres: PostgresTestStore | undefined;
  readonly service: ServiceProcess;
  readonly counter: Counter;
  readonly graphqlUrl: string;
  /** Where pharmacies report. */
  readonly hookUrl: string;
  /** Orders go to them in turn. */
  readonly pharmacyIds: readonly string[];
  /** Requests of `createOrder`, each for a reviewed draft and with an Idempotency-Key of its own; each is given once. */
  take(count: number): readonly LoadRequest[];
  /** For requests that are taken from now on: a token holds for minutes, and a bench may take longer. */
  signInAnew(): Promise<void>;
  /** Brings the planner's statistics up to date, as autovacuum and the embedded store's housekeeping do while a store grows. */
  analyze(): Promise<void>;
  /** Starts one more node on the store, which holds back what waits. */
  addNode(): Promise<ServiceProcess>;
  close(): Promise<void>;
}

export const CREATE_ORDER =
  'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id state fills { id state } } }';

const script = new URL('./service-child.ts', import.meta.url);

export interface TestbedOptions {
  /** Whether what is in the outbox leaves. */
  readonly deliver: boolean;
  /** Reviewed drafts to prepare. */
  readonly drafts: number;
  /** How long a flush of the server's disk takes at least; as long as it takes when left out. */
  readonly flushMs?: number;
  /** How long the pharmacies take to answer; not at all when left out. */
  readonly answerMs?: number;
  /** How many of the fifty pharmacies never answer; none when left out. */
  readonly silent?: number;
  /** Deliveries of one node at a time; as many as a node has otherwise when left out. */
  readonly deliveriesAtATime?: number;
}

export async function openOrdersTestbed(kind: StoreKind, options: TestbedOptions): Promise<OrdersTestbed> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-bench-'));
  const postgres =
    kind === 'postgres' ? await openPostgresTestStore(slowFlushes(options.flushMs)) : undefined;
  const counter = await openCounter(options.answerMs);
  const store: Config['store'] =
    postgres === undefined
      ? embeddedIn(folder)
      : { kind: 'postgres', url: postgres.url, connectionsMax: null };
  const port = await freePort();
  const config: Config = {
    ...configFor(store, port, { faxUrl: counter.url, phoneUrl: counter.url }, 'error'),
    ...(options.deliveriesAtATime === undefined ? {} : { deliveriesAtATime: options.deliveriesAtATime }),
  };
  const pharmacies = pharmaciesAt(counter.url, options.silent ?? 0);
  const pharmacyIds = pharmacies.map(({ id }) => id);
  // Filled by a process of its own, as by an import: what is measured is a service that serves.
  const filling = await startService(script, { config, seed: { pharmacies, partners: [] }, deliver: false });
  const analyze = async (process: ServiceProcess): Promise<void> => {
    if (postgres === undefined) await process.call('analyze');
    else await postgres.asOwner((owner) => sql`analyze`.execute(owner));
  };
  let token = await signInUser(config.baseUrl);
  const ask = askWith(config.baseUrl, token);
  // The copies are all of one patient.
  const draft = await createDraft(ask, { duplicateReason: 'Measured.' });
  const template = await reviewDraft(ask, draft.id, pharmacyIds[0]);
  const draftIds = await copiesOf(filling, template.draftId, options.drafts);
  await analyze(filling);
  await filling.stop();
  const service = await startService(script, { config, seed: null, deliver: options.deliver });
  const nodes: ServiceProcess[] = [];
  const requests = draftIds.map(
    (draftId, index): LoadRequest => ({
      headers: {
        'content-type': 'application/json',
        'idempotency-key': draftId,
      },
      body: JSON.stringify({
        query: CREATE_ORDER,
        variables: {
          input: {
            drafts: [{ draftId, contentHash: template.contentHash }],
            pharmacyId: pharmacyIds[index % PHARMACIES],
          },
        },
      }),
    }),
  );
  return {
    kind,
    folder,
    postgres,
    service,
    counter,
    graphqlUrl: `${config.baseUrl}/graphql`,
    hookUrl: `${config.baseUrl}/v1/hooks/pharmacy`,
    pharmacyIds,
    take: (count) =>
      requests.splice(0, count).map(({ headers, ...request }) => ({
        ...request,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })),
    signInAnew: async () => {
      token = await signInUser(config.baseUrl);
    },
    analyze: () => analyze(service),
    addNode: async () => {
      const port = await freePort();
      const own = { ...config, port, baseUrl: `http://127.0.0.1:${port}` };
      const node = await startService(script, { config: own, seed: null, deliver: false });
      nodes.push(node);
      return node;
    },
    close: async () => {
      for (const node of nodes) await node.stop();
      await service.stop();
      await counter.close();
      await postgres?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As many pharmacies as share the orders of a small network, each a copy of the sandbox's plainest with its counter here. */
const PHARMACIES = 50;

function pharmaciesAt(url: string, silent: number): SimulatedPharmacy[] {
  const [pharmacy] = magicPharmacies({ baseUrl: url });
  if (pharmacy === undefined || pharmacy.integration === null) throw new Error('the sandbox has no pharmacy');
  const { integration } = pharmacy;
  return Array.from({ length: PHARMACIES }, (_, index) => {
    const number = String(index).padStart(3, '0');
    return {
      ...pharmacy,
      id: `phr_0BENCH${number.padStart(20, '0')}`,
      name: `Bench Pharmacy ${number}`,
      npi: withCheckDigit(`299100${number}`),
      ncpdpId: `9980${number}`,
      hookCredential: { kind: 'bearer', key: hookKeyOf(index) },
      integration: {
        ...integration,
        endpoint: { url: `${url}/${index < silent ? 'silent' : 'script'}`, auth: { kind: 'none' } },
      },
    };
  });
}

/** The key by which the pharmacy with this place in `pharmacyIds` reports. */
export function hookKeyOf(index: number): string {
  return `bench-pharmacy-key-${String(index).padStart(3, '0')}-for-measurements`;
}

/** The tenth digit of an NPI: Luhn over `80840` and the nine before it. */
function withCheckDigit(nine: string): string {
  const sum = `80840${nine}`
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

/** As many at a time as an import writes. */
const COPIES_AT_A_TIME = 500;

async function copiesOf(service: ServiceProcess, draftId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const from = ids.length + 1;
    const to = Math.min(count, ids.length + COPIES_AT_A_TIME);
    ids.push(...(await service.call<string[]>('copyDraft', { draftId, from, to })));
  }
  return ids;
}

/** The server waits so long before each flush, whoever commits meanwhile goes with it: as on a disk that takes so long. */
function slowFlushes(flushMs: number | undefined): readonly string[] {
  return flushMs === undefined ? [] : [`commit_delay=${Math.round(flushMs * 1_000)}`, 'commit_siblings=0'];
}
