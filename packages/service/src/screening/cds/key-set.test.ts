// Goal: whoever is asked verifies by the keys at the address that the proof names, also while a key gives way to another, and nobody reads more there.
// Method: a real CDS Hooks peer that verifies each call by the set that it fetched over HTTP, and keeps as long as the answer says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TEST_ORGANIZATION, useScreening } from '@pestle/testbed/practice/people';
import { openPractice } from '@pestle/testbed/practice/practice';
import { type CdsPeer, json, startCdsPeer } from '@pestle/testbed/screening/cds-peer';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { type FastifyInstance, fastify } from 'fastify';
import { createRemoteJWKSet, decodeProtectedHeader, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { understand } from '../../kernel/failures/failures.ts';
import { createExchange, type Exchange } from '../../kernel/outgoing/exchange.ts';
import { sendProblem } from '../../kernel/web/problem.ts';
import type { Store } from '../../store/store.ts';
import { createScreening, type Screening } from '../screening.ts';

const ISSUER = 'https://pestle.example';
const PATH = `/.well-known/cds-hooks/${TEST_ORGANIZATION}/jwks.json`;

let store: Store;
let exchange: Exchange;
let peer: CdsPeer;
let screening: Screening;
let app: FastifyInstance;
let base: string;
before(async () => {
  [store, peer] = await Promise.all([openTestStore(), startCdsPeer()]);
  await openPractice(store);
  await useScreening(store);
  exchange = createExchange({ loopbackOnly: true });
  screening = createScreening({ store, services: { exchange, issuer: ISSUER, httpsOnly: false } });
  app = fastify();
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, understand(error).failure));
  for (const routes of screening.routes) await app.register(routes);
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await app.close();
  await exchange.close();
  await peer.close();
  await store.close();
});

const set = async (input: object = {}) =>
  await screening.serviceAdministration?.set(TEST_ORGANIZATION, { url: peer.url, ...input }, 'tests');

const LISINOPRIL: Parameters<Screening['ask']>[0]['drugs'][number] = {
  key: 'drf_01TEST0000000000000000000A',
  className: null,
  name: 'lisinopril',
  ingredients: ['lisinopril'],
  rxcui: '314076',
  isDrug: true,
  instructions: 'Take one tablet by mouth once daily.',
};

/** Asks what speaks against a drug: the peer answers whom it can verify. True where it did, with the header of the proof. */
async function asked(keys: JWTVerifyGetKey): Promise<{ readonly checked: boolean; readonly token: string }> {
  let token = '';
  peer.answer = ({ path, token: given }, response) => {
    token = given;
    jwtVerify(given, keys, { issuer: ISSUER, audience: `${peer.url}${path}` }).then(
      () => json(response, 200, { cards: [] }),
      () => json(response, 401, {}),
    );
  };
  const { drugs } = await screening.ask({
    orgId: TEST_ORGANIZATION,
    patient: {
      id: 'pat_01TEST0000000000000000000A',
      firstName: 'Ann',
      lastName: 'Quimby',
      dateOfBirth: '1980-02-29',
      sex: 'FEMALE',
    },
    prescriberId: 'usr_01TEST0000000000000000000A',
    drugs: [LISINOPRIL],
    others: [],
    told: [],
    allergies: [],
    today: '2026-06-01',
  });
  const checked = drugs.get(LISINOPRIL.key)?.troubles.length === 0;
  return { checked, token };
}

const remote = (): ReturnType<typeof createRemoteJWKSet> =>
  createRemoteJWKSet(new URL(PATH, base), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 600_000,
  });
const kidsAt = async (): Promise<readonly string[]> => {
  const { keys } = (await (await fetch(`${base}${PATH}`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

test('a service verifies by the key set whose address the proof names; it holds public halves alone, and may be kept for a while', async () => {
  assert.equal((await fetch(`${base}${PATH}`)).status, 404, 'nothing before a service is set');
  const service = await set();
  const { checked, token } = await asked(remote());
  assert.ok(checked);
  assert.equal(decodeProtectedHeader(token)['jku'], `${ISSUER}${PATH}`);
  assert.equal(service?.keySetUrl, `${ISSUER}${PATH}`);
  const response = await fetch(`${base}${PATH}`);
  assert.equal(response.headers.get('content-type'), 'application/jwk-set+json; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300');
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  assert.deepEqual(
    keys.map((key) => Object.keys(key).toSorted()),
    [['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
  );
  const stranger = await asked(() => Promise.reject(new Error('no such key')));
  assert.equal(stranger.checked, false, 'who is not verified has not checked');
});

test('a key gives way without a refusal: who fetched the set while the new one was prepared verifies both, and the old one ends', async () => {
  const [old] = await kidsAt();
  await set({ key: 'prepare' });
  const kept = await kidsAt();
  assert.equal(kept.length, 2);
  const keys = remote();
  assert.ok((await asked(keys)).checked, 'by the old one');
  await set({ key: 'use' });
  const { checked, token } = await asked(keys);
  assert.ok(checked, 'by the new one, from the set that was fetched before it signed');
  const { kid } = decodeProtectedHeader(token);
  assert.ok(kid !== old && kept.includes(kid ?? ''));
  await set({ key: 'end' });
  assert.deepEqual(await kidsAt(), [kid]);
});

test('an organization without a service, one that is not there, and what is no id at all have the same answer', async () => {
  const bodies = await Promise.all(
    ['org_01TEST0000000000000000000Z', 'org_', '..%2f..', 'x'.repeat(90)].map(async (org) => {
      const response = await fetch(`${base}/.well-known/cds-hooks/${org}/jwks.json`);
      return response.status;
    }),
  );
  assert.deepEqual(new Set(bodies), new Set([404]));
});
