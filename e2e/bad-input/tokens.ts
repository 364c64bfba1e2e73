// Who asks: tokens that are missing, spoiled, expired, meant for another service or too narrow, and people who may not sign.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applications } from '@pestle/sandbox/seed';
import { createService } from '@pestle/service';
import { type Ask, askWith, signInMachine } from '@pestle/testbed/api/api';
import { freePort } from '@pestle/testbed/network/free-port';
import { base64url, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { forEachCase, refused } from './answers.ts';
import type { BadInputTestbed } from './bad-input-testbed.ts';
import type { Targets } from './ids.ts';

const TOKEN_LIFETIME_MS = 10 * 60_000;

export function testTokens(targets: () => Targets): void {
  /** Every operation is refused with this code and status, and changes nothing. */
  const refusesAll = async (ask: Ask, code: string, status: number): Promise<void> => {
    const { testbed, operations } = targets();
    await testbed.unchanged(() =>
      forEachCase(operations, async ({ name, document, variables }) => {
        const answer = await ask(document, variables);
        refused(answer, code, name);
        assert.equal(answer.status, status, name);
      }),
    );
  };
  const asking = (token: string): Ask => askWith(targets().testbed.baseUrl, token);

  describe('tokens', () => {
    test('no token', async () => {
      const { testbed } = targets();
      const response = await fetch(`${testbed.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ me { id } }"}',
      });
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      assert.equal(errors[0]?.extensions.code, 'UNAUTHENTICATED');
    });

    test('a token that is no token', () => refusesAll(asking('nonsense'), 'UNAUTHENTICATED', 401));

    test('a token whose signature or content was changed, or that another key signed', async () => {
      const { testbed } = targets();
      const token = await testbed.token('prescriber');
      const [header = '', payload = '', signature = ''] = token.split('.');
      const claims = decodeJwt(token);
      const admin = base64url.encode(JSON.stringify({ ...claims, sub: 'usr_0ADM1N0ADA0000000000000000' }));
      const { privateKey } = await generateKeyPair('ES256');
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256' })
        .sign(privateKey);
      const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
      for (const spoiled of [
        `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        `${header}.${admin}.${signature}`,
        `${none}.${payload}.`,
        forged,
      ])
        await refusesAll(asking(spoiled), 'UNAUTHENTICATED', 401);
    });

    test('an expired token', async () => {
      const { testbed } = targets();
      const ask = asking(await testbed.token('prescriber'));
      testbed.clock.aheadMs = TOKEN_LIFETIME_MS + 1_000;
      try {
        await refusesAll(ask, 'TOKEN_EXPIRED', 401);
      } finally {
        testbed.clock.aheadMs = 0;
      }
    });

    test('a token for another audience', async () => {
      const token = await tokenOfAnotherService(targets().testbed);
      await refusesAll(asking(token), 'UNAUTHENTICATED', 401);
    });

    test('a token without a scope for what it asks', async () => {
      const { testbed, operations } = targets();
      const narrow = asking(
        await signInMachine(testbed.baseUrl, { ...applications.machine, scope: 'read:order' }),
      );
      const others = operations.filter(({ name }) => !WITH_READ_ORDER.has(name));
      await testbed.unchanged(() =>
        forEachCase(others, async ({ name, document, variables }) => {
          const { message } = refused(await narrow(document, variables), 'FORBIDDEN', name);
          assert.match(message, /scope|machine client/, name);
        }),
      );
    });

    test('A2: a machine token and staff do not sign, nor send what is signed', async () => {
      const { testbed, operations } = targets();
      const signing = operations.filter(({ name }) =>
        /^(?:reviewDrafts|createPrescriptions|(?:create|combine)Order of (?:drafts|prescriptions)|reissueFill)$/.test(
          name,
        ),
      );
      assert.equal(signing.length, 7);
      await testbed.unchanged(() =>
        forEachCase(signing, async ({ name, document, variables }) => {
          refused(await testbed.staff(document, variables), 'FORBIDDEN', `${name} by staff`);
          refused(await testbed.machine(document, variables), 'FORBIDDEN', `${name} by a machine`);
          refused(await testbed.admin(document, variables), 'FORBIDDEN', `${name} by an administrator`);
        }),
      );
    });
  });
}

/** What the scope `read:order` is enough for, and what needs none. */
const WITH_READ_ORDER = new Set([
  'me',
  'organization',
  'attestation',
  'order',
  'orders',
  'combinableOrders',
  'pharmacyRequest',
  'pharmacyRequests',
]);

/** A good token of a service with the same store and the same keys at another address. */
async function tokenOfAnotherService(testbed: BadInputTestbed): Promise<string> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const other = await createService(
    { ...testbed.config, baseUrl, port },
    { store: { ...testbed.store, close: async () => undefined } },
  );
  try {
    await other.app.listen({ host: '127.0.0.1', port });
    return await signInMachine(baseUrl, { ...applications.machine, scope: 'read:order' });
  } finally {
    await other.close();
  }
}
