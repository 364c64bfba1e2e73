// Tests the cancel decision for every state, with and without a reported dispensing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCancel } from './cancel.ts';
import { decideDiscontinue } from './discontinue.ts';
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

test('D10: no more refills of whatever was sent, also after it was dispensed; each refusal says what to do', () => {
  const sent = { refills: 3, isDiscontinued: false, isCancelRequested: false, hasExpired: false } as const;
  const refusal = (question: Partial<Parameters<typeof decideDiscontinue>[0]>): string => {
    const decision = decideDiscontinue({ state: 'DELIVERED', ...sent, ...question });
    if (decision.allowed) return 'allowed';
    assert.ok(decision.message.endsWith('.'));
    return decision.code;
  };
  for (const state of FILL_STATES) {
    const waits = state === 'QUEUED' || state === 'SENDING' || state === 'STUCK';
    const expected = state === 'CANCELED' ? 'ALREADY_CANCELED' : waits ? 'NOT_SENT_YET' : 'allowed';
    assert.equal(refusal({ state }), expected, state);
  }
  assert.equal(refusal({ refills: 0 }), 'NO_REFILLS');
  assert.equal(refusal({ isDiscontinued: true }), 'ALREADY_DISCONTINUED');
  assert.equal(refusal({ isCancelRequested: true }), 'BEING_CANCELED');
  assert.equal(refusal({ hasExpired: true }), 'EXPIRED');
});
