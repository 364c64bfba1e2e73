// Goal: what was handed to carriers is forgotten when nothing asks for it any more, and never while it could be handed over again (F16).
// Method: rows of every age on both stores, and one whose fax still waits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { makeId, nowText, systemPorts } from '../../../kernel/ports.ts';
import { enqueue, FAX_LANE } from '../../../outbox/outbox.ts';
import { CARRIER_LIMITS } from '../../limits.ts';
import { createHandOvers, pruneHandOvers } from './hand-overs.ts';

const DAY_MS = 86_400_000;

for (const { name, skip, open } of BOTH_STORES)
  describe(`what was handed to carriers, on the ${name}`, { skip }, () => {
    test('it is forgotten after its days, unless it still waits to leave', async (context) => {
      const opened = await open();
      const { store } = opened;
      context.after(() => opened.close());
      await addOrganizations(store);
      const handedDaysAgo = async (days: number): Promise<string> => {
        const then = { ...systemPorts, clock: { now: () => Date.now() - days * DAY_MS } };
        const id = makeId(systemPorts, 'trm');
        const of = { orgId: TEST_ORGANIZATION, reference: `${id}-1` };
        await createHandOvers(store, then).begin(of, 'sinch', id);
        return id;
      };
      const { handOversKeptDays: days } = CARRIER_LIMITS;
      await handedDaysAgo(days + 1);
      const waits = await handedDaysAgo(days + 1);
      const young = await handedDaysAgo(days - 1);
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        enqueue(tx, {
          id: waits,
          orgId: TEST_ORGANIZATION,
          kind: 'new',
          subjectId: makeId(systemPorts, 'fil'),
          lane: FAX_LANE,
          runAt: 'held',
          createdAt: nowText(systemPorts),
        }),
      );
      assert.equal(await pruneHandOvers(store), 1);
      assert.equal(await pruneHandOvers(store), 0);
      const { rows } = await opened.asOwner((owner) =>
        sql<{ subject_id: string }>`select subject_id from carrier_message order by handed_at`.execute(owner),
      );
      assert.deepEqual(
        rows.map(({ subject_id: id }) => id),
        [waits, young],
      );
    });

    test('nothing younger can be forgotten by whoever prunes', async (context) => {
      const opened = await open();
      context.after(() => opened.close());
      await addOrganizations(opened.store);
      const of = { orgId: TEST_ORGANIZATION, reference: 'trm_01TEST-1' };
      await createHandOvers(opened.store, systemPorts).begin(of, 'sinch', 'trm_01TEST');
      const { numAffectedRows } = await opened.store.asCourier((tx) =>
        sql`delete from carrier_message where handed_at <= now()`.execute(tx),
      );
      assert.equal(numAffectedRows, 0n);
    });
  });
