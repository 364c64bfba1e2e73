// Holds paging to its one style: sizes within bounds, cursors that survive a round trip and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Failure } from './errors.ts';
import { decodeCursor, encodeCursor, PAGING_LIMITS, pageOf, pageSize } from './paging.ts';

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.code : 'other';
  }
};

describe('a page', () => {
  it('has 20 items unless 1 to 100 are asked for', () => {
    assert.equal(pageSize({}), 20);
    assert.equal(pageSize({ first: null }), 20);
    for (const first of [1, PAGING_LIMITS.pageItemsMax]) assert.equal(pageSize({ first }), first);
    for (const first of [0, -1, 101, 1.5, Number.NaN])
      assert.equal(
        codeOf(() => pageSize({ first })),
        'INVALID_INPUT',
      );
  });

  it('uses the row too many only to tell that there is a next page', () => {
    const page = pageOf(
      ['a', 'b', 'c'],
      2,
      (row) => [row],
      (row) => row.toUpperCase(),
    );
    assert.deepEqual(page, { items: ['A', 'B'], endCursor: encodeCursor(['b']), hasNextPage: true });
    const last = pageOf(
      [],
      2,
      () => [''],
      () => '',
    );
    assert.deepEqual(last, { items: [], endCursor: null, hasNextPage: false });
  });
});

describe('a cursor', () => {
  it('gives back the sort key it was made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.integer(), (text, number) => {
        // What can be kept can be sorted by: no half surrogates, no NUL.
        const kept = text.toWellFormed().replaceAll('\0', '');
        const after = encodeCursor([kept, number]);
        assert.deepEqual(decodeCursor({ after }, ['string', 'number']), [kept, number]);
      }),
    );
  });

  it('of another list, or altered, is refused and never ignored', () => {
    const bad = [
      '',
      'x',
      '%',
      encodeCursor(['a']),
      encodeCursor(['a', 'b']),
      encodeCursor([1, 'a']),
      'A'.repeat(1_001),
    ];
    for (const after of bad) {
      assert.equal(
        codeOf(() => decodeCursor({ after }, ['string', 'number'])),
        'MALFORMED',
        after.slice(0, 20),
      );
    }
    assert.equal(decodeCursor({ after: null }, ['string']), undefined);
  });
});
