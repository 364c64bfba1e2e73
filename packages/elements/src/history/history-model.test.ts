// Tests what the medication history says of a prescription, and that pages and refreshes never lose or double one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { history } from '../text/en/history.ts';
import { changes, type HistoryRecord, isMoving, merged, portalLink, standing } from './history-model.ts';

type Fill = NonNullable<HistoryRecord['latestFill']>;
const fill = (state: Fill['state'], order: NonNullable<Fill['order']>['state'] = 'PENDING'): Fill => ({
  id: 'fil_1',
  state,
  stateReason: null,
  stateReasonText: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  order: { id: 'ord_1', state: order },
  pharmacy: null,
});
const record = (id: string, more: Partial<HistoryRecord> = {}): HistoryRecord => ({
  id,
  state: 'ACTIVE',
  writtenAt: `2026-01-${id}T00:00:00.000Z`,
  treatment: {
    id: 'trt_1',
    name: 'x',
    brandName: null,
    ingredients: ['x'],
    strength: '1 mg',
    doseForm: 'Oral Tablet',
  },
  dispenseQuantity: '1',
  dispenseUnit: 'Tablet',
  dispenseAsWritten: false,
  fillsAllowed: 1,
  daysSupply: 1,
  instructions: '',
  notes: null,
  latestFill: null,
  ...more,
});

test('svc-med-history: a prescription says where it stands, in words and with a tone', () => {
  const said = (more: Partial<HistoryRecord>): string => {
    const { tone, words } = standing(record('01', more), history);
    return `${tone}: ${words}`;
  };
  assert.equal(said({}), 'wait: Signed, not sent');
  assert.equal(
    said({ latestFill: fill('QUEUED', 'ROUTING') }),
    'wait: Waiting for the patient’s choice of pharmacy',
  );
  assert.equal(said({ latestFill: fill('SENT') }), 'wait: Sent to the pharmacy');
  assert.equal(said({ latestFill: fill('DELIVERED') }), 'ok: Dispensed');
  assert.equal(said({ latestFill: fill('STUCK') }), 'danger: Stopped: somebody must act');
  assert.equal(said({ state: 'CANCELED', latestFill: fill('SENT') }), 'off: Canceled');
  assert.equal(said({ state: 'DEPLETED', latestFill: fill('DELIVERED') }), 'ok: Dispensed');
});

test('svc-med-history: it is looked at more often while a pharmacy may still say something', () => {
  assert.equal(isMoving(record('01', { latestFill: fill('SENT') })), true);
  assert.equal(isMoving(record('01', { latestFill: fill('DELIVERED') })), false);
  assert.equal(isMoving(record('01')), false);
});

test('svc-med-history: newest first, each once, the newer answer counts, and nothing is lost by a refresh', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 10, max: 28 }).map(String));
  fc.assert(
    fc.property(ids, ids, (older, newer) => {
      const before = older.map((id) => record(id));
      const after = newer.map((id) => record(id, { latestFill: fill('SENT') }));
      const list = merged(after, before);
      assert.deepEqual(
        list.map(({ id }) => id),
        [...new Set([...older, ...newer])].toSorted().toReversed(),
      );
      for (const id of newer) assert.ok(list.find((one) => one.id === id)?.latestFill !== null);
    }),
  );
});

test('svc-med-history: what changed is told of rows that were there before', () => {
  const before = [record('01'), record('02')];
  const after = [record('03'), record('02', { latestFill: fill('SENT') }), record('01')];
  assert.deepEqual(
    changes(before, after, history).map(({ record: { id }, words }) => [id, words]),
    [['02', 'Sent to the pharmacy']],
  );
});

test('enable-med-history-links: the link names the prescription and nothing else', () => {
  assert.equal(
    portalLink('https://rx.example', 'rx_1/2'),
    'https://rx.example/portal/prescriptions/rx_1%2F2',
  );
  assert.equal(portalLink(undefined, 'rx_1'), null);
});
