// Tests what is said of a fill: the sentence of its situation, and every fact that it has, in the practice's own time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentText } from '@pestle/rules/moment';
import { SITUATION_KEYS, situationCode } from '@pestle/rules/situations';
import fc from 'fast-check';
import { followedFill } from '../../test/support/followed-fill.ts';
import { situation as en } from '../text/en/situation.ts';
import { situation as es } from '../text/es/situation.ts';
import type { FollowedFill } from './board.ts';
import { type Around, isOver, shownSituation, worstOf } from './situation-model.ts';

const clock = {
  timeZone: 'America/New_York',
  nowMs: Date.parse('2026-11-24T22:00:00.000Z'),
  halves: en.halves,
};
const around: Around = { text: en, clock, daysSupply: 30, expirationDate: '2027-11-24' };
/** Word, sentence and facts, as a reader sees them. */
const said = (fill: Partial<FollowedFill>, more: Partial<Around> = {}): readonly string[] => {
  const { word, sentence, facts, alert } = shownSituation(followedFill(fill), { ...around, ...more });
  return [word, sentence, ...facts.map(({ label, value }) => `${label}: ${value}`), alert].filter(
    (line) => line !== '',
  );
};

test('a moment is told in the zone of the practice, without the date where it is today', () => {
  assert.equal(momentText('2026-11-24T19:42:00.000Z', clock), '2:42\u00a0PM');
  assert.equal(momentText('2026-11-25T04:30:00.000Z', clock), '11:30\u00a0PM', 'still today there');
  assert.equal(momentText('2026-11-23T05:05:00.000Z', clock), '23-Nov-2026 12:05\u00a0AM');
  assert.equal(momentText(null, clock), '');
  const spanish = { ...clock, halves: es.halves, language: es.language };
  assert.equal(momentText('2026-01-23T05:05:00.000Z', spanish), '23-ene-2026 12:05\u00a0a.\u00a0m.');
});

test('D5: sent, unconfirmed and received are told with their times, and whom to call', () => {
  assert.deepEqual(said({}), ['Sent', 'Elm City Pharmacy has it since 2:42\u00a0PM.']);
  assert.deepEqual(said({ situation: 'UNCONFIRMED', ownerName: 'Sam Whitfield' }), [
    'Not confirmed',
    'Nobody at Elm City Pharmacy has confirmed it.',
    'Sent: 2:42\u00a0PM',
    'Who acts: Sam Whitfield',
    'Call: Elm City Pharmacy, 203-555-0142',
  ]);
  assert.deepEqual(said({ situation: 'RECEIVED', receivedAt: '2026-11-24T20:00:00.000Z' }), [
    'Received',
    'Elm City Pharmacy has it. Next: filling.',
    'Received: 3:00\u00a0PM',
  ]);
});

test('what has yet to leave is never called sent', () => {
  assert.deepEqual(said({ situation: 'QUEUED' }), ['Waiting to be sent', 'It has not left yet.']);
  assert.deepEqual(said({ situation: 'QUEUED', leavesAt: '2026-11-24T23:00:00.000Z' }), [
    'Waiting to be sent',
    'Leaves 6:00\u00a0PM.',
  ]);
  assert.deepEqual(
    said({ situation: 'QUEUED', leavesAt: '2026-11-24T23:00:00.000Z', waitsFor: 'PHARMACY' }).at(-1),
    'Why it waits: announced maintenance of the pharmacy’s system',
  );
  assert.deepEqual(said({ situation: 'QUEUED', waitsFor: 'QUARANTINE' }), [
    'Waiting to be sent',
    'It has not left yet.',
    'Why it waits: this service was restored from a backup; its operators make sure first that it was not sent already',
  ]);
  assert.deepEqual(said({ situation: 'SENDING', attempt: 3 }), [
    'Being sent',
    'Attempt 3 to Elm City Pharmacy.',
  ]);
});

test('shipping: carrier and number are shown apart, each when it is there', () => {
  const shipped = (carrier: string | null, trackingNumber: string | null): readonly string[] =>
    said({ situation: 'SHIPPED', fulfillment: { type: null, carrier, trackingNumber } });
  const both = ['Shipped', 'Sent 24-Nov-2026.'];
  assert.deepEqual(shipped('UPS', '1Z9'), [...both, 'Carrier: UPS', 'Tracking number: 1Z9']);
  assert.deepEqual(shipped('UPS', null), [...both, 'Carrier: UPS']);
  assert.deepEqual(shipped(null, '1Z9'), [...both, 'Tracking number: 1Z9']);
  assert.deepEqual(shipped(null, null), both);
});

