// Goal: errors of our own that meet one after another hold a node's deliveries, with a bound, and neither one bad row nor one bad pharmacy does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { createBreaker, type HoldNews } from './breaker.ts';

const { heldForMsMax, heldProbeMs, faultsTogetherMs, electronicWaitMs } = DELIVERY_LIMITS;

function opened() {
  let now = 0;
  const news: HoldNews['news'][] = [];
  const breaker = createBreaker({
    clock: { now: () => now },
    monotonic: () => now,
    onHold: (one) => news.push(one.news),
  });
  const row = (id: string, lane = `pharmacy:${id}`) => ({ id, lane, orgId: TEST_ORGANIZATION });
  return {
    breaker,
    news,
    row,
    later: (ms: number) => (now += ms),
    /** Of three rows of three pharmacies. */
    hold: () => ['a', 'b', 'c'].map((id) => breaker.faulted(row(id))),
  };
}

test('three rows of several pharmacies one after another hold what is electronic, and nothing else', () => {
  const { breaker, news, row, hold } = opened();
  assert.deepEqual(hold(), [true, true, false], 'the third says nothing of its row any more');
  assert.deepEqual(news, ['held']);
  assert.deepEqual(breaker.leftOut, ['pharmacy', 'partner']);
  assert.deepEqual(breaker.holds, [{ lanes: 'electronic', since: '1970-01-01T00:00:00.000Z' }]);
  assert.deepEqual([breaker.admits(row('d')), breaker.admits(row('f', 'fax'))], [false, true]);
  assert.deepEqual([breaker.keeps('partner:x'), breaker.keeps('fax')], [true, false]);
});

test('neither one row, nor one pharmacy, nor errors far apart, nor errors between which others work', () => {
  const { breaker, news, row, later } = opened();
  for (let tries = 0; tries < 6; tries += 1) assert.ok(breaker.faulted(row('a')));
  breaker.worked(row('z'));
  for (const id of ['a', 'b', 'c', 'd']) assert.ok(breaker.faulted(row(id, 'pharmacy:one')));
  breaker.worked(row('z'));
  for (const id of ['a', 'b', 'c', 'd']) {
    assert.ok(breaker.faulted(row(id)));
    later(faultsTogetherMs);
  }
  later(1);
  for (const id of ['a', 'b', 'c', 'd']) {
    assert.ok(breaker.faulted(row(id)));
    breaker.worked(row('z'));
  }
  assert.deepEqual(news, []);
});

test('faxes and texts have one lane each: three of them do', () => {
  const { breaker, row } = opened();
  for (const id of ['a', 'b', 'c']) breaker.faulted(row(id, 'fax'));
  assert.deepEqual(breaker.leftOut, ['fax']);
  for (const id of ['a', 'b', 'c']) breaker.faulted(row(id, 'text'));
  assert.deepEqual(breaker.leftOut, ['fax', 'text']);
});

test('one row at a time is tried, now and then; when one works all go on, and what waited is not late yet', () => {
  const { breaker, news, row, later, hold } = opened();
  hold();
  later(heldProbeMs);
  assert.deepEqual(breaker.leftOut, [], 'a look brings one to try');
  assert.deepEqual([breaker.admits(row('a')), breaker.admits(row('b'))], [true, false]);
  assert.deepEqual(breaker.leftOut, ['pharmacy', 'partner'], 'while it is tried no other is looked for');
  assert.equal(breaker.faulted(row('a')), false);
  breaker.ended(row('a'));
  assert.equal(breaker.admits(row('b')), false, 'the next one later');
  later(heldProbeMs);
  assert.ok(breaker.admits(row('b')));
  breaker.worked(row('b'));
  breaker.ended(row('b'));
  assert.deepEqual(news, ['held', 'resumed']);
  assert.deepEqual([breaker.holds, breaker.admits(row('c'))], [[], true]);
  assert.ok(breaker.keeps('pharmacy:c'));
  later(electronicWaitMs);
  assert.equal(breaker.keeps('pharmacy:c'), false);
});

test('it ends after its time, and does not begin again before something has worked', () => {
  const { breaker, news, row, later, hold } = opened();
  hold();
  later(heldForMsMax);
  assert.ok(breaker.admits(row('a')));
  assert.deepEqual(news, ['held', 'over']);
  assert.deepEqual(hold(), [true, true, true], 'errors count for their rows again');
  breaker.worked(row('z'));
  assert.deepEqual(hold(), [true, true, false]);
});
