// Section 9 of the rules as one table: what counts when the same is prescribed again, and until when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsAsDuplicate } from './counts.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (hours: number): string => new Date(NOW - hours * HOUR).toISOString();
const written = (hours: number, dispensed: string | null = null) => ({
  written_at: ago(hours),
  dispensed_at: dispensed,
  not_before: null as string | null,
});
type Earlier = [...(Parameters<typeof countsAsDuplicate> extends [...infer Before, number] ? Before : never)];
const fill = (over: Partial<Parameters<typeof countsAsDuplicate>[2][number]> = {}) => ({
  state: 'SENT' as const,
  state_reason: null,
  sent_at: ago(1),
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_not_sent_at: null,
  dispensed_after_cancel_at: null,
  ...over,
});
const waiting = fill({ state: 'QUEUED', sent_at: null });
const sentLongAgo = fill({ sent_at: ago(40 * 24) });
const canceled = (over: Parameters<typeof fill>[0]) => fill({ state: 'CANCELED', ...over });

for (const [what, counts, arguments_] of [
  ['sent an hour ago', true, [written(1), 30, [fill()]]],
  ['its supply still lasts', true, [written(29 * 24), 30, [fill({ sent_at: ago(29 * 24) })]]],
  ['its supply is over', false, [written(31 * 24), 30, [fill({ sent_at: ago(30 * 24 + 1) })]]],
  ['no days supply: eight hours', true, [written(7), 0, [fill({ sent_at: ago(7) })]]],
  ['no days supply: not longer', false, [written(9), 0, [fill({ sent_at: ago(8) })]]],
  ['dispensed', true, [written(50, ago(40)), 30, [fill({ state: 'DELIVERED', sent_at: ago(50) })]]],
  ['still waits for a pharmacy', true, [written(1), 30, [waiting]]],
  ['signed, not sent yet', true, [written(71), 30, []]],
  ['signed, and too old to be sent', false, [written(72), 30, []]],
  ['signed without days supply, not sent yet', true, [written(71), 0, []]],
  ['waits for a pharmacy since yesterday, no days supply', true, [written(24), 0, [waiting]]],
  ['waits, and is too old to be sent', false, [written(72), 0, [waiting]]],
  [
    'stuck since yesterday, no days supply',
    true,
    [written(24), 0, [fill({ state: 'STUCK', sent_at: null })]],
  ],
  ['canceled before anything left, yesterday', false, [written(24), 0, [canceled({ sent_at: null })]]],
  [
    'not to be filled before yesterday',
    true,
    [{ ...written(40 * 24), not_before: '2026-11-21' }, 30, [sentLongAgo]],
  ],
  [
    'was not to be filled before a time that is over',
    false,
    [{ ...written(40 * 24), not_before: '2026-10-20' }, 30, [sentLongAgo]],
  ],
  ['canceled before anything left', false, [written(1), 30, [canceled({ sent_at: null })]]],
  ['canceled, the pharmacy has not answered', true, [written(1), 30, [canceled({ cancel_sent_at: ago(1) })]]],
  ['canceled, denied', true, [written(1), 30, [canceled({ cancel_answer: 'denied' })]]],
  ['canceled, approved', false, [written(1), 30, [canceled({ cancel_answer: 'approved' })]]],
  ['canceled by the pharmacy', false, [written(1), 30, [canceled({ state_reason: 'canceled-by-pharmacy' })]]],
  [
    'approved, and dispensed all the same',
    true,
    [written(1), 30, [canceled({ cancel_answer: 'approved', dispensed_after_cancel_at: ago(0.5) })]],
  ],
  [
    'approved at one pharmacy, and with another',
    true,
    [written(1), 30, [canceled({ cancel_answer: 'approved' }), fill()]],
  ],
] satisfies readonly (readonly [string, boolean, Earlier])[])
  test(`a likely duplicate: ${what}: ${counts ? 'counts' : 'does not count'}`, () => {
    assert.equal(countsAsDuplicate(...arguments_, NOW), counts);
  });
