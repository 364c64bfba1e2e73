// `npm run test:first-day`: the guide for an operator's first day, followed literally.
//
// Goal: an operator who has nothing but an empty PostgreSQL and the guide takes a pharmacy that is not ours to prescriptions, and keeps the
// day's troubles from patients.
// Method: the guide's own commands in one terminal, in production; people in browsers; the pharmacy's own log is the evidence.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { beginning } from './beginning.ts';
import { openDay } from './day.ts';
import { privateAddress } from './neighbor.ts';
import { connecting } from './pharmacy.ts';
import { restoring } from './restore.ts';
import type { Story } from './story.ts';
import { troubles } from './troubles.ts';

/** However slow the machine is, it ends. */
const DAY_MS = 420_000;
const skipWithoutNeighbor =
  privateAddress() === undefined &&
  'this machine has no address in a private network, and production delivers to no loopback';

describe("an operator's first day", {
  skip:
    skipWithoutPostgres ||
    skipWithoutNeighbor ||
    skipWithout('bash', 'curl', 'sed', 'openssl', 'createdb', 'pg_dump', 'pg_restore', 'psql'),
  timeout: DAY_MS,
}, () => {
  const story = {} as Story;
  before(async () => {
    story.day = await openDay();
  });
  after(() => story.day.close());

  beginning(story);
  connecting(story);
  troubles(story);
  restoring(story);

  test('all of the guide was followed', () => assert.equal(story.day.left(), 0));
});
