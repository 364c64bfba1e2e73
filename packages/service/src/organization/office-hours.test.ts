// The office is open by its own clock and calendar, whatever the season, and the next opening is found over nights, weekends and holidays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfficeOpen, officeOpensAt } from './office-hours.ts';

const OFFICE = {
  time_zone: 'America/New_York',
  office_opens: '08:00',
  office_closes: '18:00',
  office_days: [1, 2, 3, 4, 5],
  office_holidays: ['2026-11-26', '2026-11-27'],
};

const at = (text: string): number => Date.parse(text);
const opens = (text: string, office = OFFICE): string | null => {
  const ms = officeOpensAt(office, at(text));
  return ms === null ? null : new Date(ms).toISOString();
};

test('it is open from the minute it opens until the minute it closes, on its days', () => {
  // Monday, 23 November 2026: New York is 5 hours behind.
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-23T12:59:59Z')), false);
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-23T13:00:00Z')), true);
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-23T22:59:59Z')), true);
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-23T23:00:00Z')), false);
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-22T15:00:00Z')), false, 'Sunday');
  assert.equal(isOfficeOpen(OFFICE, at('2026-11-26T15:00:00Z')), false, 'a holiday');
  // Late on Sunday in UTC is Sunday afternoon there, early on Tuesday is Monday evening.
  assert.equal(isOfficeOpen(OFFICE, at('2026-07-06T12:00:00Z')), true, 'in summer 4 hours behind');
});

test('it opens next on the next day that is none of the weekend’s and no holiday', () => {
  assert.equal(opens('2026-11-23T15:00:00Z'), '2026-11-23T15:00:00.000Z');
  assert.equal(opens('2026-11-23T05:00:00Z'), '2026-11-23T13:00:00.000Z');
  assert.equal(opens('2026-11-24T23:30:00Z'), '2026-11-25T13:00:00.000Z');
  assert.equal(opens('2026-11-25T23:30:00Z'), '2026-11-30T13:00:00.000Z', 'over two holidays and a weekend');
});

test('the clock that is put forward or back over a night moves the opening with it', () => {
  assert.equal(opens('2026-03-06T23:30:00Z'), '2026-03-09T12:00:00.000Z', 'forward on the 8th');
  assert.equal(opens('2026-10-30T22:30:00Z'), '2026-11-02T13:00:00.000Z', 'back on the 1st');
});

test('an office on the other side of the date line opens on its own day', () => {
  const far = { ...OFFICE, time_zone: 'Pacific/Guam' };
  assert.equal(opens('2026-11-22T10:00:00Z', far), '2026-11-22T22:00:00.000Z');
});

test('an office that never opens has no next opening', () => {
  const days = Array.from({ length: 100 }, (_, index) =>
    new Date(at('2026-11-23T00:00:00Z') + index * 7 * 86_400_000).toISOString().slice(0, 10),
  );
  assert.equal(opens('2026-11-23T15:00:00Z', { ...OFFICE, office_days: [1], office_holidays: days }), null);
});
