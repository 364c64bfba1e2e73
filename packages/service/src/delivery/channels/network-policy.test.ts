// Goal: no delivery reaches an address inside a network, however it is written or resolved (F14).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ForbiddenAddressError, guardedLookup, mayConnect, requireAllowedHost } from './network-policy.ts';

const PRODUCTION = { loopbackOnly: false };
const SANDBOX = { loopbackOnly: true };

describe('F14: addresses that deliveries may connect to', () => {
  const forbidden = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
  ];
  for (const address of forbidden) {
    test(`${address} is refused in production`, () => assert.equal(mayConnect(PRODUCTION, address), false));
  }
  for (const address of [
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2606:4700::1111',
  ]) {
    test(`${address} is public`, () => assert.equal(mayConnect(PRODUCTION, address), true));
  }

  test('in the sandbox only this machine is reached', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1'])
      assert.equal(mayConnect(SANDBOX, address), true, address);
    for (const address of ['8.8.8.8', '10.0.0.1', '192.168.0.1', 'fe80::1']) {
      assert.equal(mayConnect(SANDBOX, address), false, address);
    }
  });

  test('what is no address is no way in', () => {
    for (const text of ['', 'localhost', '127.0.0.1.example', '0x7f000001', '2130706433']) {
      assert.equal(mayConnect(PRODUCTION, text), false, text);
    }
  });

  test('a literal in a URL is judged before a socket is made, in any notation that URLs normalize', () => {
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '169.254.169.254',
      '127.1',
    ]) {
      assert.throws(
        () => requireAllowedHost(PRODUCTION, new URL(`https://${host}/script`)),
        ForbiddenAddressError,
        host,
      );
    }
    assert.doesNotThrow(() => requireAllowedHost(PRODUCTION, new URL('https://8.8.8.8/script')));
  });

  test('a name that resolves to this machine is refused when it is looked up, so that it cannot change in between', async () => {
    const error = await new Promise((resolve) => {
      guardedLookup(PRODUCTION)('localhost', { all: true }, (failure) => resolve(failure));
    });
    assert.ok(error instanceof ForbiddenAddressError);
    const addresses = await new Promise((resolve, reject) => {
      guardedLookup(SANDBOX)('localhost', { all: true }, (failure, found) =>
        failure === null ? resolve(found) : reject(failure),
      );
    });
    assert.ok(Array.isArray(addresses) && addresses.length > 0);
  });
});