test('what was dispensed lasts its days supply; without one nothing is said of it', () => {
  assert.deepEqual(said({ situation: 'PICKED_UP' }), ['Picked up', '24-Nov-2026. Lasts until 24-Dec-2026.']);
  assert.deepEqual(said({ situation: 'DELIVERED' }, { daysSupply: 0 }), ['Delivered', '24-Nov-2026.']);
});

test('D10: the answer to a cancel is told with its time and the pharmacy’s words, and is never "canceled" when it was denied', () => {
  const canceled = {
    state: 'CANCELED',
    cancelRequestedAt: '2026-11-24T20:00:00.000Z',
    cancelSentAt: '2026-11-24T20:01:00.000Z',
  } as const;
  assert.deepEqual(said({ ...canceled, situation: 'CANCEL_SENT' }), [
    'Cancel sent',
    'Elm City Pharmacy has not confirmed it.',
    'Cancel sent: 3:01\u00a0PM',
    'Call: Elm City Pharmacy, 203-555-0142',
  ]);
  const denied = {
    ...canceled,
    situation: 'CANCEL_REFUSED',
    cancelAnswer: 'denied',
    cancelAnsweredAt: '2026-11-24T20:02:00.000Z',
    cancelAnswerReason: 'Patient picked it up.',
  } as const;
  assert.deepEqual(said(denied), [
    'Cancel refused',
    'Elm City Pharmacy says: Patient picked it up.',
    'Cancel sent: 3:01\u00a0PM',
    'Cancel refused: 3:02\u00a0PM',
    'Call: Elm City Pharmacy, 203-555-0142',
  ]);
  assert.deepEqual(
    said({ ...denied, situation: 'CANCELED', cancelAnswer: 'approved', canceledBy: 'Elena Rivera' }),
    [
      'Canceled',
      'By Elena Rivera, 2:42\u00a0PM.',
      'Cancel sent: 3:01\u00a0PM',
      'Cancel confirmed: 3:02\u00a0PM',
      'The pharmacy says of the cancel: Patient picked it up.',
    ],
  );
  assert.deepEqual(
    said({ cancelRequestedAt: '2026-11-24T20:00:00.000Z' }).slice(2),
    ['Cancel on its way since: 3:00\u00a0PM'],
    'what has not left is not called sent',
  );
});

test('staff ask for a cancel: who, when and why are told, also beside what weighs more', () => {
  const cancelAsked = { at: '2026-11-24T20:00:00.000Z', by: 'Sam Whitfield', reason: 'Duplicate' };
  const noMoreRefillsAsked = { ...cancelAsked, reason: 'Stopped taking it' };
  assert.ok(
    said({ situation: 'REFILLS_ASKED', noMoreRefillsAsked }).some((line) =>
      line.includes('Sam Whitfield asks: Stopped taking it'),
    ),
  );
  assert.deepEqual(said({ situation: 'CANCEL_ASKED', cancelAsked, ownerName: 'Elena Rivera' }), [
    'Cancel asked',
    'Sam Whitfield asks: Duplicate.',
    'Cancel asked for by: Sam Whitfield, 3:00\u00a0PM',
    'Who acts: Elena Rivera',
    'Call: Elm City Pharmacy, 203-555-0142',
  ]);
  assert.ok(
    said({ situation: 'STUCK', cancelAsked }).includes('Cancel asked for by: Sam Whitfield, 3:00\u00a0PM'),
  );
});

test('D10: a cancel that could not leave names why, since when, who acts and the number to call', () => {
  const cancelNotSent = {
    at: '2026-11-24T20:00:00.000Z',
    reason: 'NO_FAX_NUMBER',
    text: 'It has no fax number. Call it at once.',
    phone: '8005550119',
    pharmacy: { id: 'phr_2', name: 'Old Port Pharmacy' },
  };
  const fill = {
    situation: 'CANCEL_NOT_SENT',
    cancelNotSent,
    cancelRequestedAt: '2026-11-24T19:59:00.000Z',
    ownerName: 'Elena Rivera',
  } as const;
  const facts = ['Who acts: Elena Rivera', 'Call: Old Port Pharmacy, 800-555-0119'];
  assert.deepEqual(said(fill), [
    'Cancel not sent',
    'It has no fax number. Call it at once.',
    'Since: 3:00\u00a0PM',
    ...facts,
  ]);
  assert.match(said(fill, { text: es })[1] ?? '', /^No se puede avisar a la farmacia/);
});

