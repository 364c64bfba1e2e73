// Tests that all views of a session tell the same of a fill: what was asked for last, and nothing of another person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@pestle/client';
import fc from 'fast-check';
import { followedFill } from '../../test/support/followed-fill.ts';
import { boardOf } from './board.ts';
import { SITUATION_LIMITS } from './limits.ts';
import { News } from './news.ts';

const sessionOf = (id: string, organization = 'org_1'): Session =>
  ({ me: { id }, organization: { id: organization } }) as unknown as Session;

test('one truth: whichever answer comes last, the one that was asked for last is told', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }), (arrivals) => {
      const board = boardOf(sessionOf('usr_1'));
      const asked = [0, 1, 2, 3, 4].map(() => board.asking());
      for (const at of arrivals) board.take(asked[at] ?? 0, [followedFill({ stateReason: `answer ${at}` })]);
      assert.equal(board.of('fil_1')?.stateReason, `answer ${Math.max(...arrivals)}`);
    }),
  );
});

test('E5: every element of a person reads one board, under any client of the page, and the next person finds it empty', () => {
  const session = sessionOf('usr_1');
  boardOf(session).take(boardOf(session).asking(), [followedFill()]);
  assert.equal(boardOf(session).of('fil_1')?.id, 'fil_1');
  assert.equal(boardOf(sessionOf('usr_1')).of('fil_1')?.id, 'fil_1', 'another client of the same person');
  assert.equal(boardOf(sessionOf('usr_1', 'org_2')).of('fil_1'), undefined, 'another organization');
  Object.assign(session, { me: { id: 'usr_2' } });
  assert.equal(boardOf(session).of('fil_1'), undefined, 'another person');
});

test('a board tells whoever listens, until they stop, and keeps a bounded number of fills', () => {
  const board = boardOf(sessionOf('usr_1'));
  let calls = 0;
  const stop = board.subscribe(() => (calls += 1));
  const many = Array.from({ length: SITUATION_LIMITS.fillsMax + 100 }, (_, index) =>
    followedFill({ id: `fil_${index}` }),
  );
  board.take(board.asking(), many);
  assert.equal(calls, 1);
  stop();
  board.take(board.asking(), [followedFill()]);
  assert.equal(calls, 1);
  assert.equal(many.filter(({ id }) => board.of(id) !== undefined).length, SITUATION_LIMITS.fillsMax);
});

test('E7: a change is told once, and nothing of what is seen for the first time', () => {
  const news = new News();
  const keys = (...items: readonly (readonly [string, string])[]): string[] =>
    news.of(items.map(([id, key]) => ({ id, key }))).map(({ id }) => id);
  assert.deepEqual(keys(['a', 'queued'], ['b', 'sent']), []);
  assert.deepEqual(keys(['a', 'sent'], ['b', 'sent'], ['c', 'sent']), ['a']);
  assert.deepEqual(keys(['a', 'sent'], ['b', 'received']), ['b']);
});
