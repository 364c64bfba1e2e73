// F33, F34: the database is restored from a dump: of this moment, as in a drill, and of a moment ago, behind which pharmacies have taken more than it knows.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Connection, withPostgresOwner } from '@pestle/service/store';
import { FULL_TABLES, removeRepeated, repeatOrder } from '@pestle/testbed/stores/history';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';
import type { Fault, FaultRun } from '../fault.ts';
import type { Database } from '../stage/database.ts';
import { openOwnDatabase, ownerQuery, withoutPostgres } from '../stage/database.ts';
import type { Verdict } from '../stage/judge.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const BY = ['--by', 'Olga Operator'] as const;
/** Longer than any attempt of these pharmacies waits for its turn. */
const WATCH_MS = 4_000;
const ORDERS = "select distinct order_id as id from fill where order_id !~ '^ord_H[0-9]{25}$'";

/** A database whose place another takes: the judge asks the one that serves. */
interface Restorable extends Database {
  dump(): Promise<void>;
  /** Into a new database, which serves from now on. Resolves with its URL. */
  restore(): Promise<string>;
  /** As the owner of the schema, in the database that serves. */
  asOwner(work: (owner: Connection) => Promise<void>): Promise<void>;
}

async function openRestorable(): Promise<Restorable> {
  const own = await openOwnDatabase();
  const { server } = own;
  if (server === undefined) throw new Error('there is no server of its own');
  const folder = mkdtempSync(join(tmpdir(), 'pestle-dump-'));
  const file = join(folder, 'pestle.dump');
  const program = (name: string, ...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)(join(postgresBinaries() ?? '', name), args);
  let name = 'pestle';
  let count = 0;
  return {
    ...own,
    query: (text) => ownerQuery(server.ownerUrl(name))(text),
    asOwner: (work) => withPostgresOwner(server.ownerUrl(name), work),
    dump: async () => {
      await program('pg_dump', '--format=custom', `--file=${file}`, server.ownerUrl(name));
    },
    restore: async () => {
      count += 1;
      name = `restored_${count}`;
      await server.createDatabase(name);
      await program('pg_restore', '--exit-on-error', `--dbname=${server.ownerUrl(name)}`, file);
      return server.serviceUrl(name);
    },
    close: async () => {
      rmSync(folder, { recursive: true });
      await own.close();
    },
  };
}

/** Of the orders that the restored state has, what arrives while nobody has said what had left. */
function watchArrivals(stage: Stage, orders: ReadonlySet<string>): () => readonly string[] {
  const before = stage.peers.log().length;
  return () =>
    stage.peers
      .log()
      .slice(before)
      .flatMap(({ prescriberOrderNumber }) => {
        const id = `ord_${prescriberOrderNumber?.split('-')[0] ?? ''}`;
        return orders.has(id)
          ? [`${id} left again behind the restore, before anybody had reconciled it`]
          : [];
      });
}

/**
 * The judge knows which entry belongs to which change by the transaction that wrote both, which a dump does not keep; attempts it knows by their
 * numbers, and `pestle audit verify` walks the chains.
 */
function withoutTransactions(verdict: Verdict): Verdict {
  return {
    ...verdict,
    broken: verdict.broken.filter((text) => !/^I7: change \d+ of a fill has no entry/.test(text)),
  };
}

/** What left behind the dump is settled by its MessageID: its bytes are at the pharmacy and stand in no store any more. */
function withoutLostBytes(verdict: Verdict, settled: ReadonlySet<string>): Verdict {
  const isLost = (text: string): boolean =>
    settled.has(/^I5: what arrived is not what the store says was sent \((\w+)\)$/.exec(text)?.[1] ?? '');
  return { ...verdict, broken: verdict.broken.filter((text) => !isLost(text)) };
}

/** Starts the nodes on the restored database; then what operators do. Answers what did not hold. */
async function comeBack(stage: Stage, url: string, orders: ReadonlySet<string>): Promise<readonly string[]> {
  // A sandbox, whose pharmacies may live on this machine, does not notice an older state by itself: the operator says so, as for any restore that no node notices.
  const env = { DATABASE_URL: url, START_IN_QUARANTINE: new URL(url).pathname.slice(1) };
  const arrived = watchArrivals(stage, orders);
  for (const node of stage.nodes) await node.start(env);
  const node = stage.node(0);
  await sleep(WATCH_MS);
  const shown = (await node.command('quarantine', 'show')) as { readonly open: unknown };
  const broken = [...arrived(), ...(shown.open == null ? ['no quarantine was begun'] : [])];
  const { sound } = (await node.command('audit', 'verify')) as { readonly sound: boolean };
  if (!sound) broken.push('the audit trail is not sound');
  const folder = mkdtempSync(join(tmpdir(), 'pestle-received-'));
  const received = stage.peers
    .log()
    .map(({ messageId, faxId }) => `${messageId ?? ''} ${(faxId ?? '').slice(0, 30)}`);
  writeFileSync(join(folder, 'received'), received.join('\n'));
  await node.command('quarantine', 'reconcile', '--received', join(folder, 'received'), ...BY);
  await node.command('quarantine', 'end', '--release-rest', ...BY);
  rmSync(folder, { recursive: true });
  return broken;
}

