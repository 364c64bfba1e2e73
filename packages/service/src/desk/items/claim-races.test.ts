// Goal: several people work on one desk at the same moment, and no two of them have the same item: one takes it, one handles it, and the others are told who was faster.
// Method: 1,000 rounds on PostgreSQL and 100 on the embedded store, whose transactions run one after the other anyway, in each of which three people act on one item at once, in an order of chance; rounds of different items run beside each other.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DeskPractice, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { seededRandom } from '@pestle/testbed/random';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { UserActor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { DeskTables } from '../tables.ts';

/** Rounds that run beside each other, each with an item of its own. */
const LANES = 8;

type Outcome = 'done' | 'DESK_ITEM_TAKEN' | 'DESK_ITEM_GONE';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`races on the desk on the ${name}`, { skip }, () => {
    /** Rounds of both tests together. */
    const total = name === 'embedded store' ? 100 : 1_000;
    let store: Store;
    let close: () => Promise<void>;
    let practice: DeskPractice;
    let people: readonly UserActor[];
    let fills: readonly string[];
    before(async () => {
      ({ store, close } = await open());
      practice = await openDeskPractice(store);
      people = [practice.staff, await practice.addStaff('Ada', 'One'), await practice.addStaff('Ben', 'Two')];
      const orders = await Promise.all(Array.from({ length: LANES }, () => practice.order(['STUCK'])));
      fills = orders.map(({ fills: [fill] }) => fill.id);
    });
    after(() => close());

    const outcomeOf = async (work: Promise<unknown>): Promise<Outcome> => {
      try {
        await work;
        return 'done';
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        assert.ok(error.code === 'DESK_ITEM_TAKEN' || error.code === 'DESK_ITEM_GONE', error.code);
        // Whoever was slower reads who was faster, and since when.
        assert.match(error.detail.by?.name ?? '', /^(Sam Whitfield|Ada One|Ben Two)$/);
        assert.ok(error.detail.at !== undefined);
        return error.code;
      }
    };

    const rowOf = (fillId: string) =>
      store.withOrg(TEST_ORGANIZATION, (tx) =>
        tx
          .withTables<DeskTables>()
          .selectFrom('desk_item')
          .selectAll()
          .where('cause', '=', 'stuck')
          .where('subject_id', '=', fillId)
          .executeTakeFirstOrThrow(),
      );

    /** Stuck anew: a new cause, which nobody has taken. */
    const stuckAnew = async (fillId: string, round: number): Promise<string> => {
      const since = new Date(Date.now() - 3_600_000 + round).toISOString();
      await practice.setFill(fillId, { state_since: since });
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update desk_item set owner_id = null, owned_since = null where subject_id = ${fillId}`.execute(
          tx,
        ),
      );
      return `stuck.${fillId}.${Date.parse(since) * 1000}`;
    };

    const rounds = async (play: (fillId: string, round: number) => Promise<void>): Promise<void> => {
      let next = 0;
      await Promise.all(
        fills.map(async (fillId) => {
          while (next < total / 2) await play(fillId, (next += 1));
        }),
      );
    };

    test('three take the same: one has it, the others are told who', async () => {
      const chance = seededRandom(1);
      await rounds(async (fillId, round) => {
        const id = await stuckAnew(fillId, round);
        const order = people.toSorted(() => chance() - 0.5);
        const outcomes = await Promise.all(
          order.map((person) => outcomeOf(practice.desk.take(person, { id }, freshKey('take')))),
        );
        assert.deepEqual(outcomes.toSorted(), ['DESK_ITEM_TAKEN', 'DESK_ITEM_TAKEN', 'done']);
        assert.equal((await rowOf(fillId)).owner_id, order[outcomes.indexOf('done')]?.id);
      });
    });

    test('two handle it while one takes it: it is handled once, by who is told to have done it', async () => {
      const chance = seededRandom(2);
      await rounds(async (fillId, round) => {
        const id = await stuckAnew(fillId, total + round);
        const [taker, ...closers] = people.toSorted(() => chance() - 0.5);
        assert.ok(taker !== undefined);
        const acts = [
          () => practice.desk.take(taker, { id }, freshKey('take')),
          ...closers.map(
            (person) => () => practice.desk.close(person, { id, reason: 'Called them.' }, freshKey('close')),
          ),
        ];
        const [took, ...closed] = await Promise.all(acts.map((act) => outcomeOf(act())));
        assert.ok(took === 'done' || took === 'DESK_ITEM_GONE');
        assert.deepEqual(closed.toSorted(), ['DESK_ITEM_GONE', 'done']);
        assert.equal((await rowOf(fillId)).handled_by, closers[closed.indexOf('done')]?.id);
      });
    });
  });
}
