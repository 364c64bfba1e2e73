// Tests "today" on both sides of midnight, of summer time and of the date line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { US_STATES } from '../contact/states.ts';
import { isDate } from './dates.ts';
import { isTimeZone, localTime, todayIn } from './local-time.ts';
import { timeZoneOf, todayFor } from './time-zone.ts';

const at = (text: string): number => Date.parse(text);

test('today is the patient\u2019s, not the server\u2019s', () => {
  const instant = at('2026-03-10T06:30:00Z');
  assert.equal(todayIn('America/New_York', instant), '2026-03-10');
  assert.equal(todayIn('America/Los_Angeles', instant), '2026-03-09');
  assert.equal(todayIn('Pacific/Guam', instant), '2026-03-10');
  assert.equal(todayFor({ state: 'CA', postalCode: '94110' }, 'America/New_York', instant), '2026-03-09');
  assert.equal(todayFor({ state: 'AE', postalCode: '09001' }, 'America/New_York', instant), '2026-03-10');
  assert.equal(todayFor(null, 'America/New_York', instant), '2026-03-10');
});

test('the ZIP code decides where a state has two zones', () => {
  for (const [state, postalCode, zone] of [
    ['FL', '32501', 'America/Chicago'],
    ['FL', '33101', 'America/New_York'],
    ['TN', '37902', 'America/New_York'],
    ['TN', '37203', 'America/Chicago'],
    ['TX', '79901', 'America/Denver'],
    ['ID', '83814', 'America/Los_Angeles'],
    ['AZ', '85001', 'America/Phoenix'],
    ['AZ', '', 'America/Phoenix'],
  ] as const) {
    assert.equal(timeZoneOf({ state, postalCode }), zone, `${state} ${postalCode}`);
  }
  assert.equal(timeZoneOf({ state: 'Ontario' }), null);
});

test('every state but the military ones is in a zone that machines know', () => {
  for (const { code, kind } of US_STATES) {
    const zone = timeZoneOf({ state: code });
    assert.equal(zone === null, kind === 'military', code);
    assert.ok(zone === null || isTimeZone(zone), code);
  }
});

test('midnight is hour 0, and the hour that summer time skips is skipped', () => {
  assert.deepEqual(localTime('America/New_York', at('2026-01-15T05:00:00Z')), {
    date: '2026-01-15',
    hour: 0,
    minute: 0,
  });
  assert.deepEqual(localTime('America/New_York', at('2026-03-08T06:59:00Z')), {
    date: '2026-03-08',
    hour: 1,
    minute: 59,
  });
  assert.deepEqual(localTime('America/New_York', at('2026-03-08T07:00:00Z')), {
    date: '2026-03-08',
    hour: 3,
    minute: 0,
  });
});

test('today is a date in every zone at every instant, and an unknown zone is refused', () => {
  const zones = US_STATES.flatMap(({ code }) => timeZoneOf({ state: code }) ?? []);
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      (zone, instant) => {
        assert.ok(isDate(todayIn(zone, instant)));
      },
    ),
  );
  assert.ok(isTimeZone('America/Chicago'));
  assert.equal(isTimeZone('America/Nowhere'), false);
  assert.throws(() => todayIn('Mars/Olympus', 0), RangeError);
});
