// F22: statements that really run out of their time, for what one row holds, while all others are as quick as ever.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone } from '../stage/nodes-gone.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

/** Longer than any statement of the service may run. */
const SLEEPS_SECONDS = 60;
const LOOK_MS = 500;
/** Some lie between two of them, so that each is in a batch with others. */
const ONE_IN = 3;

/**
 * Of the rows that are put into the outbox for pharmacies, one in three becomes slow until there are enough: every other one where its attempt begins, for ever, and every
 * other one where its acceptance is put down. The database itself is slow: nothing of the service is replaced.
 */
const slowRows = (count: number): readonly string[] => [
  'create table slow_row (id text primary key, fill_id text not null, way text not null, woken boolean not null default false)',
  'create sequence slow_turn',
  `create function chooses_slow() returns trigger language plpgsql security definer as $$ begin
    if new.lane like 'pharmacy:%' and (select count(*) from slow_row) < ${count} and nextval('slow_turn') % ${ONE_IN} = 0 then
      insert into slow_row (id, fill_id, way) select new.id, new.subject_id, case when count(*) % 2 = 0 then 'begins' else 'ends' end from slow_row;
    end if;
    return new; end $$`,
  'create trigger chooses_slow after insert on outbox for each row execute function chooses_slow()',
  `create function is_slow() returns trigger language plpgsql security definer as $$ begin
    if exists (select from slow_row where id = to_jsonb(new) ->> tg_argv[0] and way = tg_argv[1] and not woken) then
      perform pg_sleep(${SLEEPS_SECONDS});
    end if;
    return new; end $$`,
  `create trigger is_slow before insert on attempt for each row execute function is_slow('transmission_id', 'begins')`,
  `create trigger is_slow before update on transmission for each row when (new.state = 'accepted') execute function is_slow('id', 'ends')`,
];

/** What each slow row became, and what is wrong with those that are not slow. */
const SLOW_FILLS = `select s.id, s.way, f.state, coalesce(f.state_reason, '') as reason
  from slow_row s join fill f on f.id = s.fill_id order by s.id`;
const OTHERS_COUNTED = `select id, faults, on_hold_since is not null as held from outbox
  where (faults > 0 or on_hold_since is not null) and id not in (select id from slow_row)`;
/** Attempts that nothing explains but a neighbour: of rows that are not slow, whose pharmacies take everything at once. */
const OTHERS_WORSE = `select t.id, t.state, t.channel, count(a.*)::integer as attempts from transmission t left join attempt a on a.transmission_id = t.id
  where t.kind = 'new' and t.id not in (select id from slow_row)
    and t.fill_id not in (select fill_id from slow_row)
  group by t.id, t.state, t.channel having t.state <> 'accepted' or t.channel = 'fax'`;

type SlowFill = Readonly<Record<'id' | 'way' | 'state' | 'reason', string>>;

/** Lets the slow ends go on once others have come through beside them; looks until each slow row has come to an end. */
async function watch(
  stage: Stage,
  wanted: number,
): Promise<{
  readonly fills: readonly SlowFill[];
  readonly counted: readonly string[];
  readonly meanwhile: number;
  readonly wokenAfterMs: number;
}> {
  const { database, load } = stage;
  const counted = new Set<string>();
  const begunAt = performance.now();
  const before = load.acknowledged.length;
  let wokenAfterMs = 0;
  for (;;) {
    const fills = (await database.query(SLOW_FILLS)) as unknown as readonly SlowFill[];
    for (const row of await database.query(OTHERS_COUNTED))
      counted.add(
        `${String(row['id'])} counts ${String(row['faults'])} faults, held: ${String(row['held'])}`,
      );
    const passedMs = performance.now() - begunAt;
    if (wokenAfterMs === 0 && passedMs > FAULT_LIMITS.slowEndsMs) {
      await database.query(`update slow_row set woken = true where way = 'ends'`);
      wokenAfterMs = passedMs;
    }
    const waiting = fills.filter(({ state }) => state === 'QUEUED' || state === 'SENDING');
    if ((fills.length === wanted && waiting.length === 0) || passedMs > FAULT_LIMITS.settleFaxMs)
      return { fills, counted: [...counted], meanwhile: load.acknowledged.length - before, wokenAfterMs };
    await sleep(LOOK_MS);
  }
}

export const slowRow: Fault = {
  id: 'F22',
  family: 'store',
  name: 'statements for single rows really run into their 15 s: where an attempt begins, for ever, and where its end is put down, for a while',
  holds:
    'the slow ones end where somebody sees them or are accepted, all others leave electronically, none of them counts a fault, and nothing is lost or doubled',
  trials: 4,
  ciTrials: 0,
  // Broken as things are (docs/reliability.md): named, it says so.
  onlyNamed: true,
  cannotRun: withoutPostgres,
  run: (run) =>
    onStage(run, { nodes: 2, clients: 1, electronicOnly: true }, async (stage) => {
      for (const statement of slowRows(run.trialsMax)) await stage.database.query(statement);
      await stage.load.more(ONE_IN * run.trialsMax);
      const { fills, counted, meanwhile, wokenAfterMs } = await watch(stage, run.trialsMax);
      await stage.load.stop();
      await stage.settled();
      const worse = await stage.database.query(OTHERS_WORSE);
      const wrong = fills.filter(({ way, state, reason }) =>
        way === 'begins' ? `${state} ${reason}` !== 'STUCK SERVICE_FAULT' : state !== 'SENT',
      );
      const broken = [
        ...nodesGone(stage),
        ...(fills.length === run.trialsMax ? [] : [`${fills.length} rows were slow`]),
        ...wrong.map(({ id, way, state, reason }) => `${id}, slow where it ${way}, is ${state} ${reason}`),
        ...counted.map((what) => `a row that is not slow: ${what}`),
        ...worse.map(
          ({ id, state, channel, attempts }) =>
            `${String(id)} is not slow, and is ${String(state)} by ${String(channel)} after ${String(attempts)} attempts`,
        ),
      ];
      return outcomeOf(await stage.settleAndJudge(), {
        trials: fills.length,
        recoveryMs: [],
        broken,
        figures: {
          ends: [...new Set(fills.map(({ way, state, reason }) => `${way}: ${state} ${reason}`.trim()))].join(
            ' / ',
          ),
          orderedMeanwhile: meanwhile,
          wokenAfterMs: Math.round(wokenAfterMs),
          slowestMs: Math.round(stage.load.tally.slowestMs),
        },
      });
    }),
};
