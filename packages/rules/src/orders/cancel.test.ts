// Tests the cancel decision for every state, with and without a reported dispensing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCancel } from './cancel.ts';
import { FILL_STATES, mayMoveFill } from './fill-status.ts';

const answer = (question: Parameters<typeof decideCancel>[0]): string => {
  const decision = decideCancel(question);
  return decision.allowed ? decision.how : decision.code;
};

test('D10: after SHIPPED, DELIVERED or a reported dispensing the cancel is rejected with a typed result', () => {
  for (const mayHaveLeft of [true, false]) {
    for (const dispensingReported of [true, false]) {
      assert.equal(answer({ state: 'SHIPPED', dispensingReported, mayHaveLeft }), 'ALREADY_SHIPPED');
      assert.equal(answer({ state: 'DELIVERED', dispensingReported, mayHaveLeft }), 'ALREADY_DELIVERED');
      assert.equal(answer({ state: 'CANCELED', dispensingReported, mayHaveLeft }), 'ALREADY_CANCELED');
    }
    for (const state of ['QUEUED', 'SENDING', 'SENT', 'RECEIVED', 'FILLING', 'ERROR', 'STUCK'] as const) {
      assert.equal(answer({ state, dispensingReported: true, mayHaveLeft }), 'ALREADY_DISPENSED');
    }
  }
});

test('D10: something that never left is withdrawn; what may have left is canceled at the pharmacy', () => {
  for (const state of ['QUEUED', 'ERROR', 'STUCK'] as const) {
    assert.equal(answer({ state, dispensingReported: false, mayHaveLeft: false }), 'withdraw');
    assert.equal(answer({ state, dispensingReported: false, mayHaveLeft: true }), 'notify');
  }
  for (const state of ['SENDING', 'SENT', 'RECEIVED', 'FILLING'] as const) {
    assert.equal(answer({ state, dispensingReported: false, mayHaveLeft: false }), 'notify');
  }
});

test('D10: a cancel is allowed exactly where the fill may move to CANCELED', () => {
  for (const state of FILL_STATES) {
    assert.equal(
      decideCancel({ state, dispensingReported: false, mayHaveLeft: true }).allowed,
      mayMoveFill(state, 'CANCELED'),
      state,
    );
  }
});
