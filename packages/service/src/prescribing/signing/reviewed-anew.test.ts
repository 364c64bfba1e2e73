// Goal: a review of the same draft that comes in while it is signed (a request that a node held back, another window) makes whoever signs look again, and is no error of the service (W4, F37).
// Method: on PostgreSQL the other review holds the draft and takes away what was reviewed, and is let go when the signature waits for it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshKey } from '@pestle/testbed/practice/people';
import { openPractice, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { Failure } from '../../kernel/errors.ts';

test('a draft that is reviewed anew while it is signed is to be signed again', {
  skip: skipWithoutPostgres,
}, async () => {
  const opened = await openPostgresTestStore();
  try {
    const practice = await openPractice(opened.store);
    const draft = await reviewedDraft(practice);
    const held = new EventTarget();
    const isHeld = once(held, 'held');
    const letGo = once(held, 'go');
    const other = opened.asOwner((owner) =>
      owner.transaction().execute(async (tx) => {
        await sql`select from draft where id = ${draft.draftId} for update`.execute(tx);
        await sql`delete from signable`.execute(tx);
        held.dispatchEvent(new Event('held'));
        await letGo;
      }),
    );
    await isHeld;
    const signed = practice.prescribing
      .createOrder(practice.prescriber, { drafts: [draft], pharmacyId: PHARMACY }, freshKey('createOrder'))
      .then(
        () => 'signed',
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      );
    const waits = async (): Promise<boolean> => {
      const { rows } = await opened.asOwner((owner) =>
        sql`select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0`.execute(owner),
      );
      return rows.length > 0;
    };
    while (!(await waits())) await sleep(20);
    held.dispatchEvent(new Event('go'));
    await other;
    assert.equal(await signed, 'SIGNATURE_INVALIDATED');
    const { rows } = await opened.asOwner((owner) => sql`select from prescription`.execute(owner));
    assert.deepEqual(rows, []);
  } finally {
    await opened.close();
  }
});
