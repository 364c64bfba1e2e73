// Sessions of links over a rotation of their key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinkSessions } from './session.ts';

const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const clock = { now: () => 1_800_000_000_000 };
const cookieOf = (line: string): string => line.split(';')[0] ?? '';

test('a session that an earlier key began goes on with its forms, while that key counts', () => {
  const before = createLinkSessions(older, clock, false);
  const during = createLinkSessions(newer, clock, false, [older]);
  const after = createLinkSessions(newer, clock, false);
  const cookie = cookieOf(before.begin('lnk_1', '/rx/x'));
  const session = during.read(cookie, 'lnk_1') ?? assert.fail('the session ended');
  const form = before.read(cookie, 'lnk_1')?.formToken ?? '';
  assert.equal(during.owns(session, form), true);
  assert.equal(during.read(cookie, 'lnk_2'), undefined);
  assert.equal(after.read(cookie, 'lnk_1'), undefined);
  assert.notEqual(after.read(cookieOf(during.begin('lnk_1', '/rx/x')), 'lnk_1'), undefined);
});
