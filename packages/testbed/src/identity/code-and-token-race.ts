// One code, or one refresh token, used several times at the same moment on two nodes: what was given for it must be worth nothing.
import assert from 'node:assert/strict';
import { authorizationUrl, codeFlow, exchange } from './code-flow.ts';
import type { IdentityNode, IdentityTestbed } from './identity-testbed.ts';
import { PASSWORD } from './identity-testbed.ts';

/** Sends a refresh token to the token endpoint of the node that listens there. */
async function refresh(
  testbed: IdentityTestbed,
  refreshToken: string,
  at = testbed.baseUrl,
): Promise<Response> {
  return await fetch(`${at}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: testbed.publicApp,
    }),
  });
}

/**
 * Uses one code, then one refresh token, several times at the same moment on the testbed and on another node of it: one
 * answer at most is a success, and what it gave is worth nothing on either.
 */
export async function raceCodeAndRefreshToken(testbed: IdentityTestbed, node: IdentityNode): Promise<void> {
  const nodes = [testbed.baseUrl, node.listensAt];
  const each = <T>(request: (at: string) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 6 }, (_, index) => request(nodes[index % 2] ?? testbed.baseUrl)));

  const { url, verifier } = authorizationUrl(testbed);
  const browser = testbed.browser();
  const page = await browser.get(url);
  const end = await browser.submit(page, 'password', { email: testbed.prescriber.email, password: PASSWORD });
  const code = new URL(end.url).searchParams.get('code') ?? '';
  await assertEnded(testbed, node, await each((at) => exchange(testbed, { code, verifier, at })));

  const { refresh_token = '' } = await codeFlow(testbed, testbed.prescriber, { browser });
  await assertEnded(testbed, node, await each((at) => refresh(testbed, refresh_token, at)));
  // The session is still there: the person signs in again, and this time the tokens live.
  const { access_token } = await codeFlow(testbed, testbed.prescriber, { browser });
  assert.equal(await livesOn(testbed, access_token), true);
}

async function assertEnded(
  testbed: IdentityTestbed,
  node: IdentityNode,
  answers: readonly Response[],
): Promise<void> {
  const served = answers.filter(({ status }) => status === 200);
  assert.ok(served.length <= 1, `${served.length} were served`);
  for (const answer of served) {
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
    assert.equal(await livesOn(testbed, tokens.access_token), false);
    assert.equal(await livesOn(node, tokens.access_token), false);
    assert.equal((await refresh(testbed, tokens.refresh_token, node.listensAt)).status, 400);
  }
}

async function livesOn({ identity }: Pick<IdentityNode, 'identity'>, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return await identity.authenticate({ headers, method: 'POST', url: '/graphql' }).then(
    () => true,
    () => false,
  );
}
