// Sets the stage of a measurement on one store: the service in a process of its own, its pharmacy, a signed-in prescriber and reviewed drafts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { magicPharmacies } from '@pestle/sandbox/pharmacies/magic';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { applications, patients, users } from '@pestle/sandbox/seed';
import type { Config } from '@pestle/service/config';
import { sql } from 'kysely';
import type { Ask } from '../../e2e/support/api.ts';
import { askWith, dataOf, signInPerson } from '../../e2e/support/api.ts';
import type { ServiceProcess } from '../../e2e/support/service-process.ts';
import { configFor, embeddedIn, freePort, startService } from '../../e2e/support/service-process.ts';
import type { PostgresTestStore } from '../../packages/service/test/support/test-store.ts';
import { openPostgresTestStore } from '../../packages/service/test/support/test-store.ts';
import type { LoadRequest } from '../support/load.ts';
import type { Counter } from './counter.ts';
import { openCounter } from './counter.ts';

export type StoreKind = 'postgres' | 'embedded';

/** A place for one store's processes; closing it removes everything. */
export interface Stage {
  readonly kind: StoreKind;
  readonly folder: string;
  readonly postgres: PostgresTestStore | undefined;
  readonly service: ServiceProcess;
  readonly counter: Counter;
  readonly graphqlUrl: string;
  readonly pharmacyId: string;
  readonly ask: Ask;
  /** Requests of `createOrder`, each for a reviewed draft and with an Idempotency-Key of its own. */
  orders(count: number): Promise<readonly LoadRequest[]>;
  /** Brings the planner's statistics up to date, as autovacuum and the embedded store's housekeeping do in a store that lives longer. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

const SCOPE =
  'openid read:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';

export const CREATE_ORDER =
  'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id state fills { id state } } }';

const script = new URL('./service-child.ts', import.meta.url);

export async function openStage(kind: StoreKind, options: { readonly deliver: boolean }): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-bench-'));
  const postgres = kind === 'postgres' ? await openPostgresTestStore() : undefined;
  const counter = await openCounter();
  const store: Config['store'] =
    postgres === undefined
      ? embeddedIn(folder)
      : { kind: 'postgres', url: postgres.url, connectionsMax: null };
  const port = await freePort();
  const config = configFor(store, port, { faxUrl: counter.url, phoneUrl: counter.url }, 'error');
  const pharmacy = pharmacyAt(counter.url);
  const service = await startService(script, {
    config,
    seed: { pharmacies: [pharmacy], partners: [] },
    deliver: options.deliver,
  });
  const token = await tokenOf(config.baseUrl);
  const ask = askWith(config.baseUrl, token);
  const template = await reviewedDraft(ask, pharmacy.id);
  let made = 0;
  return {
    kind,
    folder,
    postgres,
    service,
    counter,
    graphqlUrl: `${config.baseUrl}/graphql`,
    pharmacyId: pharmacy.id,
    ask,
    orders: async (count) => {
      const draftIds = await service.call<string[]>('copyDraft', {
        draftId: template.draftId,
        from: made + 1,
        to: made + count,
      });
      made += count;
      return draftIds.map((draftId) => ({
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': draftId,
        },
        body: JSON.stringify({
          query: CREATE_ORDER,
          variables: {
            input: { drafts: [{ draftId, contentHash: template.contentHash }], pharmacyId: pharmacy.id },
          },
        }),
      }));
    },
    analyze: async () => {
      if (postgres === undefined) await service.call('analyze');
      else await postgres.asOwner((owner) => sql`analyze`.execute(owner));
    },
    close: async () => {
      await service.stop();
      await counter.close();
      await postgres?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The plainest of the sandbox's pharmacies, with its counter here. */
function pharmacyAt(url: string): SimulatedPharmacy {
  const [pharmacy] = magicPharmacies({ baseUrl: url });
  if (pharmacy === undefined || pharmacy.integration === null) throw new Error('the sandbox has no pharmacy');
  const lane = { concurrency: 16 };
  return {
    ...pharmacy,
    integration: {
      ...pharmacy.integration,
      lane,
      endpoint: { url: `${url}/script`, auth: { kind: 'none' } },
    },
  };
}

/** A fresh access token of a prescriber of the seed. */
async function tokenOf(baseUrl: string): Promise<string> {
  const prescriber = users.find(({ role }) => role === 'prescriber');
  if (prescriber === undefined) throw new Error('the seed has no prescriber');
  const { email, password } = prescriber;
  return await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope: SCOPE });
}

/** A draft made and reviewed over the API. */
async function reviewedDraft(
  ask: Ask,
  pharmacyId: string,
): Promise<{ draftId: string; contentHash: string }> {
  const found = dataOf(
    await ask<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      'query { treatments(text: "lisinopril 10 mg oral tablet", first: 1) { hits { nodes { id } } } }',
    ),
  );
  const treatmentId = found.treatments.hits.nodes[0]?.id;
  const { createDraft } = dataOf(
    await ask<{ createDraft: { id: string } }>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      {
        input: {
          patientId: patients[0]?.id,
          treatmentId,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          fillsAllowed: 4,
          instructions: 'Take 1 tablet by mouth once daily.',
        },
      },
    ),
  );
  const { reviewDrafts } = dataOf(
    await ask<{ reviewDrafts: { drafts: { contentHash: string | null; problems: unknown }[] } }>(
      'mutation($ids: [ID!]!, $pharmacy: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacy) { drafts { contentHash problems { path message } } } }',
      { ids: [createDraft.id], pharmacy: pharmacyId },
    ),
  );
  const contentHash = reviewDrafts.drafts[0]?.contentHash;
  if (contentHash === undefined || contentHash === null)
    throw new Error(`the draft cannot be signed: ${JSON.stringify(reviewDrafts)}`);
  return { draftId: createDraft.id, contentHash };
}