test('D10: what was dispensed after a cancel says so, and what a pharmacy claims besides is an alert', () => {
  assert.deepEqual(
    said({
      situation: 'DISPENSED_AFTER_CANCEL',
      dispensedAfterCancelAt: '2026-11-24T20:30:00.000Z',
      alert: 'dispensed-after-cancel',
      ownerName: 'Elena Rivera',
    }),
    [
      'Dispensed after cancel',
      'Elm City Pharmacy dispensed it 3:30\u00a0PM.',
      'Who acts: Elena Rivera',
      'Call: Elm City Pharmacy, 203-555-0142',
    ],
  );
  assert.deepEqual(
    said({ situation: 'CANCEL_SENT', alert: 'filling-after-cancel' }).at(-1),
    en.alerts['filling-after-cancel'],
  );
});

test('a stopped fill names the reason and the person; a problem the pharmacy’s words', () => {
  const stopped = { stateReason: 'FAX_FAILED', stateReasonText: 'The fax did not go through.' };
  assert.deepEqual(said({ situation: 'STUCK', ...stopped, ownerName: 'Elena Rivera' }).slice(0, 2), [
    'Stuck',
    'The fax did not go through. Elena Rivera must act.',
  ]);
  assert.equal(
    said({
      situation: 'PROBLEM',
      stateReason: 'cannot-fill-out-of-stock',
      stateReasonText: 'Out of stock',
    })[1],
    'Elm City Pharmacy says: Out of stock.',
  );
  assert.equal(
    said(
      { situation: 'PROBLEM', stateReason: 'cannot-fill-out-of-stock', stateReasonText: 'x' },
      { text: es },
    )[1],
    'Elm City Pharmacy dice: No hay existencias.',
  );
});

test('faxed says why it went by fax', () => {
  assert.equal(
    said({ situation: 'FAXED', faxReason: 'electronic-failed' })[1],
    'Fax delivered 2:42\u00a0PM: electronic delivery failed.',
  );
});

test('an order shows its worst fill, and is over when nothing is awaited of any', () => {
  const fills = (['RECEIVED', 'STUCK', 'PICKED_UP'] as const).map((situation) => followedFill({ situation }));
  assert.equal(worstOf(fills), 'stuck');
  assert.equal(worstOf([]), undefined);
  for (const situation of ['PICKED_UP', 'DELIVERED', 'CANCELED', 'ENDED'] as const)
    assert.ok(isOver(followedFill({ situation })));
  for (const situation of ['SENT', 'STUCK', 'CANCEL_SENT', 'CANCEL_REFUSED', 'READY', 'SHIPPED'] as const)
    assert.ok(!isOver(followedFill({ situation })));
});

test('whatever is known of a fill, in both languages, no line has a hole or the word of a machine', () => {
  const text = fc.option(fc.constantFrom('x', 'Call me.', '2026-11-24T20:00:00.000Z'), { nil: null });
  const time = fc.option(fc.constantFrom('2026-11-24T20:00:00.000Z', '2025-01-01T00:00:00.000Z'), {
    nil: null,
  });
  const facts = fc.record({
    situation: fc.constantFrom(...SITUATION_KEYS.map(situationCode)),
    sentAt: time,
    leavesAt: time,
    attempt: fc.option(fc.nat(5), { nil: null }),
    ownerName: text,
    alert: fc.constantFrom(null, 'filling-after-cancel', 'of-tomorrow'),
    canceledBy: text,
    cancelSentAt: time,
    cancelAnswer: fc.constantFrom(null, 'approved', 'denied'),
    cancelAnswerReason: text,
    stateReason: text,
    stateReasonText: text,
    faxReason: text,
    pharmacy: fc.constantFrom(null, { id: 'phr_1', name: 'Elm', phone: null }),
    fulfillment: fc.record({ type: fc.constant(null), carrier: text, trackingNumber: text }),
  });
  fc.assert(
    fc.property(facts, fc.constantFrom(en, es), (fill, words) => {
      for (const line of said(fill, { text: words }))
        assert.doesNotMatch(line, /[{}]|undefined|null|: *$|^ *$|NaN/);
    }),
  );
});
