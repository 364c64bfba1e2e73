// What identity costs: the share of proving who asks and what they may in the path of an order, and a sign-in without its password hash.
import { randomUUID } from 'node:crypto';
import { seed } from '@pestle/cli/sandbox/seed';
import { applications, patients, users } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { authorize, hashPassword, verifyPassword } from '@pestle/service/for-tests/identity';
import { createLog } from '@pestle/service/kernel';
import type { Ask } from '@pestle/testbed/api/api';
import { askWith, dataOf, signInPerson } from '@pestle/testbed/api/api';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { freePort } from '@pestle/testbed/network/free-port';
import { configFor, embeddedIn } from '@pestle/testbed/processes/service-process';
import { openTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { median, percentile } from '../support/statistics.ts';

const SCOPE =
  'openid read:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';
const ORDER = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id state } }';

export async function run({ quick }: { readonly quick: boolean }): Promise<void> {
  await measureOrders(quick ? 60 : 400);
  await measureSignIn(quick ? 30 : 150);
}

async function measureOrders(count: number): Promise<void> {
  const port = await freePort();
  const config = {
    ...configFor(
      embeddedIn('.'),
      port,
      { faxUrl: 'http://127.0.0.1:9', phoneUrl: 'http://127.0.0.1:9' },
      'error',
    ),
    dataKeys: TEST_DATA_KEYS,
  };
  const log = createLog({ level: 'error' });
  const service = await createService(config, { log, store: await openTestStore() });
  try {
    await seed({ service, peers: { pharmacies: [], partners: [] }, baseUrl: config.baseUrl });
    await service.app.listen({ host: '127.0.0.1', port });
    const prescriber = users.find(({ role }) => role === 'prescriber');
    if (prescriber === undefined) throw new Error('the seed has no prescriber');
    const { email, password } = prescriber;
    const { baseUrl } = config;
    const clientId = applications.public.id;
    const token = await signInPerson({ baseUrl, clientId, email, password, scope: SCOPE });
    const ask = askWith(baseUrl, token);
    const input = await draftInput(ask);
    const whole: number[] = [];
    const proofs: number[] = [];
    // In turn, so that a machine that slows down slows both.
    for (let round = 0; round < count; round += 1) {
      whole.push(await timeOrder(service, token, await reviewed(ask, input)));
      proofs.push(await timeProof(service, token));
    }
    const share = (median(proofs) / median(whole)) * 100;
    console.log(
      `createOrder (signs one prescription, no pharmacy yet), ${count} times: p50 ${median(whole).toFixed(2)} ms, p95 ${percentile(whole, 0.95).toFixed(2)} ms`,
    );
    console.log(
      `authenticate, origin, authorize and fresh proof of each: p50 ${(median(proofs) * 1000).toFixed(0)} µs, ${share.toFixed(1)} % of it`,
    );
  } finally {
    await service.close();
  }
}

/** One request as the server handles it, without a network. */
async function timeOrder(service: Service, token: string, draft: object): Promise<number> {
  const started = performance.now();
  const answer = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    payload: JSON.stringify({ query: ORDER, variables: { input: { drafts: [draft] } } }),
  });
  const ms = performance.now() - started;
  if (answer.json<{ errors?: unknown }>().errors !== undefined) throw new Error(answer.body);
  return ms;
}

/** What the same request spends on who asks and what they may; who may prescribe is looked at by the one statement that signs. */
async function timeProof({ rooms: { identity } }: Service, token: string): Promise<number> {
  const started = performance.now();
  const request = { headers: { authorization: `Bearer ${token}` }, method: 'POST', url: '/graphql' };
  const actor = await identity.authenticate(request);
  await identity.isOriginAllowed('https://clinic.example', actor.clientId);
  authorize(actor, 'order.send');
  authorize(actor, 'prescription.sign');
  identity.requireFreshProof(actor);
  return performance.now() - started;
}

async function draftInput(ask: Ask): Promise<object> {
  const { treatments } = dataOf(
    await ask<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      '{ treatments(text: "lisinopril 10 mg oral tablet", first: 1) { hits { nodes { id } } } }',
    ),
  );
  return {
    patientId: patients[0]?.id,
    treatmentId: treatments.hits.nodes[0]?.id,
    dispenseQuantity: 30,
    dispenseUnit: 'Tablet',
    daysSupply: 30,
    instructions: 'Take 1 tablet by mouth once daily.',
    duplicateReason: 'Measured.',
  };
}

async function reviewed(ask: Ask, input: object): Promise<object> {
  const { createDraft } = dataOf(
    await ask<{ createDraft: { id: string } }>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      { input },
    ),
  );
  const { reviewDrafts } = dataOf(
    await ask<{ reviewDrafts: { drafts: object[] } }>(
      'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { draftId contentHash } } }',
      { ids: [createDraft.id] },
    ),
  );
  return reviewDrafts.drafts[0] ?? {};
}

/** The whole way: authorization request, page, password, code, tokens; beside it the hash alone, and a token seen for the first time. */
async function measureSignIn(count: number): Promise<void> {
  const testbed = await openIdentityTestbed();
  const asker = { source: 'bench', known: true };
  try {
    const kept = await hashPassword(PASSWORD, testbed.ports.random, asker);
    const flows: number[] = [];
    const hashes: number[] = [];
    const first: number[] = [];
    const work = { flow: 0, hash: 0 };
    for (let round = 0; round < count; round += 1) {
      let started = performance.now();
      let used = process.cpuUsage();
      const { access_token } = await codeFlow(testbed, testbed.prescriber);
      flows.push(performance.now() - started);
      work.flow += cpuMs(used);
      started = performance.now();
      used = process.cpuUsage();
      await verifyPassword(PASSWORD, kept, asker);
      hashes.push(performance.now() - started);
      work.hash += cpuMs(used);
      started = performance.now();
      const headers = { authorization: `Bearer ${access_token}` };
      await testbed.identity.authenticate({ headers, method: 'POST', url: '/graphql' });
      first.push(performance.now() - started);
    }
    console.log(
      `sign-in, ${count} times: p50 ${median(flows).toFixed(1)} ms; the password hash ${median(hashes).toFixed(1)} ms; without it ${(median(flows) - median(hashes)).toFixed(1)} ms`,
    );
    // Whatever else the machine does: processor time of client, service and store together.
    console.log(`processor time of one: ${((work.flow - work.hash) / count).toFixed(1)} ms without the hash`);
    console.log(`a token that this node sees for the first time in 30 s: p50 ${median(first).toFixed(2)} ms`);
  } finally {
    await testbed.close();
  }
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
