// Holds the credentials of pharmacies and partners to their promise: sealed in every row, opened where they belong, carried along by rotation.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { BEACON, fillDirectory, MAGIC_PARTNERS, MAGIC_PHARMACIES } from '@pestle/testbed/network/pharmacies';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { resealRound, rewrapKeys, rotateDataKeys } from '../../vault/rotation.ts';
import { SealBrokenError, versionOf } from '../../vault/sealing.ts';
import { keyringOf, networkKeysFor, sealStore } from '../../vault/vault.ts';
import type { Directory } from '../directory.ts';
import type { EndpointAuth } from '../endpoint-shape.ts';
import { pharmacyEndpoint } from '../endpoints.ts';
import { findSigningKeys, openSigningKeys } from './hook-credentials.ts';
import { openIntegration, openPartnerEndpoint, sealPlainCredentials } from './sealed-credentials.ts';

const SECRET = 'canary-credential-7f3a';
const PEM = `-----BEGIN PRIVATE KEY-----\n${SECRET.repeat(3)}\n-----END PRIVATE KEY-----\n`;
const WEBHOOK_SECRET = `whsec_${Buffer.from(`${SECRET}-of-the-hook-padded`).toString('base64')}`;
const WAYS: readonly EndpointAuth[] = [
  { kind: 'bearer', token: SECRET },
  { kind: 'basic', username: 'pestle', password: SECRET },
  { kind: 'apiKey', header: 'x-key', value: SECRET },
  { kind: 'oauth2', tokenUrl: 'https://p.example/token', clientId: 'pestle', clientSecret: SECRET },
  { kind: 'mtls', certificatePem: PEM.replaceAll('PRIVATE KEY', 'CERTIFICATE'), privateKeyPem: PEM },
];
const partner = MAGIC_PARTNERS[0] ?? assert.fail('no partner');
const live = MAGIC_PHARMACIES.find(({ integration }) => integration?.channel === 'script')?.integration;

const masters = { current: randomBytes(32), previous: [] };
let raw: EmbeddedStore;
let store: EmbeddedStore;
let directory: Directory;
before(async () => {
  raw = await openMigratedStore();
  store = sealStore(raw, masters);
  directory = await fillDirectory(store);
});
after(() => store.close());

const write = (auth: EndpointAuth, headers?: Record<string, string>) =>
  directory.administration.upsertPharmacy({
    ...BEACON,
    integration: {
      ...(live ?? assert.fail('no live integration')),
      endpoint: { url: 'https://p.example/script', auth, ...(headers === undefined ? {} : { headers }) },
    },
  });

async function opened(id: string) {
  const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
  const network = await networkKeysFor(store);
  return openIntegration(network, id, endpoint?.integration ?? assert.fail(id)).endpoint;
}

/** Everything that the network's tables hold, as text. */
async function everything(): Promise<string> {
  const tables = ['pharmacy_endpoint', 'partner', 'hook_credential'];
  const rows = await Promise.all(
    tables.map((table) =>
      raw.asOwner(
        async (owner) =>
          (
            await sql`select t.*::text as row, encode(coalesce(t.sealed, ''), 'escape') as bytes
        from ${sql.table(table)} t`.execute(owner)
          ).rows,
      ),
    ),
  );
  return JSON.stringify(rows);
}

const seen = (text: string): boolean =>
  [SECRET, WEBHOOK_SECRET, Buffer.from(SECRET).toString('hex')].some((secret) => text.includes(secret));

describe('credentials for a pharmacy', () => {
  for (const auth of WAYS)
    it(`13.3.1: ${auth.kind} is sealed, and opened for a delivery`, async () => {
      const id = await write(auth, { 'x-extra': SECRET });
      assert.deepEqual(await opened(id), {
        url: 'https://p.example/script',
        auth,
        headers: { 'x-extra': SECRET },
      });
      assert.equal(seen(await everything()), false);
    });

  it('writing the same again changes nothing; another secret is another revision', async () => {
    const id = await write({ kind: 'bearer', token: SECRET });
    const revision = async () =>
      (await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id)))?.revision ?? 0;
    const before = await revision();
    await write({ kind: 'bearer', token: SECRET });
    assert.equal(await revision(), before);
    await write({ kind: 'bearer', token: `${SECRET}-2` });
    assert.equal(await revision(), before + 1);
  });

  it('does not open for another pharmacy', async () => {
    const id = await write({ kind: 'bearer', token: SECRET });
    const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    const network = await networkKeysFor(store);
    const stored = endpoint?.integration ?? assert.fail(id);
    assert.throws(() => openIntegration(network, 'phr_other', stored), SealBrokenError);
  });
});

