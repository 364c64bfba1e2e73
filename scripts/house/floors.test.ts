// Holds the drawing of the house to small houses whose floors are known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorsOf, needed } from './floors.ts';

const graph = (arrows: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [from = '', to = ''] of arrows.split(' ').map((arrow) => arrow.split('>'))) {
    for (const name of [from, to]) if (!found.has(name)) found.set(name, new Set());
    found.get(from)?.add(to);
  }
  return found;
};

test('a thing stands above all that it uses', () => {
  const { floors, back, circles, arrows } = floorsOf(graph('main>http http>store main>store http>kernel'));
  assert.deepEqual(floors, [['kernel', 'store'], ['http'], ['main']]);
  assert.equal(arrows.length, 4);
  assert.deepEqual([back, circles], [[], []]);
});

test('of a circle as few arrows as can be run back up', () => {
  const { floors, back, circles } = floorsOf(graph('a>b b>c c>a a>c b>d'));
  assert.deepEqual(circles, [['a', 'b', 'c']]);
  assert.deepEqual(back, [['c', 'a']]);
  assert.deepEqual(floors, [['c', 'd'], ['b'], ['a']]);
});

test('two circles are two, and the same graph in another order is drawn alike', () => {
  const one = floorsOf(graph('a>b b>a c>d d>c b>c'));
  assert.deepEqual(one.circles, [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(floorsOf(graph('d>c b>c c>d b>a a>b')), one);
});

test('an arrow that follows from others is not needed', () => {
  const arrows = [...floorsOf(graph('main>http http>store main>store')).arrows];
  assert.deepEqual(needed(arrows), [
    ['http', 'store'],
    ['main', 'http'],
  ]);
});
