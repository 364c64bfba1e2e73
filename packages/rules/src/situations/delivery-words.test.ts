// Tests that what never arrived is told as tried, with what became of each message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTCOME_WORDS, type Tried, triedText } from './delivery-words.ts';

const message = (over: Partial<Tried>): Tried => ({
  kind: 'new',
  channel: 'script',
  state: 'exhausted',
  mayHaveArrived: false,
  firstAttemptAt: '2026-01-01T00:00:00Z',
  ...over,
});

test('D4: what did not arrive was tried, by each channel with its end; nothing of it is called sent', () => {
  assert.equal(triedText([]), '');
  assert.equal(triedText([message({ firstAttemptAt: null, state: 'queued' })]), '', 'it has not left yet');
  assert.equal(
    triedText([message({ state: 'rejected' }), message({ channel: 'fax' }), message({ kind: 'cancel' })]),
    'NCPDP SCRIPT (refused), fax (not delivered)',
  );
  for (const state of ['queued', 'sending', 'accepted', 'rejected', 'exhausted', 'withdrawn'])
    assert.doesNotMatch(triedText([message({ state })]), /\bsent by\b|undefined/i);
});

test('D4: only a message that waits is tried again, and one that may have arrived says so', () => {
  const wording = OUTCOME_WORDS.AGAIN.toLowerCase();
  assert.ok(triedText([message({ state: 'queued' })]).includes(wording));
  assert.ok(!triedText([message({ state: 'exhausted' })]).includes('again'));
  for (const state of ['exhausted', 'rejected'])
    assert.match(triedText([message({ state, mayHaveArrived: true })]), /it may have arrived/);
});
