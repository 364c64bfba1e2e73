// `/.well-known/pestle`: what it says of the provider is what the provider says of itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';

const testbed = await openIdentityTestbed();
after(() => testbed.close());

const read = async (url: string): Promise<Record<string, unknown>> =>
  (await (await fetch(url)).json()) as Record<string, unknown>;

test('a page finds the addresses of the sign-in in one document', async () => {
  const found = await read(`${testbed.baseUrl}/.well-known/pestle`);
  const provider = await read(`${testbed.identity.issuer}/.well-known/openid-configuration`);
  assert.equal(found['issuer'], provider['issuer']);
  const openid = found['openid'] as Record<string, unknown>;
  assert.ok(Object.keys(openid).length >= 6);
  for (const [name, value] of Object.entries(openid)) assert.deepEqual(value, provider[name], name);
});
