// The identity key rotates with overlap: nobody is signed out, nothing sealed is lost, and it is known when the old key may go.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { systemPorts } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { findAccountByEmail } from './accounts/accounts.ts';
import { findLink, makeLink, useLink } from './accounts/links.ts';
import { createIdentityKey } from './identity-key.ts';
import { keyNeeds } from './key-rotation.ts';
import { countRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './second-factor/recovery-codes.ts';
import { beginTotp } from './second-factor/totp.ts';
import { rememberOnDevice, trustedDevice } from './sign-in/device-cookie.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const before1 = createIdentityKey(older, systemPorts);
const during = createIdentityKey(newer, systemPorts, [older]);
const after1 = createIdentityKey(newer, systemPorts);
const deps = (key: typeof during) => ({ ports: systemPorts, key });

let store: Store;
let testbed: IdentityTestbed;
before(async () => {
  store = await openTestStore();
  testbed = await openIdentityTestbed({ identityKey: older }, store);
});
after(async () => {
  await testbed.close();
  await store.close();
});

test('the first key signs and seals, all verify and open', () => {
  const sealed = before1.seal('row 1', Buffer.from('secret'));
  assert.equal(Buffer.from(during.open('row 1', sealed)).toString(), 'secret');
  assert.throws(() => during.open('row 2', sealed));
  assert.throws(() => after1.open('row 1', sealed));
  const anew = during.reseal('row 1', sealed) ?? assert.fail('it was sealed by the old key');
  assert.equal(Buffer.from(after1.open('row 1', anew)).toString(), 'secret');
  assert.equal(during.reseal('row 1', anew), null);
  const mac = before1.mac('csrf', 'x');
  assert.equal(during.macMatches(mac, 'csrf', 'x'), true);
  assert.equal(during.macMatches(mac, 'csrf', 'y'), false);
  assert.equal(after1.macMatches(mac, 'csrf', 'x'), false);
  assert.equal(during.mac('csrf', 'x'), after1.mac('csrf', 'x'));
  assert.throws(() => createIdentityKey(newer, systemPorts, [randomBytes(31)]), RangeError);
});

test('a browser that is known stays known, and a form that is open can be sent', () => {
  const cookie = rememberOnDevice(before1, systemPorts, undefined, 'ann@clinic.example');
  assert.notEqual(trustedDevice(during, cookie, 'ann@clinic.example'), null);
  assert.equal(trustedDevice(during, cookie, 'bob@clinic.example'), null);
  assert.equal(trustedDevice(after1, cookie, 'ann@clinic.example'), null);
});

test('a link in an e-mail still opens, once', async () => {
  await store.asDoor(async (tx) => {
    const account = (await findAccountByEmail(tx, testbed.staff.email)) ?? assert.fail();
    const token = await makeLink(tx, deps(before1), account.id, 'password');
    assert.equal(await findLink(tx, deps(after1), token), undefined);
    assert.equal((await findLink(tx, deps(during), token))?.accountId, account.id);
    assert.equal(await useLink(tx, deps(during), token), true);
    assert.equal(await useLink(tx, deps(during), token), false);
  });
});

test('recovery codes work while their key counts, and are counted no longer than that', async () => {
  await store.asDoor(async (tx) => {
    const account = (await findAccountByEmail(tx, testbed.staff.email)) ?? assert.fail();
    const codes = await replaceRecoveryCodes(tx, deps(before1), account.id);
    const [first = '', second = ''] = codes;
    assert.equal(await countRecoveryCodes(tx, during, account.id), 10);
    assert.equal(await useRecoveryCode(tx, deps(during), account.id, first), true);
    assert.equal(await useRecoveryCode(tx, deps(during), account.id, first), false);
    assert.equal(await countRecoveryCodes(tx, during, account.id), 9);
    assert.equal(await countRecoveryCodes(tx, after1, account.id), 0);
    assert.equal(await useRecoveryCode(tx, deps(after1), account.id, second), false);
  });
});

test('over a rotation sessions, tokens and seeds live on; doctor knows when the old key may go', async () => {
  const browser = testbed.browser();
  const { access_token } = await codeFlow(testbed, testbed.prescriber, { browser });
  await store.asDoor(async (tx) => {
    const account = (await findAccountByEmail(tx, testbed.prescriber.email)) ?? assert.fail();
    await beginTotp(tx, deps(before1), account);
  });
  const authenticate = (node: IdentityTestbed) =>
    node.identity.authenticate({
      headers: { authorization: `Bearer ${access_token}` },
      method: 'POST',
      url: '/graphql',
    });
  await assert.rejects(
    openIdentityTestbed({ identityKey: newer }, store),
    /does not open what this store keeps.*IDENTITY_KEYS_PREVIOUS/,
  );
  const needs = await keyNeeds(store, during);
  assert.deepEqual(needs, { earlier: 3, lost: 0, recoveryCodeHolders: 1 });
  assert.equal((await keyNeeds(store, after1)).lost, 3);
  const config = { baseUrl: testbed.baseUrl, identityKey: newer };
  const rotated = await openIdentityTestbed({ ...config, identityKeysPrevious: [older] }, store);
  try {
    assert.equal((await authenticate(rotated)).id, testbed.prescriber.id);
    await rotated.identity.maintain();
    assert.deepEqual(await keyNeeds(store, during), { earlier: 0, lost: 0, recoveryCodeHolders: 1 });
    assert.equal((await keyNeeds(store, after1)).lost, 0);
  } finally {
    await rotated.close();
  }
  const alone = await openIdentityTestbed(config, store);
  await alone.close();
});
