// Goal: entries of many requests share transactions, none fails for another's, and what waits is bounded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addOrganizations, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import type { Store } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import { createEntryWriter } from './entry-writer.ts';
import type { AuditRow } from './record.ts';
import { auditRow } from './record.ts';

let store: EmbeddedStore;
let pipelines = 0;
let counting: Store;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
  counting = {
    ...store,
    pipeline: (groups) => {
      pipelines += 1;
      return store.pipeline(groups);
    },
  };
});
after(() => store.close());

const row = (orgId: string, id: string): AuditRow =>
  auditRow(systemPorts, {
    orgId,
    actor: { kind: 'service', id: null },
    action: 'patient.read',
    subject: { kind: 'patient', id },
    detail: { text: `quoted "${id}", {braces} and \\` },
  });
const written = async (): Promise<string[]> => {
  const { rows } = await store.asCourier((tx) =>
    sql<{ subject_id: string }>`select subject_id from audit_entry order by subject_id`.execute(tx),
  );
  return rows.map(({ subject_id: id }) => id);
};

test('what arrives during a write goes together with the next, for all organizations', async () => {
  const writer = createEntryWriter(counting);
  pipelines = 0;
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      writer.write([row(index % 2 === 0 ? TEST_ORGANIZATION : OTHER_ORGANIZATION, `together${index}`)]),
    ),
  );
  assert.equal((await written()).length, 60);
  assert.equal(pipelines, 2, 'the first one alone, all others together');
  await writer.write([]);
  assert.equal(pipelines, 2);
});

test('an entry that cannot be written fails alone', async () => {
  const writer = createEntryWriter(counting);
  const results = await Promise.allSettled([
    writer.write([row(TEST_ORGANIZATION, 'first')]),
    writer.write([row(TEST_ORGANIZATION, 'before')]),
    writer.write([row('org_unknown', 'foreign')]),
    writer.write([row(TEST_ORGANIZATION, 'behind')]),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  const ids = await written();
  assert.ok(['first', 'before', 'behind'].every((id) => ids.includes(id)));
  assert.ok(!ids.includes('foreign'));
});

test('more than may wait is refused as UNAVAILABLE, and what waits is still written', async () => {
  const writer = createEntryWriter(counting);
  const accepted = writer.write([row(TEST_ORGANIZATION, 'accepted')]);
  const many = Array.from({ length: AUDIT_LIMITS.entriesWaitingMax + 1 }, () =>
    row(TEST_ORGANIZATION, 'refused'),
  );
  await assert.rejects(writer.write(many), { code: 'UNAVAILABLE' });
  await accepted;
  await writer.settle();
  const ids = await written();
  assert.ok(ids.includes('accepted') && !ids.includes('refused'));
});

test('a store that is away is asked once for all that wait, and each hears it', async () => {
  let asked = 0;
  const writer = createEntryWriter({
    ...store,
    pipeline: async () => {
      asked += 1;
      throw Object.assign(new Error('of the database'), { code: '57P01' });
    },
  });
  const entries = Array.from({ length: 20 }, (_, index) =>
    assert.rejects(writer.write([row(TEST_ORGANIZATION, `away${index}`)]), { code: '57P01' }),
  );
  await Promise.all(entries);
  assert.equal(asked, 2, 'the first one alone, all others together');
});
