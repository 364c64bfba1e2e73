// A cursor tells nobody what a list is sorted by, and holds for the organization and the question that it was given for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATALOG_LIMITS } from '../catalog/limits.ts';
import { Failure } from '../kernel/errors.ts';
import type { CursorQuestion } from '../kernel/paging.ts';
import { PAGING_LIMITS, readCursor } from '../kernel/paging.ts';
import { cursorsOf } from './cursors.ts';
import { createOrgKeys, DATA_KEY_BYTES } from './sealing.ts';

const keysOf = (orgId: string, indexByte: number, version = 1) =>
  createOrgKeys({
    orgId,
    version,
    dataKeys: new Map([[version, new Uint8Array(DATA_KEY_BYTES).fill(version)]]),
    indexKey: new Uint8Array(DATA_KEY_BYTES).fill(indexByte),
  });
const OURS = keysOf('org_a', 1);
const USERS: CursorQuestion = ['users'];

/** What a caller is told who gives this cursor. */
function answerTo(after: string, question: CursorQuestion = USERS, keys = OURS): unknown {
  try {
    return readCursor({ after }, cursorsOf(keys, question), ['string', 'string', 'number']);
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'INVALID_INPUT');
    assert.deepEqual(
      error.detail.fields?.map(({ path }) => path),
      ['after'],
    );
    return 'refused';
  }
}

test('a cursor gives back its sort key on every node, also after data keys have rotated, and shows nothing of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 3, maxLength: 60 }), fc.integer(), (name, number) => {
      const cursor = cursorsOf(OURS, USERS).seal([name, 'usr_1', number]);
      const expected = JSON.parse(JSON.stringify([name, 'usr_1', number])) as unknown;
      assert.deepEqual(answerTo(cursor), expected);
      assert.deepEqual(answerTo(cursor, USERS, keysOf('org_a', 1, 7)), expected);
      assert.match(cursor, /^[\w-]+$/);
      assert.ok(!Buffer.from(cursor, 'base64url').includes(Buffer.from(name)));
    }),
  );
  assert.equal(cursorsOf(OURS, USERS).seal(['a', 'b', 1]), cursorsOf(OURS, USERS).seal(['a', 'b', 1]));
});

test('a cursor of another organization, list or filter is refused', () => {
  const cursor = cursorsOf(OURS, ['templates', 'adult', null]).seal(['Lindqvist', 'usr_1', 1]);
  assert.deepEqual(answerTo(cursor, ['templates', 'adult', null]), ['Lindqvist', 'usr_1', 1]);
  assert.equal(answerTo(cursor, ['templates', 'adult', null], keysOf('org_b', 2)), 'refused');
  for (const question of [
    ['users', 'adult', null],
    ['templates', 'child', null],
    ['templates', null, 'adult'],
    ['templates', 'adult'],
    ['templates', 'adult', null, null],
  ] as const)
    assert.equal(answerTo(cursor, question), 'refused', JSON.stringify(question));
});

test('a cursor that was changed, cut, lengthened or made by hand is refused, and one of an older version', () => {
  const cursor = cursorsOf(OURS, USERS).seal(['Lindqvist', 'usr_1', 1]);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < cursor.length; at += 1) {
    const other = alphabet.charAt((alphabet.indexOf(cursor.charAt(at)) + 1) % 64);
    assert.equal(answerTo(cursor.slice(0, at) + other + cursor.slice(at + 1)), 'refused', `changed at ${at}`);
    assert.equal(answerTo(cursor.slice(0, at)), 'refused', `cut at ${at}`);
  }
  const older = Buffer.from('["Lindqvist","Ada","usr_1"]').toString('base64url');
  for (const text of [
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    `${cursor}\n`,
    cursor.replace('A', '+'),
    older,
    '',
    '%',
    'x'.repeat(PAGING_LIMITS.cursorCharactersMax + 1),
  ])
    if (text !== cursor) assert.equal(answerTo(text), 'refused', text.slice(0, 30));
  assert.equal(answerTo(cursorsOf(OURS, USERS).seal(['a', 1, 'b'])), 'refused', 'another shape');
  assert.equal(readCursor({ after: null }, cursorsOf(OURS, USERS), ['string']), undefined);
});

test('the longest sort key fits into a cursor', () => {
  // The names of treatments are the longest that a list is sorted by; no letter takes more than three bytes for its place in them.
  const longest = cursorsOf(OURS, USERS).seal([
    '\u20AC'.repeat(CATALOG_LIMITS.treatmentNameCharactersMax),
    `trt_${'0'.repeat(26)}`,
  ]);
  assert.ok(longest.length <= PAGING_LIMITS.cursorCharactersMax, `${longest.length} characters`);
});
