// Tests dates and ages at the edges of months, leap years and birthdays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, ageInMonths, ageInYears, daysBetween, formatDate, isDate } from './dates.ts';

const date = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1900-01-01', days));

test('S5: only days that exist, written YYYY-MM-DD, are dates', () => {
  for (const text of ['2024-02-29', '2000-02-29', '1999-12-31']) assert.ok(isDate(text), text);
  for (const text of [
    '2023-02-29',
    '1900-02-29',
    '1980-02-30',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '0000-01-01',
    '24-01-01',
    '2024-01-01T00:00:00Z',
    '',
    ' 2024-01-01',
    '2024-01-01\n',
    '01/02/2024',
  ]) {
    assert.equal(isDate(text), false, JSON.stringify(text));
  }
});

test('S5: adding and counting days agree', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -10_000, max: 10_000 }), (from, days) => {
      assert.equal(daysBetween(from, addDays(from, days)), days);
    }),
  );
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2023-12-31', 1), '2024-01-01');
});

test('age counts completed years and months, and nobody has one before birth', () => {
  assert.equal(ageInYears('2000-02-29', '2018-02-28'), 17);
  assert.equal(ageInYears('2000-02-29', '2018-03-01'), 18);
  assert.equal(ageInYears('2000-06-15', '2018-06-14'), 17);
  assert.equal(ageInYears('2000-06-15', '2018-06-15'), 18);
  assert.equal(ageInYears('2000-06-15', '2000-06-14'), null);
  assert.equal(ageInMonths('2024-01-31', '2024-02-29'), 0);
  assert.equal(ageInMonths('2024-01-15', '2025-01-15'), 12);
  assert.equal(ageInMonths('2024-01-15', '2024-01-14'), null);
  fc.assert(
    fc.property(date, fc.nat(40_000), (birth, days) => {
      const on = addDays(birth, days);
      assert.equal(ageInYears(birth, on), Math.floor((ageInMonths(birth, on) ?? -1) / 12));
    }),
  );
});

test('U8: a date of birth is shown so that no country reads it otherwise', () => {
  assert.equal(formatDate('1976-07-04'), '04-Jul-1976');
  assert.throws(() => formatDate('1976-07-32'), RangeError);
  const months = Array.from({ length: 12 }, (_, month) => `1976-${String(month + 1).padStart(2, '0')}-15`);
  // As the Unicode CLDR shortens them, without the dot that some of them have.
  for (const day of months) {
    const cldr = new Intl.DateTimeFormat('es', { month: 'short', timeZone: 'UTC' }).format(Date.parse(day));
    assert.equal(formatDate(day, 'es').slice(3, -5), cldr.slice(0, 3), day);
  }
  assert.equal(formatDate('1976-01-04', 'es'), '04-ene-1976');
});
