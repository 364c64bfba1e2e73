// Goal: no delivery reaches an address inside a network, however it is written or resolved (F14).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ForbiddenAddressError,
  guardedLookup,
  isPrivateRange,
  mayConnect,
  requireAllowedHost,
} from './network-policy.ts';
import { METADATA_ADDRESSES, PRIVATE_RANGES, REFUSED_IPV4, REFUSED_IPV6 } from './special-addresses.ts';

const PRODUCTION = { loopbackOnly: false };
const SANDBOX = { loopbackOnly: true };

const bytesOf4 = (address: string): number[] => address.split('.').map(Number);
const textOf4 = (bytes: readonly number[]): string => bytes.join('.');

function groupsOf6(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
const textOf6 = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');

/** The last address of a block: every bit after the prefix is set. */
const last = (parts: readonly number[], bits: number, prefix: number): number[] =>
  parts.map((part, index) => {
    const kept = Math.min(Math.max(prefix - index * bits, 0), bits);
    return part | (2 ** (bits - kept) - 1);
  });

/** An IPv4 address in every form that carries one inside an IPv6 address. */
function embedded(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf4(address);
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const inverted = [(a << 8) | b, (c << 8) | d].map((group) => (group ^ 0xffff).toString(16)).join(':');
  return [
    `::${address}`,
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `::ffff:0:${address}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `64:ff9b:1:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
  ];
}

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

  for (const { network, prefix, name, rfc } of REFUSED_IPV4) {
    test(`${network}/${prefix} (${name}, ${rfc}) is refused from end to end, and inside every IPv6 form`, () => {
      const ends = [network, textOf4(last(bytesOf4(network), 8, prefix))];
      for (const address of [...ends, ...ends.flatMap(embedded)])
        assert.equal(mayConnect(PRODUCTION, address), false, address);
    });
  }
  for (const { network, prefix, name, rfc } of REFUSED_IPV6) {
    test(`${network}/${prefix} (${name}, ${rfc}) is refused from end to end`, () => {
      for (const address of [network, textOf6(last(groupsOf6(network), 16, prefix))])
        assert.equal(mayConnect(PRODUCTION, address), false, address);
    });
  }

  test('a public IPv4 address inside an IPv6 one is refused too: no pharmacy is found that way', () => {
    for (const address of embedded('8.8.8.8')) assert.equal(mayConnect(PRODUCTION, address), false, address);
  });

  test('the assigned space beside the refused blocks stays open', () => {
    for (const address of [
      '1.1.1.1',
      '192.0.1.1',
      '192.88.98.255',
      '192.88.100.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2001:200::1',
      '2001:db7::1',
      '2001:4860:4860::8888',
      '2003::1',
      '2620:4f:7fff::1',
      '2a00:1450::1',
      '3ffe:ffff::1',
    ])
      assert.equal(mayConnect(PRODUCTION, address), true, address);
  });

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
      '[::ffff:0:7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[5f00::1]',
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

describe('F14: private ranges that operators have opened', () => {
  const OPENED = { loopbackOnly: false, openedRanges: ['10.20.0.0/16', 'fd12:3456::/32'] };

  test('an endpoint that names a network inside an opened range is reached there, and nowhere else', () => {
    assert.equal(mayConnect(OPENED, '10.20.7.9', '10.20.7.0/24'), true);
    assert.equal(mayConnect(OPENED, 'fd12:3456::9', 'fd12:3456::/48'), true);
    for (const address of [
      '10.20.8.1',
      '8.8.8.8',
      '127.0.0.1',
      '169.254.169.254',
      'fd12:3456::9',
      '::ffff:10.20.7.9',
    ])
      assert.equal(mayConnect(OPENED, address, '10.20.7.0/24'), false, address);
  });

  test('one that names none is not, whatever its name resolves to', () => {
    assert.equal(mayConnect(OPENED, '10.20.7.9'), false);
    assert.throws(() => requireAllowedHost(OPENED, new URL('https://10.20.7.9/')), ForbiddenAddressError);
    assert.doesNotThrow(() => requireAllowedHost(OPENED, new URL('https://10.20.7.9/'), '10.20.0.0/16'));
  });

  test('a network outside of what is opened, or wider, is closed', () => {
    for (const network of [
      '10.21.0.0/16',
      '10.0.0.0/8',
      '10.20.0.0/15',
      'fd12::/16',
      '0.0.0.0/0',
      'nonsense',
    ])
      assert.equal(mayConnect(OPENED, '10.20.7.9', network), false, network);
    assert.equal(mayConnect({ loopbackOnly: false }, '10.20.7.9', '10.20.0.0/16'), false);
  });

  test('what clouds answer their own machines stays closed in an opened range', () => {
    const all = { loopbackOnly: false, openedRanges: PRIVATE_RANGES };
    for (const address of METADATA_ADDRESSES) {
      for (const range of [undefined, ...PRIVATE_RANGES])
        assert.equal(mayConnect(all, address, range), false, `${address} in ${range ?? 'none'}`);
    }
    assert.equal(mayConnect(all, '100.100.100.201', '100.64.0.0/10'), true);
  });

  test('only private ranges can be opened or named', () => {
    for (const range of [
      '10.0.0.0/8',
      '10.20.0.0/16',
      '10.20.7.9/32',
      '192.168.1.0/24',
      'fd00::/8',
      'FD00::1/128',
    ])
      assert.equal(isPrivateRange(range), true, range);
    for (const range of [
      '127.0.0.0/8',
      '169.254.0.0/16',
      '8.8.8.0/24',
      '10.0.0.0/7',
      '10.0.0.0/33',
      '10.0.0.0',
      '0.0.0.0/0',
      '::/0',
      'fe80::/10',
      '::1/128',
      '::ffff:10.0.0.0/104',
      '10.20.0.0/16,',
      '',
    ])
      assert.equal(isPrivateRange(range), false, range);
  });

  test('in the sandbox nothing but this machine is reached, whatever an endpoint names', () => {
    assert.equal(
      mayConnect({ loopbackOnly: true, openedRanges: PRIVATE_RANGES }, '10.20.7.9', '10.20.0.0/16'),
      false,
    );
  });
});
