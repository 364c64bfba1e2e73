// Goal: every order has a number by which people can name it, unique in its organization, whoever wrote the order and at whatever moment.
// Method: orders of before the migration; then the store's own search for a free number with few to choose from; on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { isOrderNumber } from '@pestle/rules/order-number';
import { EVERY_STORE, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { sql } from 'kysely';
import { openMemoryStore } from '../../store/embedded/embedded-store.ts';
import { migrate } from '../../store/migrate.ts';
import { withPostgresOwner } from '../../store/postgres/postgres-store.ts';
import type { Connection, Tx } from '../../store/store.ts';

const BEFORE = '053_notes_sealed_anew';
const ORGS = ['org_01TEST0000000000000000000A', 'org_01TEST0000000000000000000B'] as const;
const ORG = ORGS[0] as OrganizationId;
const ORDERS_OF_BEFORE = 3_000;

async function ofBefore(owner: Connection): Promise<void> {
  await migrate(owner, BEFORE);
  for (const org of ORGS) {
    await sql`insert into organization (org_id, name) values (${org}, 'Riverside')`.execute(owner);
    await sql`insert into orders (org_id, id, patient_id, state, created_by, client_id)
      select ${org}, right(${org}, 1) || i, 'p', 'PENDING', 'u', 'a' from generate_series(1, ${ORDERS_OF_BEFORE}) i`.execute(
      owner,
    );
  }
  await migrate(owner);
}

interface Numbered {
  readonly org_id: string;
  readonly number: string | null;
}

async function readNumbers(owner: Connection): Promise<readonly Numbered[]> {
  return (await sql<Numbered>`select org_id, number from orders order by id`.execute(owner)).rows;
}

async function numbersOfEmbedded(): Promise<readonly Numbered[]> {
  const store = await openMemoryStore();
  try {
    return await store.asOwner(async (owner) => {
      await ofBefore(owner);
      return await readNumbers(owner);
    });
  } finally {
    await store.close();
  }
}

async function numbersOfPostgres(): Promise<readonly Numbered[]> {
  const server = await startPostgres();
  try {
    await server.createDatabase('pestle');
    return await withPostgresOwner(server.ownerUrl('pestle'), async (owner) => {
      await ofBefore(owner);
      return await readNumbers(owner);
    });
  } finally {
    await server.stop();
  }
}

for (const [name, read, skip] of [
  ['embedded', numbersOfEmbedded, false],
  ['PostgreSQL', numbersOfPostgres, skipWithoutPostgres],
] as const)
  test(`${name}: orders of before the migration have numbers, each its own, in no order`, {
    skip,
  }, async () => {
    const rows = await read();
    assert.equal(rows.length, ORDERS_OF_BEFORE * ORGS.length);
    for (const { number } of rows) assert.ok(isOrderNumber(number ?? ''), String(number));
    for (const own of Map.groupBy(rows, (row) => row.org_id).values())
      assert.equal(new Set(own.map(({ number }) => number)).size, own.length);
    const rises = rows.filter((row, index) => (row.number ?? '') > (rows[index - 1]?.number ?? ''));
    assert.ok(rises.length < rows.length * 0.6, 'they do not count up');
  });

async function insertOrder(tx: Tx, id: string, number?: string): Promise<string | null> {
  const { rows } = await (number === undefined
    ? sql<Numbered>`insert into orders (org_id, id, patient_id, state, created_by, client_id)
          values (${ORG}, ${id}, 'p', 'PENDING', 'u', 'a') returning org_id, number`
    : sql<Numbered>`insert into orders (org_id, id, patient_id, state, created_by, client_id, number)
          values (${ORG}, ${id}, 'p', 'PENDING', 'u', 'a', ${number}) returning org_id, number`
  ).execute(tx);
  return rows[0]?.number ?? null;
}

/** One of three numbers that no order has; null when there is none. */
async function freeOfThree(tx: Tx): Promise<string | null> {
  const { rows } =
    await sql<Numbered>`select ${ORG} as org_id, free_order_number(4127035, 4127037, 200) as number`.execute(
      tx,
    );
  return rows[0]?.number ?? null;
}

for (const { name, skip, open } of EVERY_STORE)
  describe(`${name}: the number of a new order`, { skip }, () => {
    let opened: OpenedStore;
    before(async () => {
      opened = await open();
      await opened.asOwner((owner) =>
        sql`insert into organization (org_id, name) values (${ORG}, 'Riverside')`.execute(owner),
      );
    });
    after(() => opened.close());

    test('it is given by whoever writes the order, also by a node of the version before', async () => {
      const numbers = await opened.store.withOrg(ORG, async (tx) => {
        const given: (string | null)[] = [];
        for (const id of ['a', 'b', 'c']) given.push(await insertOrder(tx, `new ${id}`));
        return given;
      });
      for (const number of numbers) assert.ok(isOrderNumber(number ?? ''), String(number));
      assert.equal(new Set(numbers).size, 3);
    });

    test('one that is taken is tried again in the same statement, and when none is left an order is made without', async () => {
      const given = await opened.store.withOrg(ORG, async (tx) => {
        const all: (string | null)[] = [];
        for (const id of ['d', 'e', 'f']) {
          const number = await freeOfThree(tx);
          all.push(number);
          await insertOrder(tx, `taken ${id}`, number ?? '');
        }
        all.push(await freeOfThree(tx));
        return all;
      });
      assert.deepEqual(new Set(given), new Set(['41270356', '41270364', '41270372', null]));
      assert.equal(given.at(-1), null);
    });

    test('no two orders of an organization have one number, whatever writes them', async () => {
      await assert.rejects(
        opened.store.withOrg(ORG, async (tx) => {
          await insertOrder(tx, 'one', '90000002');
          await insertOrder(tx, 'other', '90000002');
        }),
        /orders_number/,
      );
    });

    test('two transactions at one moment never choose the same', {
      skip: name === 'embedded store' && 'it has one at a time',
    }, async () => {
      const { store } = opened;
      const taken = store.withOrg(ORG, async (tx) => {
        const first =
          await sql<Numbered>`select free_order_number(5000000, 5000001, 100) as number, ${ORG} as org_id`.execute(
            tx,
          );
        const second = await store.withOrg(ORG, (other) =>
          sql<Numbered>`select free_order_number(5000000, 5000001, 100) as number, ${ORG} as org_id`.execute(
            other,
          ),
        );
        return [first.rows[0]?.number, second.rows[0]?.number];
      });
      assert.equal(new Set(await taken).size, 2);
    });
  });
