// What the address of the audit page asks for: days begin by the practice's own clock, and what cannot be meant is left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionIn } from './question.ts';

test('days are those of the practice, also where the clock was changed', () => {
  assert.deepEqual(questionIn('?from=2026-11-23&to=2026-11-23', 'America/New_York'), {
    from: '2026-11-23T05:00:00.000Z',
    to: '2026-11-24T05:00:00.000Z',
  });
  assert.deepEqual(questionIn('?from=2026-03-08&to=2026-03-08', 'America/New_York'), {
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
  });
  assert.equal(questionIn('?from=2026-11-01', 'Pacific/Auckland').from, '2026-10-31T11:00:00.000Z');
});

test('what cannot be meant is left out', () => {
  assert.deepEqual(
    questionIn('?person=nobody&patient=x&from=yesterday&to=2026-02-30', 'America/New_York'),
    {},
  );
  assert.deepEqual(questionIn('?act=order.read', undefined), { actions: ['order.read'] });
});
