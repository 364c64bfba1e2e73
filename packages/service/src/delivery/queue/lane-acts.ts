// What operators do to a lane: hold it, release it, and let a failing one try at full width again. Each act with its entry in one transaction.
import { sql } from 'kysely';
import { recordNetworkAct } from '../../audit/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { electronicLane, FAX_LANE, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { ActInput } from './act-input.ts';
import { NOTE_LANE_HOLD } from './acts-sql.ts';

type LaneTables = {
  lane: {
    key: string;
    next_at: string;
    failures: number;
    on_hold_since: string | null;
    on_hold_by: string | null;
    released_at: string | null;
  };
  pharmacy: { id: string };
  partner: { id: string };
};

/** A lane that is on hold stays as it is, and is held by whoever held it first. */
export async function holdLane(store: Store, ports: Ports, { of: key, by }: ActInput): Promise<void> {
  await store.asKeeper(async (tx) => {
    await makeLane(tx, key);
    const held = await change(
      tx,
      key,
      { on_hold_since: sql<string>`now()`, on_hold_by: by },
      sql<boolean>`on_hold_since is null`,
    );
    if (held) await record(tx, ports, 'queue.hold', key, by, {});
  });
}

export async function releaseLane(store: Store, ports: Ports, { of: key, by }: ActInput): Promise<void> {
  await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: NOTE_LANE_HOLD, values: [key] }] },
  ]);
  await store.asKeeper(async (tx) => {
    const lane = await lockLane(tx, key);
    const isHeld = sql<boolean>`on_hold_since is not null`;
    const released = { on_hold_since: null, on_hold_by: null, released_at: sql<string>`now()` };
    if (await change(tx, key, released, isHeld))
      await record(tx, ports, 'queue.release', key, by, { heldBy: lane.on_hold_by });
  });
}

/** The breaker: failures so far count no more, and the lane's next attempt waits for no pause. */
export async function resetLane(store: Store, ports: Ports, { of: key, by }: ActInput): Promise<void> {
  await store.asKeeper(async (tx) => {
    const { failures } = await lockLane(tx, key);
    const tried = { failures: 0, next_at: sql<string>`least(next_at, now())` };
    if (await change(tx, key, tried, sql<boolean>`(failures > 0 or next_at > now())`))
      await record(tx, ports, 'queue.reset', key, by, { failures });
  });
}

async function lockLane(tx: Tx, key: string): Promise<LaneTables['lane']> {
  const lane = await tx
    .withTables<LaneTables>()
    .selectFrom('lane')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (lane === undefined) throw noLane();
  return lane;
}

async function change(
  tx: Tx,
  key: string,
  values: Readonly<Partial<Record<keyof LaneTables['lane'], unknown>>>,
  when: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<LaneTables>()
    .updateTable('lane')
    .set(values as Partial<LaneTables['lane']>)
    .where('key', '=', key)
    .where(when)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A lane can be held before its first message. */
async function makeLane(tx: Tx, key: string): Promise<void> {
  if (!(await isDestination(tx, key))) throw noLane();
  await tx
    .withTables<{ lane: { key: string } }>()
    .insertInto('lane')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function isDestination(tx: Tx, key: string): Promise<boolean> {
  if (key === FAX_LANE || key === TEXT_LANE) return true;
  const tables = tx.withTables<LaneTables>();
  const id = key.slice(key.indexOf(':') + 1);
  for (const table of ['pharmacy', 'partner'] as const) {
    const lane = table === 'pharmacy' ? electronicLane(id, null) : electronicLane('', id);
    if (key !== lane) continue;
    const found = await tables.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
    return found !== undefined;
  }
  return false;
}

function noLane(): Failure {
  return new Failure('NOT_FOUND', 'There is no lane with this name.');
}

async function record(
  tx: Tx,
  ports: Ports,
  action: string,
  key: string,
  operator: string,
  detail: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await recordNetworkAct(tx, ports, { operator, action, subject: { kind: 'lane', id: key }, detail });
}
