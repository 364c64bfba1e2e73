// Every flow through `oauth4webapi`, step by step as a client of one's own would: each answer is validated before it is used.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ACR } from '@pestle/service/for-tests/identity';
import * as oauth from 'oauth4webapi';
import type { ClientLibrary } from './flows.ts';
import { confirmSignOut, enrolApp, signInAs, signInAtHospital } from './flows.ts';
import { comeBack, http, refresh, serverOf, setOut, signIn, whoAmI } from './oauth4webapi-steps.ts';

const invalidGrant = { name: 'ResponseBodyError', error: 'invalid_grant' };

export const withOauth4webapi: ClientLibrary = {
  discovery: async (testbed) => {
    const server = await serverOf(testbed);
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(server.dpop_signing_alg_values_supported, ['ES256', 'Ed25519']);
    assert.deepEqual(server.grant_types_supported?.toSorted(), [
      'authorization_code',
      'client_credentials',
      'refresh_token',
    ]);
    const issuer = new URL(testbed.service.identity.issuer);
    const response = await oauth.discoveryRequest(issuer, http);
    const other = new URL('https://other.example');
    await assert.rejects(oauth.processDiscoveryResponse(other, response), /issuer/);
  },
  'code with PKCE': async (testbed) => {
    const { server, tokens, claims } = await signIn(testbed);
    assert.equal(claims.sub, testbed.service.prescriber.id);
    assert.equal(claims.aud, testbed.service.publicApp);
    assert.equal(tokens.token_type, 'bearer');
    assert.equal(await whoAmI(testbed, server, tokens.access_token), testbed.service.prescriber.id);
    const journey = await setOut(testbed, server);
    const { end } = await signInAs(testbed.service.prescriber, journey.address, testbed.service.browser());
    const stolen = { ...journey, verifier: oauth.generateRandomCodeVerifier() };
    await assert.rejects(comeBack(testbed, server, stolen, end), invalidGrant);
  },
  'iss in the answer': async (testbed) => {
    const server = await serverOf(testbed);
    const journey = await setOut(testbed, server);
    const { end } = await signInAs(testbed.service.prescriber, journey.address, testbed.service.browser());
    assert.equal(end.searchParams.get('iss'), server.issuer);
    const mixedUp = new URL(end);
    mixedUp.searchParams.set('iss', 'https://evil.example');
    await assert.rejects(comeBack(testbed, server, journey, mixedUp), /"iss"/);
    const bare = new URL(end);
    bare.searchParams.delete('iss');
    await assert.rejects(comeBack(testbed, server, journey, bare), /"iss"/);
    await comeBack(testbed, server, journey, end);
  },
  'state and nonce': async (testbed) => {
    const server = await serverOf(testbed);
    const journey = await setOut(testbed, server);
    const { end } = await signInAs(testbed.service.prescriber, journey.address, testbed.service.browser());
    const another = { ...journey, state: oauth.generateRandomState() };
    await assert.rejects(comeBack(testbed, server, another, end), /"state"/);
    const injected = { ...journey, nonce: oauth.generateRandomNonce() };
    await assert.rejects(comeBack(testbed, server, injected, end), /"nonce"/);
  },
  'code with PKCE and DPoP': async (testbed) => {
    const server = await serverOf(testbed);
    const client: oauth.Client = { client_id: testbed.service.publicApp };
    const proofs = async () => oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    const [own, stranger] = [await proofs(), await proofs()];
    const journey = await setOut(testbed, server);
    const { end } = await signInAs(testbed.service.prescriber, journey.address, testbed.service.browser());
    const { tokens } = await comeBack(testbed, server, journey, end, own);
    assert.equal(tokens.token_type, 'dpop');
    assert.equal(await whoAmI(testbed, server, tokens.access_token, own), testbed.service.prescriber.id);
    await assert.rejects(whoAmI(testbed, server, tokens.access_token, stranger));
    await assert.rejects(whoAmI(testbed, server, tokens.access_token), 'as a bearer token');
    await assert.rejects(refresh(testbed, server, tokens.refresh_token), invalidGrant, 'without the key');
    const next = await refresh(testbed, server, tokens.refresh_token, own);
    assert.equal(await whoAmI(testbed, server, next.access_token, own), testbed.service.prescriber.id);
  },
  'refresh: rotation': async (testbed) => {
    const { server, tokens } = await signIn(testbed);
    const seen = new Set([tokens.refresh_token]);
    let current = tokens.refresh_token;
    for (let round = 0; round < 3; round += 1) {
      const next = await refresh(testbed, server, current);
      assert.equal(await whoAmI(testbed, server, next.access_token), testbed.service.prescriber.id);
      current = next.refresh_token;
      seen.add(current);
    }
    assert.equal(seen.size, 4);
  },
  'refresh: reuse ends the family': async (testbed) => {
    const { server, tokens } = await signIn(testbed);
    const stolen = await refresh(testbed, server, tokens.refresh_token);
    await assert.rejects(refresh(testbed, server, tokens.refresh_token), invalidGrant);
    await assert.rejects(refresh(testbed, server, stolen.refresh_token), invalidGrant);
    await assert.rejects(whoAmI(testbed, server, stolen.access_token));
  },
  'client credentials': async (testbed) => {
    const { machine, identity } = testbed.service;
    const server = await serverOf(testbed);
    const client = { client_id: machine.id };
    const ask = async (secret: string, parameters: Record<string, string>) =>
      await oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          oauth.ClientSecretBasic(secret),
          new URLSearchParams(parameters),
          http,
        ),
      );
    const tokens = await ask(machine.secret, { scope: 'read:order write:prescription' });
    assert.equal(tokens.scope, 'read:order', 'a machine never signs (A2)');
    assert.equal(await whoAmI(testbed, server, tokens.access_token), machine.id);
    await assert.rejects(ask('pestle_secret_wrong', { scope: 'read:order' }), { status: 401 });
    const elsewhere = { scope: 'read:order', resource: 'https://elsewhere.example' };
    await assert.rejects(ask(machine.secret, elsewhere), { error: 'invalid_target' });
    await ask(machine.secret, { scope: 'read:order', resource: identity.audience });
  },
  'step-up: max_age': async (testbed) => {
    const browser = testbed.service.browser();
    const old = await signIn(testbed, {}, browser);
    await delay(2_100);
    const fresh = await signIn(testbed, { max_age: '1' }, browser);
    assert.ok((fresh.claims.auth_time ?? 0) > (old.claims.auth_time ?? 0));
    const kept = await signIn(testbed, { max_age: '600' }, browser);
    assert.equal(kept.claims.auth_time, fresh.claims.auth_time);
  },
  'step-up: acr_values': async (testbed) => {
    const server = await serverOf(testbed);
    assert.ok(server.acr_values_supported?.includes(ACR.secondFactor));
    const browser = testbed.service.browser();
    const journey = await setOut(testbed, server, { acr_values: ACR.secondFactor });
    const { page } = await signInAs(testbed.service.staff, journey.address, browser);
    const { claims } = await comeBack(testbed, server, journey, await enrolApp(page, browser));
    assert.equal(claims['acr'], ACR.secondFactor);
    assert.ok((claims['amr'] as string[]).includes('mfa'));
  },
  'step-up: prompt=login': async (testbed) => {
    const browser = testbed.service.browser();
    const { server } = await signIn(testbed, {}, browser);
    const journey = await setOut(testbed, server, { prompt: 'login' });
    assert.match((await browser.get(journey.address.href)).text, /name="password"/);
    const { end } = await signInAs(testbed.service.prescriber, journey.address, browser);
    const { claims } = await comeBack(testbed, server, journey, end);
    assert.equal(claims.sub, testbed.service.prescriber.id);
  },
  'prompt=none': async (testbed) => {
    const browser = testbed.service.browser();
    const refused = { name: 'AuthorizationResponseError', error: 'login_required' };
    await assert.rejects(signIn(testbed, { prompt: 'none' }, browser), refused);
    await signIn(testbed, {}, browser);
    const { claims } = await signIn(testbed, { prompt: 'none' }, browser);
    assert.equal(claims.sub, testbed.service.prescriber.id);
  },
  organization: async (testbed) => {
    const { claims } = await signIn(testbed, { organization: testbed.service.riverside });
    assert.equal(claims['org'], testbed.service.riverside);
    assert.equal(claims['org_name'], 'Riverside Family Medicine');
    const refused = { name: 'AuthorizationResponseError', error: 'invalid_request' };
    await assert.rejects(signIn(testbed, { organization: testbed.service.hillside }), refused);
  },
  'an issuer of the organization’s own': async (testbed) => {
    const server = await serverOf(testbed);
    const journey = await setOut(testbed, server, { max_age: '900' });
    const end = await signInAtHospital(testbed, journey.address, testbed.service.browser());
    const { tokens, claims } = await comeBack(testbed, server, journey, end);
    assert.deepEqual(claims['amr'], ['fed']);
    assert.equal(await whoAmI(testbed, server, tokens.access_token), testbed.service.prescriber.id);
  },
  'sign-out': async (testbed) => {
    const browser = testbed.service.browser();
    const { server, tokens } = await signIn(testbed, {}, browser);
    const address = new URL(server.end_session_endpoint ?? assert.fail('no sign-out'));
    address.searchParams.set('client_id', testbed.service.publicApp);
    address.searchParams.set('post_logout_redirect_uri', testbed.service.callback);
    const end = await confirmSignOut(address, browser);
    assert.equal(end.href, testbed.service.callback);
    await assert.rejects(refresh(testbed, server, tokens.refresh_token), invalidGrant);
    await assert.rejects(whoAmI(testbed, server, tokens.access_token));
    await assert.rejects(signIn(testbed, { prompt: 'none' }, browser), { error: 'login_required' });
  },
  revocation: async (testbed) => {
    const { server, tokens } = await signIn(testbed);
    const revoke = async (clientId: string, token: string): Promise<void> => {
      const client = { client_id: clientId };
      const response = await oauth.revocationRequest(server, client, oauth.None(), token, http);
      await oauth.processRevocationResponse(response);
    };
    const token = tokens.refresh_token ?? '';
    await revoke(testbed.service.hillsideApp, token).catch(() => undefined);
    assert.equal(await whoAmI(testbed, server, tokens.access_token), testbed.service.prescriber.id);
    await revoke(testbed.service.publicApp, token);
    await assert.rejects(refresh(testbed, server, token), invalidGrant);
    await assert.rejects(whoAmI(testbed, server, tokens.access_token));
  },
  'userinfo is not offered': async (testbed) => {
    const { server, tokens } = await signIn(testbed);
    const client = { client_id: testbed.service.publicApp };
    await assert.rejects(oauth.userInfoRequest(server, client, tokens.access_token, http), /userinfo/);
    const { status } = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    assert.equal(status, 404);
  },
};
