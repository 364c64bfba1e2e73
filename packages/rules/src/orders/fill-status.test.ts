// Tests the fill's state machine cell by cell, and with reordered and repeated reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  applyReport,
  FILL_STATES,
  type FillState,
  foldOrder,
  mayMoveFill,
  PHARMACY_REPORTS,
  type PharmacyReport,
  toPharmacyReport,
} from './fill-status.ts';

const state = fc.constantFrom(...FILL_STATES);
const report = fc.constantFrom(...PHARMACY_REPORTS);

// State × report, in the words of the answer: a applied, d duplicate, s superseded, c contradiction, ! with an alert.
const CELLS: Readonly<Record<FillState, string>> = {
  //         RECEIVED FILLING SHIPPED DELIVERED CANCELED ERROR
  QUEUED: 'a a a a a a',
  SENDING: 'a a a a a a',
  SENT: 'a a a a a a',
  RECEIVED: 'd a a a a a',
  FILLING: 's d a a a a',
  SHIPPED: 's s d a a a',
  DELIVERED: 's s s d c c',
  CANCELED: 's c! c! a! d s',
  ERROR: 'a a a a a d',
  STUCK: 'a a a a a a',
};
const WORDS = { a: 'applied', d: 'duplicate', s: 'superseded', c: 'contradiction' } as const;

for (const current of FILL_STATES) {
  const cells = CELLS[current].split(' ');
  PHARMACY_REPORTS.forEach((word, column) => {
    const cell = cells[column] ?? '';
    test(`H2: ${word} on a fill that is ${current} is ${cell}`, () => {
      const result = applyReport(current, word);
      assert.equal(result.outcome, WORDS[cell.charAt(0) as keyof typeof WORDS]);
      assert.equal(result.next, cell.startsWith('a') ? word : current);
      assert.equal(result.alert !== undefined, cell.endsWith('!'));
      assert.deepEqual(
        result.allowed,
        PHARMACY_REPORTS.filter((_, index) => (cells[index] ?? '').startsWith('a')),
      );
    });
  });
}

test('D10: a DELIVERED after a cancel is the truth, and alerts', () => {
  const result = applyReport('CANCELED', 'DELIVERED');
  assert.deepEqual([result.next, result.alert], ['DELIVERED', 'dispensed-after-cancel']);
  assert.equal(applyReport('CANCELED', 'FILLING').alert, 'filling-after-cancel');
});

test('H2: SHIPPED again updates tracking; an old SHIPPED does not', () => {
  assert.ok(applyReport('FILLING', 'SHIPPED').updatesTracking);
  assert.ok(applyReport('SHIPPED', 'SHIPPED').updatesTracking);
  assert.equal(applyReport('DELIVERED', 'SHIPPED').updatesTracking, false);
  assert.equal(applyReport('CANCELED', 'SHIPPED').updatesTracking, false);
  assert.equal(applyReport('FILLING', 'DELIVERED').updatesTracking, false);
});

test('H2: in any order and however often repeated, reports never leave DELIVERED, nor CANCELED except for DELIVERED', () => {
  fc.assert(
    fc.property(state, fc.array(report, { maxLength: 30 }), (start, reports) => {
      let current = start;
      for (const word of reports) {
        const before: FillState = current;
        const result = applyReport(before, word);
        current = result.next;
        assert.equal(result.outcome === 'applied', current !== before, `${before} ${word}`);
        if (before === 'DELIVERED') assert.equal(current, 'DELIVERED');
        if (before === 'CANCELED')
          assert.ok(
            current === 'CANCELED' || (current === 'DELIVERED' && result.alert === 'dispensed-after-cancel'),
          );
        // The same report again never moves anything.
        assert.notEqual(applyReport(current, word).outcome, 'applied');
      }
    }),
  );
});

test('H2: without CANCELED and ERROR, every order of arrival ends in the furthest state reported', () => {
  const steps: readonly PharmacyReport[] = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 12 }), (reports) => {
      const end = reports.reduce<FillState>((current, word) => applyReport(current, word).next, 'SENDING');
      assert.equal(end, steps[Math.max(...reports.map((word) => steps.indexOf(word)))]);
    }),
  );
});

test('the accepted words are read in any letter case, others not', () => {
  assert.equal(toPharmacyReport('shipped'), 'SHIPPED');
  assert.equal(toPharmacyReport(' Received '), 'RECEIVED');
  for (const text of ['', 'READY', 'SENT', 'STUCK', 'SHIP PED', '__proto__'])
    assert.equal(toPharmacyReport(text), undefined, text);
});

test('the order folds its fills, first match', () => {
  const cases: ReadonlyArray<readonly [FillState[], boolean, string]> = [
    [['QUEUED'], false, 'ROUTING'],
    [['QUEUED', 'CANCELED'], false, 'ROUTING'],
    [['CANCELED', 'CANCELED'], false, 'CANCELED'],
    [['QUEUED'], true, 'PENDING'],
    [['SENDING', 'DELIVERED'], true, 'PENDING'],
    [['SENT', 'RECEIVED'], true, 'PLACED'],
    [['SHIPPED', 'CANCELED'], true, 'PLACED'],
    [['DELIVERED', 'CANCELED'], true, 'COMPLETED'],
    [['DELIVERED'], true, 'COMPLETED'],
    [['CANCELED'], true, 'CANCELED'],
    [['DELIVERED', 'STUCK'], true, 'ERROR'],
    [['ERROR', 'CANCELED'], true, 'ERROR'],
    [['STUCK'], false, 'ERROR'],
  ];
  for (const [fills, hasPharmacy, expected] of cases)
    assert.equal(foldOrder(fills, hasPharmacy), expected, fills.join());
  assert.throws(() => foldOrder([], true), RangeError);
});

test('the fold does not depend on the order of fills, and is ROUTING only without a pharmacy', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), fc.boolean(), (fills, hasPharmacy) => {
      const folded = foldOrder(fills, hasPharmacy);
      assert.equal(foldOrder(fills.toReversed(), hasPharmacy), folded);
      if (folded === 'ROUTING') assert.equal(hasPharmacy, false);
      if (folded === 'COMPLETED') assert.ok(fills.includes('DELIVERED'));
      if (folded === 'PLACED') assert.ok(hasPharmacy && !fills.includes('QUEUED'));
    }),
  );
});

test('D10: by our own act nothing leaves SHIPPED, DELIVERED or CANCELED, and nothing becomes a pharmacy\u2019s fact', () => {
  for (const to of FILL_STATES) {
    for (const from of ['SHIPPED', 'DELIVERED', 'CANCELED'] as const)
      assert.equal(mayMoveFill(from, to), false);
    for (const from of FILL_STATES) {
      if (['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'].includes(to))
        assert.equal(mayMoveFill(from, to), false);
    }
  }
  assert.ok(
    mayMoveFill('QUEUED', 'SENDING') && mayMoveFill('SENDING', 'SENT') && mayMoveFill('SENT', 'QUEUED'),
  );
});
