// Goal: one household counts as one source, however many addresses it has and however they are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from './address-key.ts';

test('addresses of one IPv6 network count as one, those of another do not', () => {
  const one = addressKey('2001:db8:0:1::1');
  for (const same of ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::', '2001:db8:0:1::9%eth0'])
    assert.equal(addressKey(same), one, same);
  assert.notEqual(addressKey('2001:db8:0:2::1'), one);
  assert.equal(addressKey('fe80::1%eth0'), addressKey('fe80::2'));
});

test('an IPv4 address counts as itself, also where it is written as IPv6', () => {
  for (const same of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:201'])
    assert.equal(addressKey(same), '192.0.2.1', same);
  assert.notEqual(addressKey('::1'), addressKey('::ffff:127.0.0.1'));
});
