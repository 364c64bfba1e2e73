// Goal: whatever becomes of a connection, whoever used it hears that the store is away, the process lives, and the pool is as large as before (F4, F36).
// Method: a real PostgreSQL whose back ends are ended, and one behind a line that swallows everything; a pool of one, in which nothing can leak unseen.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { PATIENCE_MS, until } from '@pestle/testbed/patience';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import pg from 'pg';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { StoreAwayError } from '../away.ts';
import { throughOutage } from '../outage.ts';
import type { Step, Store } from '../store.ts';
import { openPostgresStore, withPostgresOwner } from './postgres-store.ts';

interface Line {
  readonly url: string;
  /** From now on nothing passes in either direction, and no connection ends. */
  cut(): void;
  /** Loses a connection on which this is said: the server's side ends, and ours is told nothing. */
  swallow(words: string): void;
  /** Ends every connection without a word of the server. */
  hangUp(): void;
  mend(): void;
  close(): void;
}

/** A TCP connection to PostgreSQL that can be cut like a cable. */
async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let swallowed: string | undefined;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      let isLost = false;
      from.on('data', (chunk) => {
        if (swallowed !== undefined && from === near && chunk.includes(swallowed)) {
          isLost = true;
          far.removeAllListeners('close').destroy();
        }
        if (!isCut && !isLost) to.write(chunk);
      });
      from.on('error', () => undefined).once('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
    },
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => {
      isCut = false;
    },
    swallow: (words) => {
      swallowed = words;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('connections to PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let postgres: PostgresTestStore;
  let store: Store;
  let line: Line;
  const SILENCE_MS = 800;
  before(async () => {
    postgres = await openPostgresTestStore();
    line = await openLine(postgres.url);
    store = openPostgresStore(line.url, { connectionsMax: 1, silenceMs: SILENCE_MS });
  });
  after(async () => {
    await store.close();
    line.close();
    await postgres.close();
  });

  const endAll = (): Promise<void> =>
    postgres.asOwner(async (owner) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`.execute(
        owner,
      );
    });
  /** Our own error, whose cause has no code. */
  const isAwayInWords = (error: unknown): boolean => {
    assert.ok(error instanceof StoreAwayError && error.cause instanceof Error, String(error));
    assert.equal('code' in error.cause, false);
    return isUnavailable(error);
  };
  /** Until the server runs it. */
  const waitForStatement = async (text: string): Promise<void> => {
    for (let runs = false; !runs; )
      runs = await postgres.asOwner(async (owner) => {
        const { rows } =
          await sql`select from pg_stat_activity where usename = 'service' and query = ${text}`.execute(
            owner,
          );
        return rows.length > 0;
      });
  };
  const step = (text: string, values: readonly unknown[] = []): Step => ({
    statement: { name: `test ${text}`, text },
    values,
  });
  const ask = (one: Step): ReturnType<Store['pipeline']> =>
    store.pipeline([{ scope: { role: 'door' }, steps: [one] }]);

  test('F4: ended between two statements of a transaction', async () => {
    const transaction = store.asDoor(async (tx) => {
      await sql`select 1`.execute(tx);
      await endAll();
      await sql`select 2`.execute(tx);
    });
    await assert.rejects(transaction, isUnavailable);
    assert.deepEqual(await ask(step('select 3 as three')), [[{ three: 3 }]]);
  });

  test('F4: what pg says in words alone is told by a class and a code, with the words as its cause', async () => {
    const transaction = store.asDoor(async (tx) => {
      await sql`select 1`.execute(tx);
      line.hangUp();
      await assert.rejects(sql`select 2`.execute(tx), isAwayInWords);
      // pg lets nobody ask a connection that ended.
      await assert.rejects(sql`select 3`.execute(tx), isAwayInWords);
      throw new Error('the cause');
    });
    await assert.rejects(transaction, { message: 'the cause' });
    assert.deepEqual(await ask(step('select 3 as three')), [[{ three: 3 }]]);

    const piped = ask(step('select pg_sleep(30)'));
    const rejected = assert.rejects(piped, isAwayInWords);
    await waitForStatement('select pg_sleep(30)');
    line.hangUp();
    await rejected;
    // The server would sleep on.
    await endAll();
  });

  test('a server that hangs up at once, and a store that was closed, are away', async () => {
    const deaf = createServer((socket) => socket.end());
    deaf.listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const url = new URL(postgres.url);
    url.port = String((deaf.address() as AddressInfo).port);
    await assert.rejects(
      withPostgresOwner(url.href, (owner) => sql`select 1`.execute(owner)),
      isAwayInWords,
    );
    deaf.close();
    const closed = openPostgresStore(line.url, { connectionsMax: 1 });
    await closed.ping();
    await closed.close();
    await assert.rejects(closed.ping(), isUnavailable);
    await assert.rejects(
      closed.asDoor((tx) => sql`select 1`.execute(tx)),
      isUnavailable,
    );
  });

  test('F4: ended while a statement runs, alone or in a pipeline', async () => {
    const running = [
      store.asDoor((tx) => sql`select pg_sleep(30)`.execute(tx)),
      ask(step('select pg_sleep(30)')),
    ];
    // Both at once: the end of the first may take the second along.
    for (const rejected of running.map((one) => assert.rejects(one, isUnavailable))) {
      // The second waits for the connection of the first.
      for (let ended = false; !ended; ) {
        ended = await Promise.race([
          rejected.then(() => true),
          endAll().then(() => new Promise<boolean>((resolve) => setTimeout(resolve, 20, false))),
        ]);
      }
    }
    // The last of those ends may still be on its way, to a connection that is new.
    const answer = await throughOutage(() => ask(step('select 3 as three')), PATIENCE_MS);
    assert.deepEqual(answer, [[{ three: 3 }]]);
  });

  test('F36: a line that swallows everything is given up, and its end is not waited for', async () => {
    // An end that the test before asked for may still be on its way.
    await throughOutage(() => store.ping(), PATIENCE_MS);
    line.cut();
    await assert.rejects(ask(step('select 4')), isUnavailable);
    line.mend();
    assert.deepEqual(await ask(step('select 3 as three')), [[{ three: 3 }]]);
    const other = openPostgresStore(line.url, { connectionsMax: 1 });
    await other.ping();
    line.cut();
    const unanswered = assert.rejects(other.ping(), isUnavailable);
    // It has its connection from then on.
    await new Promise(setImmediate);
    await other.close();
    await unanswered;
    line.mend();
  });

  test('F36: a connection that the server has lost is given up, and a statement that runs for longer is not', async () => {
    const other = openPostgresStore(line.url, { connectionsMax: 2 });
    // It is looked for as often as the one that is lost, and runs until that was given up.
    const key = 4_711;
    const holder = new pg.Client(postgres.server.ownerUrl('pestle'));
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [key]);
    let isLong = true;
    const long = other
      .asDoor((tx) => sql<{ held: string }>`select pg_advisory_lock(${key})::text as held`.execute(tx))
      .finally(() => {
        isLong = false;
      });
    await other.ping();
    line.swallow('select 5 as five');
    const lost = assert.rejects(
      other.pipeline([{ scope: { role: 'door' }, steps: [step('select 5 as five')] }]),
      isUnavailable,
    );
    await lost;
    assert.ok(isLong, 'the statement that runs was given up, too');
    await holder.end();
    assert.equal((await long).rows.length, 1);
    await other.close();
  });

  test('F5: a connection is not used before all that was written until then is where a standby confirms it', async () => {
    const superusers = [0, 1].map(() => new pg.Client(postgres.server.ownerUrl('pestle')));
    const [superuser, writer] = superusers;
    assert.ok(superuser && writer);
    await Promise.all(superusers.map((client) => client.connect()));
    const confirmedBy = async (standby: string): Promise<void> => {
      await superuser.query(`alter system set synchronous_standby_names = '${standby}'`);
      await superuser.query('select pg_reload_conf()');
    };
    const waiting = async (): Promise<string[]> => {
      const { rows } = await superuser.query<{ usename: string }>(
        "select usename from pg_stat_activity where wait_event = 'SyncRep' order by usename",
      );
      return rows.map(({ usename }) => usename);
    };
    await confirmedBy('nobody');
    // Until the server has heard of it; this write is the one that waits for its standby.
    let written: Promise<unknown> = Promise.resolve();
    let isWritten = true;
    while (!(await waiting()).includes('owner')) {
      if (!isWritten) continue;
      isWritten = false;
      written = writer
        .query("set synchronous_commit = on; select pg_logical_emit_message(true, 'test', '')")
        .then(() => {
          isWritten = true;
        });
    }
    const other = openPostgresStore(postgres.url, { connectionsMax: 1 });
    const asked = other.pipeline([{ scope: { role: 'door' }, steps: [step('select 3 as three')] }]);
    while ((await waiting()).length < 2);
    assert.deepEqual([await waiting(), isWritten], [['owner', 'service'], false]);
    await confirmedBy('');
    assert.deepEqual(await asked, [[{ three: 3 }]]);
    await written;
    await Promise.all([other.close(), ...superusers.map((client) => client.end())]);
  });

  test('F5: a connection whose first write is refused for any other reason is ended, and takes no place on the server', async () => {
    const other = openPostgresStore(postgres.url, { connectionsMax: 2 });
    const allow = (word: 'grant' | 'revoke', preposition: 'to' | 'from'): Promise<void> =>
      postgres.asOwner(async (owner) => {
        await sql
          .raw(
            `${word} execute on function pg_logical_emit_message(boolean, text, text) ${preposition} public`,
          )
          .execute(owner);
      });
    const count = (): Promise<number> =>
      postgres.asOwner(async (owner) => {
        const { rows } = await sql<{
          count: number;
        }>`select count(*)::integer as count from pg_stat_activity where usename = 'service'`.execute(owner);
        return rows[0]?.count ?? 0;
      });
    const before = await count();
    await allow('revoke', 'from');
    for (let times = 0; times < 5; times += 1) await assert.rejects(other.ping(), isUnavailable);
    // The server notices the end of each by itself.
    await until(async () => (await count()) <= before, 'connections that failed are still open');
    await allow('grant', 'to');
    await other.ping();
    await other.close();
  });

  test('behind a pooler by transaction no statement keeps a name on a connection', async () => {
    const other = openPostgresStore(`${postgres.url}?statements=unnamed`, { connectionsMax: 1 });
    const names = (): Promise<unknown> =>
      other.pipeline([
        {
          scope: { role: 'door' },
          steps: [
            step('select $1::text as said, (select count(*) from pg_prepared_statements) as kept', ['it']),
          ],
        },
      ]);
    assert.deepEqual(
      [await names(), await names()],
      [[[{ said: 'it', kept: 0 }]], [[{ said: 'it', kept: 0 }]]],
    );
    await other.close();
  });

  test('a value that cannot be sent spoils no connection', async () => {
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    await assert.rejects(ask(step('select $1::jsonb', [circular])), TypeError);
    assert.deepEqual(await ask(step('select 3 as three')), [[{ three: 3 }]]);
  });
});
