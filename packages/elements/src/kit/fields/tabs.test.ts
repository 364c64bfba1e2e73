// Tests where arrow keys lead among tabs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabAfterKey } from './tabs.ts';

const TABS = [
  { key: 'one', label: 'One' },
  { key: 'two', label: 'Two' },
  { key: 'three', label: 'Three' },
] as const;

test('E7: arrows move round, Home and End to the ends, other keys nowhere', () => {
  const from = (key: string, rightToLeft = false) => tabAfterKey(TABS, 'one', key, rightToLeft);
  assert.equal(from('ArrowRight'), 'two');
  assert.equal(from('ArrowLeft'), 'three');
  assert.equal(from('ArrowRight', true), 'three');
  assert.equal(from('End'), 'three');
  assert.equal(tabAfterKey(TABS, 'three', 'Home', false), 'one');
  assert.equal(from('Enter'), undefined);
});
