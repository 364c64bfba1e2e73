// Tests what is offered to be prescribed again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILL_STATES } from '../orders/fill-status.ts';
import { type RepeatFacts, repeatRefusal } from './prescribe-again.ts';

const facts = (over: Partial<RepeatFacts>): RepeatFacts => ({
  state: 'CANCELED',
  situation: 'canceled',
  alert: null,
  mayBeSent: true,
  ...over,
});

test('D10: nothing is prescribed again while the pharmacy may dispense what was to be canceled, or has', () => {
  for (const over of [
    { situation: 'cancel-refused' },
    { situation: 'cancel-sent' },
    { situation: 'cancel-not-sent' },
    { situation: 'dispensed-after-cancel' },
    { state: 'DELIVERED', situation: 'dispensed-after-cancel', alert: 'dispensed-after-cancel' },
    { alert: 'filling-after-cancel' },
    { state: 'SENT', situation: 'cancel-not-sent', mayBeSent: false },
  ] as const)
    assert.equal(repeatRefusal(facts(over)), 'MAY_BE_DISPENSED', JSON.stringify(over));
});

test('what has ended is; what is open is not, until nothing more may be sent of what reached nobody', () => {
  assert.equal(repeatRefusal(facts({})), null);
  assert.equal(repeatRefusal(facts({ state: 'DELIVERED', situation: 'picked-up' })), null);
  const late = new Set(['QUEUED', 'ERROR', 'STUCK']);
  for (const state of FILL_STATES.filter((one) => one !== 'CANCELED' && one !== 'DELIVERED')) {
    const open = { state, situation: 'sent' } as const;
    assert.equal(repeatRefusal(facts(open)), 'PRESCRIPTION_ON_OPEN_ORDER', state);
    const then = repeatRefusal(facts({ ...open, mayBeSent: false }));
    assert.equal(then, late.has(state) ? null : 'PRESCRIPTION_ON_OPEN_ORDER', state);
  }
});
