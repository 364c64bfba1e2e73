// Tests that every event of a fill's history has words of its own, and that none of them is a code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILL_STATES, PHARMACY_REPORTS } from '../orders/fill-status.ts';
import { eventText, FILL_EVENTS, plainSituation } from './fill-events.ts';
import { PRACTICE_EN } from './practice-en.ts';

const CODE = /[A-Z]{2}|_|\b[a-z]+-[a-z]+\b/;

test('every event reads as words, whatever state it led to', () => {
  for (const event of Object.keys(FILL_EVENTS))
    for (const toState of FILL_STATES) {
      const text = eventText({ event, toState });
      assert.ok(text.length > 3, event);
      assert.doesNotMatch(text, CODE, event);
    }
});

test('D10: a denied cancel is told as such, not by the state that the fill is in', () => {
  assert.equal(eventText({ event: 'cancel-denied', toState: 'CANCELED' }), 'The pharmacy refused the cancel');
});

test('a report names what was reported, and whether it changed anything', () => {
  for (const report of PHARMACY_REPORTS) {
    const word = PRACTICE_EN[plainSituation(report)].word;
    const sentence = (outcome: string) =>
      eventText({ event: 'reported', toState: 'SENT', detail: { report, outcome } });
    assert.equal(sentence('applied'), `The pharmacy reported: ${word}`);
    assert.equal(sentence('left-pharmacy'), `The pharmacy reported: ${word} (nothing changed)`);
  }
  const detail = { report: 'DELIVERED', outcome: 'applied' };
  assert.equal(
    eventText({ event: 'reported', toState: 'DELIVERED', detail }, 'mail'),
    'The pharmacy reported: Delivered',
  );
});

test('D10: what a pharmacy dispensed is told as it said it', () => {
  const sentence = (fillStatus: string) =>
    eventText({
      event: 'reported',
      toState: 'FILLING',
      detail: { report: 'FILLING', outcome: 'applied', fillStatus },
    });
  assert.equal(sentence('PartiallyDispensed'), 'The pharmacy reported: Dispensed in part');
  assert.equal(sentence('NotDispensed'), 'The pharmacy reported: Not dispensed');
  assert.equal(sentence('OfALaterVersion'), 'The pharmacy reported: Being filled');
});

test('what went by fax is faxed; an event that is not known is told by its state', () => {
  assert.equal(eventText({ event: 'sent', toState: 'SENT', detail: { channel: 'fax' } }), 'Faxed');
  assert.equal(eventText({ event: 'sent', toState: 'SENT', detail: { channel: 'script' } }), 'Sent');
  assert.equal(eventText({ event: 'of-a-later-version', toState: 'QUEUED' }), 'Waiting to be sent');
});
