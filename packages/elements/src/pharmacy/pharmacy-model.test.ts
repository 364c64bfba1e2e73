// Tests how places are read, in which order pharmacies are offered, and when they are open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hours, openness } from './hours.ts';
import {
  addressText,
  choicesOf,
  listed,
  maskedPhone,
  milesText,
  ownChoices,
  type PharmacyRecord,
  readPlace,
} from './pharmacy-model.ts';

const pharmacy = (id: string, more: Partial<PharmacyRecord> = {}): PharmacyRecord => ({
  id: `phr_${id}`,
  name: `Pharmacy ${id}`,
  kind: 'LOCAL_PICKUP',
  active: true,
  electronic: true,
  servesPublic: true,
  phone: null,
  timeZone: 'America/New_York',
  openingHours: null,
  address: null,
  ...more,
});

test('pharmacies: a place is a ZIP code, or a town with its state', () => {
  assert.deepEqual(readPlace('02139'), { postalCode: '02139' });
  assert.deepEqual(readPlace(' 02139-1234 '), { postalCode: '02139' });
  assert.deepEqual(readPlace('Boston, MA'), { city: 'Boston', state: 'MA' });
  assert.deepEqual(readPlace('St. Paul minnesota'), { city: 'St. Paul', state: 'MN' });
  assert.deepEqual(['', '(', 'Boston', '123', 'MA'].map(readPlace), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('pharmacies: the preferred one first, then those used before, then what is near, each once', () => {
  const own = ownChoices(
    {
      id: 'pat_1',
      preferredPharmacy: pharmacy('2'),
      pharmaciesUsed: [
        { lastOrderedAt: '', pharmacy: pharmacy('1') },
        { lastOrderedAt: '', pharmacy: pharmacy('2') },
        { lastOrderedAt: '', pharmacy: pharmacy('9', { kind: 'MAIL_ORDER' }) },
        { lastOrderedAt: '', pharmacy: null },
      ],
    },
    'LOCAL_PICKUP',
  );
  const all = choicesOf(own, [
    { pharmacy: pharmacy('3'), distanceKm: 1 },
    { pharmacy: pharmacy('1'), distanceKm: 2 },
  ]);
  assert.deepEqual(
    all.map((one) => [one.pharmacy.id, one.preferred, one.previous, one.distanceKm]),
    [
      ['phr_2', true, true, null],
      ['phr_1', false, true, 2],
      ['phr_3', false, false, 1],
    ],
  );
});

test('pharmacies: what takes no prescriptions or does not serve the public cannot be chosen', () => {
  assert.equal(listed(pharmacy('1', { active: false }), null).unfit, 'inactive');
  assert.equal(listed(pharmacy('1', { servesPublic: false }), null).unfit, 'notServing');
  assert.equal(listed(pharmacy('1'), null).unfit, undefined);
});

test('pharmacies: distances and addresses as people read them, phones masked', () => {
  assert.deepEqual([0, 1.609_344, 30].map(milesText), ['0.0', '1.0', '19']);
  assert.equal(
    addressText({ street1: '1 Main St', street2: null, city: 'Boston', state: 'MA', postalCode: '02139' }),
    '1 Main St, Boston, MA 02139',
  );
  assert.equal(maskedPhone('6175550142'), '(•••) •••-0142');
});

const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
const HOURS: readonly Hours[] = [
  { days: WEEK, opens: '09:00', closes: '21:00' },
  { days: ['SAT'], opens: '18:00', closes: '02:00' },
];
/** A wall clock in New York in the week of Monday, 5 January 2026. */
const at = (day: number, time: string): number =>
  Date.parse(`2026-01-${String(day).padStart(2, '0')}T${time}:00-05:00`);
const open = (day: number, time: string) => openness(HOURS, 'America/New_York', at(day, time));

test('pharmacies: open and closed by the pharmacy’s own clock', () => {
  assert.deepEqual(open(5, '09:00'), { state: 'open', until: '21:00' });
  assert.deepEqual(open(5, '08:59'), { state: 'closed', opens: { at: '09:00' } });
  assert.deepEqual(open(5, '21:00'), { state: 'closed', opens: { at: '09:00', day: 'TUE' } });
  assert.deepEqual(open(10, '23:00'), { state: 'open', until: '02:00' });
  assert.deepEqual(open(11, '01:30'), { state: 'open', until: '02:00' });
  assert.deepEqual(open(11, '02:00'), { state: 'closed', opens: { at: '09:00', day: 'MON' } });
});

test('pharmacies: nothing is claimed without hours or a time zone; always open is said so', () => {
  assert.deepEqual(openness(null, 'America/New_York', at(5, '12:00')), { state: 'unknown' });
  assert.deepEqual(openness(HOURS, null, at(5, '12:00')), { state: 'unknown' });
  const always = [{ days: [...WEEK, 'SAT', 'SUN'], opens: '00:00', closes: '23:59' }];
  assert.deepEqual(openness(always, 'America/New_York', at(5, '12:00')), { state: 'always' });
});
