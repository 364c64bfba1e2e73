// Tests the stops of an order on its way: nothing is passed that was not, and nothing undelivered is called sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SITUATION_KEYS, situationCode } from '@pestle/rules/situations';
import { followedFill } from '../../test/support/followed-fill.ts';
import { stopsOf } from './status-stops.ts';

const SIGNED = '2026-11-24T19:41:00.000Z';
const line = (over: Parameters<typeof followedFill>[0], byMail = false): string =>
  stopsOf(followedFill(over), SIGNED, byMail)
    .map(({ key, state, at }) => `${key} ${state}${at === null ? '' : ' at'}`)
    .join(', ');

test('a fill on its way has five stops, with the times that are known', () => {
  assert.equal(
    line({ situation: 'QUEUED', sentAt: null }),
    'signed done at, queued now, received to-come, filling to-come, ready to-come',
  );
  assert.equal(
    line({ situation: 'SENT' }),
    'signed done at, sent now at, received to-come, filling to-come, ready to-come',
  );
  assert.equal(
    line({ situation: 'RECEIVED', receivedAt: SIGNED, faxReason: 'not-integrated' }, true),
    'signed done at, faxed done at, received now at, filling to-come, shipped to-come',
  );
  assert.equal(
    line({ situation: 'READY', readyAt: SIGNED }),
    'signed done at, sent done at, received done, filling done, ready now at',
  );
  assert.equal(
    line({ situation: 'DELIVERED' }, true),
    'signed done at, sent done at, received done, filling done, delivered done at',
  );
});

test('what halted shows what it has passed and where it stands, and nothing is to come', () => {
  assert.equal(line({ situation: 'STUCK', sentAt: null }), 'signed done at, stuck halted at');
  assert.equal(
    line({ situation: 'PROBLEM', receivedAt: SIGNED }),
    'signed done at, sent done at, received done at, problem halted at',
  );
  assert.equal(
    line({ situation: 'CANCEL_REFUSED' }),
    'signed done at, sent done at, cancel-refused halted at',
  );
});

test('rule 20: no situation without a time of sending is called sent', () => {
  for (const key of SITUATION_KEYS) {
    if (key === 'sent' || key === 'faxed') continue;
    const stops = stopsOf(followedFill({ situation: situationCode(key), sentAt: null }), SIGNED, false);
    const passed = stops.slice(1).filter(({ state }) => state === 'now' || state === 'halted');
    assert.equal(passed.length <= 1, true, key);
    assert.ok(stops.length >= 2 && stops.length <= 5, key);
  }
});
