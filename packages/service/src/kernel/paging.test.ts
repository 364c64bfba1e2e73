// Holds paging to its one style: sizes within bounds, pages that end where they should.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from './errors.ts';
import type { Cursors } from './paging.ts';
import { PAGING_LIMITS, pageOf, pageSize } from './paging.ts';

describe('a page', () => {
  it('has 20 items unless 1 to 100 are asked for', () => {
    assert.equal(pageSize({}), 20);
    assert.equal(pageSize({ first: null }), 20);
    for (const first of [1, PAGING_LIMITS.pageItemsMax]) assert.equal(pageSize({ first }), first);
    for (const first of [0, -1, 101, 1.5, Number.NaN])
      assert.throws(
        () => pageSize({ first }),
        (error) => error instanceof Failure && error.code === 'INVALID_INPUT',
      );
  });

  it('uses the row too many only to tell that there is a next page', () => {
    const open: Cursors = { seal: (key) => key.join(), open: (cursor) => [cursor] };
    const letters = (rows: readonly string[]) =>
      pageOf(
        rows,
        2,
        open,
        (row) => [row],
        (row) => `${row}${row}`,
      );
    const both = { items: ['aa', 'bb'], unreadable: [], endCursor: 'b' };
    assert.deepEqual(letters(['a', 'b', 'c']), { ...both, hasNextPage: true });
    assert.deepEqual(letters(['a', 'b']), { ...both, hasNextPage: false });
    assert.deepEqual(letters([]), { items: [], unreadable: [], endCursor: null, hasNextPage: false });
  });
});