describe('signing secrets of reports', () => {
  it('13.3.1: are sealed, found by the same key again, and verify', async () => {
    const input = {
      kind: 'standard-webhooks',
      keyId: 'canary',
      secret: WEBHOOK_SECRET,
      partnerId: partner.id as `ptn_${string}`,
    } as const;
    const id = await directory.administration.addHookCredential(input);
    assert.equal(await directory.administration.addHookCredential(input), id);
    assert.equal(seen(await everything()), false);
    const found = await store.asDoor((tx) => findSigningKeys(tx, 'canary', new Date().toISOString()));
    assert.deepEqual(
      (await openSigningKeys(store, found)).map(({ secret }) => secret),
      [WEBHOOK_SECRET],
    );
  });
});

describe('a store from before', () => {
  it('works as it is, and is sealed in the background', async () => {
    const id = await write({ kind: 'none' });
    const plain = { url: 'https://p.example/script', auth: { kind: 'bearer', token: SECRET } };
    await store.asKeeper(async (tx) => {
      await sql`update pharmacy_endpoint set sealed = null,
        integration = jsonb_set(integration, '{endpoint}', ${JSON.stringify(plain)}::jsonb)
        where pharmacy_id = ${id}`.execute(tx);
      await sql`update partner set endpoint = ${JSON.stringify(plain)}::jsonb, sealed = null
        where id = ${partner.id}`.execute(tx);
      await sql`update hook_credential set secret = ${WEBHOOK_SECRET}, sealed = null
        where key_id = 'canary'`.execute(tx);
    });
    assert.equal(seen(await everything()), true, 'the search can find');
    assert.deepEqual(await opened(id), plain);
    assert.equal(await sealPlainCredentials(store), 3);
    assert.equal(await sealPlainCredentials(store), 0);
    assert.equal(seen(await everything()), false);
    assert.deepEqual(await opened(id), plain);
    const network = await networkKeysFor(store);
    const rows = await store.asKeeper(
      async (tx) =>
        (
          await sql<{
            plain: { url: string };
            sealed: Uint8Array;
          }>`select endpoint as plain, sealed from partner
            where id = ${partner.id}`.execute(tx)
        ).rows,
    );
    assert.deepEqual(openPartnerEndpoint(network, partner.id, rows[0] ?? assert.fail()), plain);
  });
});

describe('rotation', () => {
  it('covers the network’s keys: new data keys, rows sealed anew, a new master', async () => {
    const id = await write({ kind: 'bearer', token: SECRET });
    const version = async () => {
      const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
      return versionOf(endpoint?.integration.sealed ?? assert.fail(id));
    };
    const before = (await version()) ?? 0;
    await rotateDataKeys(store, 0);
    assert.ok((await resealRound(store, 0)) >= 1);
    assert.equal(await version(), before + 1);
    assert.equal(await resealRound(store, 0), 0);
    assert.deepEqual((await opened(id)).auth, { kind: 'bearer', token: SECRET });
    const anew = randomBytes(32);
    const mixed = sealStore(
      { ...raw, close: async () => undefined },
      { current: anew, previous: [masters.current] },
    );
    await rewrapKeys(mixed);
    const alone = sealStore({ ...raw, close: async () => undefined }, { current: anew, previous: [] });
    const network = await networkKeysFor(alone);
    const endpoint = await alone.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    const stored = endpoint?.integration ?? assert.fail(id);
    assert.deepEqual(openIntegration(network, id, stored).endpoint.auth, { kind: 'bearer', token: SECRET });
    keyringOf(alone).close();
  });
});
