// Tests what the medication history says of a prescription, and that pages and refreshes never lose or double one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { orderedFill } from '../../test/support/followed-fill.ts';
import { boardOf } from '../situation/board.ts';
import { situation as text } from '../text/en/situation.ts';
import { situation as spanish } from '../text/es/situation.ts';
import { fillOf, type HistoryRecord, merged, portalLink, recordSituation } from './history-model.ts';

const clock = {
  timeZone: 'America/New_York',
  nowMs: Date.parse('2026-01-01T12:00:00.000Z'),
  halves: text.halves,
};
const record = (id: string, more: Partial<HistoryRecord> = {}): HistoryRecord => ({
  id,
  state: 'ACTIVE',
  expirationDate: '2027-01-01',
  writtenAt: `2026-01-${id}T00:00:00.000Z`,
  treatment: {
    id: 'trt_1',
    name: 'x',
    brandName: null,
    ingredients: ['x'],
    strength: '1 mg',
    doseForm: 'Oral Tablet',
    written: false,
  },
  dispenseQuantity: '1',
  dispenseUnit: 'Tablet',
  dispenseAsWritten: false,
  fillsAllowed: 1,
  daysSupply: 1,
  liquidDose: null,
  instructions: '',
  notes: null,
  latestFill: null,
  ...more,
});

test('svc-med-history: a prescription says where its last order shown, or that there is none', () => {
  const said = (more: Partial<HistoryRecord>): string | undefined => {
    const whole = record('01', more);
    const shown = recordSituation(whole, whole.latestFill, { text, clock });
    return shown === null ? undefined : `${shown.word}. ${shown.sentence}`;
  };
  assert.equal(said({}), undefined, 'signed, not sent');
  assert.equal(
    said({ latestFill: orderedFill({ situation: 'CHOOSE' }) }),
    'Patient to choose. No pharmacy chosen.',
  );
  assert.equal(
    said({ latestFill: orderedFill({ situation: 'RECEIVED' }) }),
    'Received. Elm City Pharmacy has it. Next: filling.',
  );
  assert.equal(said({ state: 'CANCELED' }), 'Canceled. ');
  assert.equal(said({ state: 'EXPIRED' }), 'Ended. No refills left, or past 01-Jan-2027.');
  const inSpanish = recordSituation(record('02', { state: 'EXPIRED' }), null, { text: spanish, clock });
  assert.match(inSpanish?.sentence ?? '', /01-ene-2027/);
});

test('svc-med-history: what another view of the session read of an order counts', () => {
  const board = boardOf({ me: { id: 'usr_1' } } as unknown as Parameters<typeof boardOf>[0]);
  const own = record('01', { latestFill: orderedFill({ situation: 'SENT' }) });
  assert.equal(fillOf(own, board)?.situation, 'SENT');
  board.take(board.asking(), [orderedFill({ situation: 'RECEIVED' })]);
  assert.equal(fillOf(own, board)?.situation, 'RECEIVED');
  assert.equal(fillOf(record('02'), board), null);
});

test('svc-med-history: newest first, each once, the newer answer counts, and nothing is lost by a refresh', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 10, max: 28 }).map(String));
  fc.assert(
    fc.property(ids, ids, (older, newer) => {
      const before = older.map((id) => record(id));
      const after = newer.map((id) => record(id, { latestFill: orderedFill() }));
      const list = merged(after, before);
      assert.deepEqual(
        list.map(({ id }) => id),
        [...new Set([...older, ...newer])].toSorted().toReversed(),
      );
      for (const id of newer) assert.ok(list.find((one) => one.id === id)?.latestFill !== null);
    }),
  );
});

test('enable-med-history-links: the link names the prescription and nothing else', () => {
  assert.equal(
    portalLink('https://rx.example', 'rx_1/2'),
    'https://rx.example/portal/prescriptions/rx_1%2F2',
  );
  assert.equal(portalLink(undefined, 'rx_1'), null);
});
