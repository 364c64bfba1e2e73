// Goal: no organization finds anything of another one's, by no field of the API.
// Method: the schema is walked. Each root field is called as organization B with organization A's id in each place that takes
// one, with B's own in the others, and must answer what it answers for an id that nobody has. Calls are made from the types,
// so that a new field is covered when it appears, or fails here.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Records } from '@pestle/testbed/graphql/graphql-records';
import { noRecords, RECORD_KINDS, recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { digestOf, openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import type { Filling, RootField, Slot } from '@pestle/testbed/graphql/schema-walk';
import { argumentsOf, documentOf, rootFields, slotsOf } from '@pestle/testbed/graphql/schema-walk';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { EVERY_STORE } from '@pestle/testbed/stores/both-stores';
import type { ExecutionResult } from 'graphql';
import type { Failure } from '../kernel/errors.ts';
import { schema } from './schema/schema.ts';

/** In every text of organization A. */
const CANARY = 'Zebulonquist';
/** As long, and of nobody. */
const NOBODY = 'Yarrowbridge';

for (const { name, skip, open } of EVERY_STORE) {
  describe(`isolation on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: GraphTestbed;
    let foreign: Records;
    /** Every id of A's that a call may name. */
    const foreignIds = new Set<string>();
    let atFirst: Record<string, string>;
    before(async () => {
      opened = await open();
      testbed = await openGraphTestbed(opened.store, CANARY);
      foreign = recordsOf(testbed, testbed.a, CANARY);
      unchanged = recordsOf(testbed, testbed.b, 'Hillside');
      for (const kind of RECORD_KINDS) foreignIds.add(await foreign.get(kind));
      foreignIds.add(testbed.a.orgId);
      atFirst = await opened.asOwner((owner) => digestOf(owner, testbed.a.orgId));
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    /** What B has sent: B's own trail says what B asked it for. */
    let sentToTrail = '';

    /** Of B, for calls that change nothing: what one has read the next may read. */
    let unchanged: Records;

    /** One call as B with records of B's that no call before has changed; fails when the answer holds anything of A's that was not sent. */
    const call = async (root: RootField, filling: Omit<Filling, 'own'>): Promise<string> => {
      const own = root.operation === 'query' ? unchanged : recordsOf(testbed, testbed.b, 'Hillside');
      const from = filling.from ?? own;
      const variables = await argumentsOf(root, { ...filling, own, from });
      const answer = shown(await testbed.ask(testbed.b.everything, documentOf(root), variables));
      if (root.name === 'auditEntries') sentToTrail += JSON.stringify(variables);
      const sent = root.name === 'auditEntries' ? sentToTrail : JSON.stringify(variables);
      for (const id of foreignIds)
        assert.ok(!answer.includes(id) || sent.includes(id), `${root.name} shows ${id}`);
      assert.ok(!answer.includes(CANARY) || sent.includes(CANARY), `${root.name} shows a text of A`);
      return alike(answer);
    };

    for (const root of rootFields(schema)) {
      test(`${root.operation} ${root.name}`, async () => {
        const slots = slotsOf(root);
        await call(root, {});
        for (const slot of slots) {
          if (slot.kind === null) {
            const theirs = await call(root, { slot, text: CANARY });
            assert.equal(theirs, await call(root, { slot, text: NOBODY }), pathOf(slot));
            continue;
          }
          const nobodys = await call(root, { slot, from: noRecords() });
          assert.equal(await call(root, { slot, from: foreign }), nobodys, pathOf(slot));
          // The same call with B's own id gets further: it was not refused for another reason.
          assert.notEqual(await call(root, { slot }), nobodys, `${pathOf(slot)}: the call proves nothing`);
        }
      });
    }

    test('nothing of organization A was changed by any of these calls', async () => {
      const rows = Object.values(atFirst).filter((content) => !content.startsWith('0 '));
      assert.ok(rows.length > 10, 'A has rows to lose');
      assert.deepEqual(await opened.asOwner((owner) => digestOf(owner, testbed.a.orgId)), atFirst);
    });
  });
}

function pathOf(slot: Slot): string {
  return slot.path.join('.');
}

function shown({ data, errors }: ExecutionResult): string {
  return JSON.stringify({
    data,
    errors: errors?.map(({ message, path, originalError }) => {
      const failure = originalError as Partial<Failure> | undefined;
      assert.ok(failure?.code !== undefined, `not an answer of a room: ${message}`);
      return { message, path, code: failure.code, detail: failure.detail };
    }),
  });
}

/** The answer without what differs between any two calls: ids, times, hashes, numbers of orders, cursors, and the text that was sent. */
function alike(answer: string): string {
  return (
    answer
      .replaceAll(/\b[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}\b/g, '<id>')
      .replaceAll(/\bm?[0-9A-HJKMNP-TV-Z]{26}\b/g, '<ulid>')
      // The moment of a cause, in the name of what lies on the desk.
      .replaceAll(/(?<=\.)\d{16}\b/g, '<mark>')
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|\+00:00)/g, '<time>')
      .replaceAll(/\b[0-9a-f]{32,64}\b/g, '<hash>')
      .replaceAll(/(?<="number":")\d{8}(?=")/g, '<number>')
      .replaceAll(/"endCursor":"[^"]*"/g, '"endCursor":"<cursor>"')
      .replaceAll(/(Hillside|person) ?\d+/g, '$1 <n>')
      .replaceAll(new RegExp(`${CANARY}|${NOBODY}`, 'gi'), '<text>')
  );
}
