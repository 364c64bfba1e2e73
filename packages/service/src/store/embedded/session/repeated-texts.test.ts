// Goal: a statement that comes again is prepared once, answers what its tables have by then, and no more of them are kept than the limit says.
// Method: a store in memory is asked through its own door, and the engine's list of prepared statements is the evidence.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMigratedStore } from '@pestle/testbed/stores/test-store';
import { type CompiledQuery, sql } from 'kysely';
import { STORE_LIMITS } from '../../limits.ts';
import type { EmbeddedStore } from '../embedded-store.ts';

let store: EmbeddedStore;
before(async () => {
  store = await openMigratedStore();
});
after(() => store.close());

const asked = async (text: string): Promise<readonly object[]> =>
  await store.asOwner(
    async (owner) =>
      (await owner.executeQuery<object>(sql.raw(text).compile(owner) as CompiledQuery<object>)).rows,
  );
const prepared = async (like: string): Promise<readonly object[]> =>
  await asked(
    `select statement from pg_prepared_statements where name like 'text_%' and statement like '${like}'`,
  );

test('a text that comes a second time is prepared, once', async () => {
  await asked('select 1 as once');
  assert.deepEqual(await prepared('select 1 as once'), []);
  for (let time = 0; time < 3; time += 1) assert.deepEqual(await asked('select 2 as often'), [{ often: 2 }]);
  assert.equal((await prepared('select 2 as often')).length, 1);
});

test('a statement that is prepared answers a column that has come since, and no longer one that is gone', async () => {
  await asked('create table changing (one integer)');
  await asked('insert into changing values (1)');
  for (let time = 0; time < 3; time += 1)
    assert.deepEqual(await asked('select * from changing'), [{ one: 1 }]);
  await asked('alter table changing add column two integer default 2');
  for (let time = 0; time < 3; time += 1)
    assert.deepEqual(await asked('select * from changing'), [{ one: 1, two: 2 }]);
  await asked('alter table changing drop column one');
  assert.deepEqual(await asked('select * from changing'), [{ two: 2 }]);
});

test('one that fails is asked again as if it had not', async () => {
  await asked('create table single (one integer unique)');
  const insert = 'insert into single values (7)';
  await asked(insert);
  for (let time = 0; time < 3; time += 1) await assert.rejects(asked(insert), { code: '23505' });
  await asked('delete from single');
  await asked(insert);
  assert.deepEqual(await asked('select one from single'), [{ one: 7 }]);
});

test('no more are kept than the limit says', async () => {
  for (let number = 0; number < STORE_LIMITS.preparedTextsMax + 20; number += 1)
    for (let time = 0; time < 2; time += 1) await asked(`select ${number} as bounded`);
  const kept = await prepared('%bounded');
  assert.ok(kept.length > 0 && kept.length <= STORE_LIMITS.preparedTextsMax, `${kept.length} are kept`);
});