/** Delivered orders of long ago, as many as were asked for: a drill of a small store says nothing of a large one. */
async function lay(database: Restorable, { laid, say }: FaultRun): Promise<void> {
  if (laid === 0) return;
  const since = performance.now();
  await database.asOwner((owner) => repeatOrder(owner, FULL_TABLES, 1, laid));
  say(`${laid} delivered orders laid in ${Math.round((performance.now() - since) / 1_000)} s`);
}

const idsIn = async (database: Database): Promise<ReadonlySet<string>> =>
  new Set((await database.query(ORDERS)).map(({ id }) => String(id)));

export const restores: readonly Fault[] = [
  {
    id: 'F33',
    family: 'store',
    name: 'the nodes are killed, the database is dumped and restored into a new one, and they come back on it',
    holds:
      'every acknowledged order is there, the audit trail is sound, nothing leaves before it is reconciled, and nothing arrives twice',
    trials: 3,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: async (run) => {
      const database = await openRestorable();
      return await onStage(
        run,
        { nodes: 2, electronicOnly: true, database: async () => database },
        async (stage) => {
          const recoveryMs: number[] = [];
          const broken: string[] = [];
          await stage.load.more(8);
          await lay(database, run);
          const trials = await run.repeat(async () => {
            await stage.load.more(8);
            const since = performance.now();
            for (const node of stage.nodes) await node.kill();
            await database.dump();
            const dumpedMs = performance.now() - since;
            const url = await database.restore();
            const orders = await idsIn(database);
            run.say(
              `${orders.size} orders, and ${run.laid} of long ago: dumped in ${Math.round(dumpedMs)} ms, restored in ${Math.round(performance.now() - since - dumpedMs)} ms`,
            );
            broken.push(...(await comeBack(stage, url, orders)));
            recoveryMs.push(await stage.load.recovered(since));
          });
          // Nobody ordered what was laid: the judge has nothing to lay beside it.
          if (run.laid > 0) await database.asOwner(removeRepeated);
          return outcomeOf(withoutTransactions(await stage.settleAndJudge()), {
            trials,
            recoveryMs,
            broken,
            figures: { laid: run.laid },
          });
        },
      );
    },
  },
  {
    id: 'F34',
    family: 'store',
    name: 'an older state of the database is put back: orders that wait in it have left since, and later ones it does not know',
    holds:
      'nothing of the older state leaves until it is reconciled with what pharmacies have; then the rest leaves, and nothing arrives twice',
    trials: 3,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: async (run) => {
      const database = await openRestorable();
      const options = { nodes: 2, electronicOnly: true, peersProxy: true, database: async () => database };
      return await onStage(run, options, async (stage) => {
        const recoveryMs: number[] = [];
        const broken: string[] = [];
        const forgotten = new Set<string>();
        const settled = new Set<string>();
        let waited = 0;
        const trials = await run.repeat(async () => {
          stage.peersProxy.refuse(true);
          stage.peersProxy.reset();
          await stage.load.more(6);
          await database.dump();
          waited += await stage.waiting();
          stage.peersProxy.refuse(false);
          const arrivals = stage.peers.log().length;
          await stage.load.more(6);
          while (stage.peers.log().length < arrivals + 6) await sleep(50);
          for (const node of stage.nodes) await node.kill();
          const since = performance.now();
          const url = await database.restore();
          for (const { messageId } of stage.peers.log()) if (messageId !== null) settled.add(messageId);
          const orders = await idsIn(database);
          for (const { orderId } of stage.load.acknowledged) if (!orders.has(orderId)) forgotten.add(orderId);
          // One had left whose client was never answered: it asks again, and what is made then is another order.
          for (const { prescriberOrderNumber } of stage.peers.log()) {
            const id = `ord_${prescriberOrderNumber?.split('-')[0] ?? ''}`;
            if (prescriberOrderNumber !== null && !orders.has(id)) forgotten.add(id);
          }
          broken.push(...(await comeBack(stage, url, orders)));
          recoveryMs.push(await stage.load.recovered(since));
        });
        const verdict = await stage.settleAndJudge({
          forgotten,
          // A draft, a review or a token of behind the dump is gone with it; a draft of before is as it was then.
          explained: (refusal) => /NOT_FOUND|UNAUTHENTICATED|DRAFT|SIGNATURE_INVALIDATED/.test(refusal),
        });
        if (waited === 0) broken.push('nothing waited when the dump was made');
        return outcomeOf(withoutLostBytes(withoutTransactions(verdict), settled), {
          trials,
          recoveryMs,
          broken,
          figures: { waited, forgottenWithTheOldState: forgotten.size },
        });
      });
    },
  },
];
