// F8–F13: pharmacies whose endpoints fail in every known way, among pharmacies that work.
import { readFileSync } from 'node:fs';
import type { Peers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { workingPharmacies } from '@pestle/testbed/crash/session';
import { certificatePath } from '@pestle/testbed/network/certificates';
import { freePort } from '@pestle/testbed/network/free-port';
import type { Fault, FaultRun, Outcome } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Stage, StageOptions } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import type { Endpoint } from './endpoint.ts';
import { openEndpoint } from './endpoint.ts';
import type { Way } from './ways.ts';
import { WAYS } from './ways.ts';

/** Quicker than in life: attempts that are over soon, and then the fax. */
const ATTEMPTS = { offsetsMs: [0, 300, 900], timeoutMs: 1_500 };
/** So many orders go to pharmacies that work, for one that goes to one that does not. */
const HEALTHY_SHARE = 0.3;

interface Opened {
  readonly way: Way;
  readonly endpoint: Endpoint | undefined;
  readonly url: string;
}

async function openWay(way: Way): Promise<Opened> {
  if (way.endpoint === null) {
    return { way, endpoint: undefined, url: `http://127.0.0.1:${await freePort()}/script` };
  }
  const endpoint = await openEndpoint(way.endpoint);
  const secure = way.endpoint.tls !== undefined || way.host !== undefined;
  const host = way.host === undefined || way.host === 'https' ? '127.0.0.1' : way.host;
  return { way, endpoint, url: `${secure ? 'https' : 'http'}://${host}:${endpoint.port}/script` };
}

/** Each way is played by a pharmacy of the sandbox whose fax works; it is reached elsewhere. */
function playedBy(peers: Peers, opened: readonly Opened[]): SimulatedPharmacy[] {
  const healthy = workingPharmacies(peers, true);
  const [model] = healthy;
  const taken = new Set(healthy.map(({ id }) => id));
  // The law of one state forbids the fax that would be next.
  const others = peers.pharmacies.filter(
    ({ id, faxLine, address }) => faxLine === 'delivers' && !taken.has(id) && address.state !== 'OH',
  );
  if (model?.integration == null || others.length < opened.length)
    throw new Error(`the sandbox has ${others.length} pharmacies for ${opened.length} ways`);
  const { integration } = model;
  const { endpoint, script } = integration;
  return opened.map(({ url, way }, index) => ({
    ...(others[index] ?? model),
    integration: {
      ...integration,
      ...(script === undefined ? {} : { script: { ...script, ...way.script } }),
      endpoint: { ...endpoint, url },
      attempts: ATTEMPTS,
    },
  }));
}

export async function runWays(
  run: FaultRun,
  ways: readonly Way[],
  stageOptions: Pick<StageOptions, 'environment' | 'nodeEnv' | 'resolvConf'> = {},
): Promise<Outcome> {
  const opened = await Promise.all(ways.map(openWay));
  try {
    const bad: SimulatedPharmacy[] = [];
    const sent = new Map<string, number>();
    const options = {
      ...stageOptions,
      pharmacies: (peers: Peers) => {
        bad.push(...playedBy(peers, opened));
        return [...bad, ...workingPharmacies(peers, true)];
      },
      pickPharmacy: (all: readonly SimulatedPharmacy[]) => {
        const open = bad.filter(({ id }) => (sent.get(id) ?? 0) < run.trialsMax);
        const from = open.length === 0 || run.random() < HEALTHY_SHARE ? all.slice(bad.length) : open;
        const id = from[Math.floor(run.random() * from.length)]?.id ?? '';
        sent.set(id, (sent.get(id) ?? 0) + 1);
        return id;
      },
    };
    return await onStage(run, options, async (stage) => {
      const memoryBefore = memoryOf(stage);
      while (bad.some(({ id }) => (sent.get(id) ?? 0) < run.trialsMax)) await stage.load.more(1);
      await stage.load.more(FAULT_LIMITS.clients);
      const verdict = await stage.settleAndJudge();
      const broken = [
        ...(await wrongClasses(stage, bad, opened)),
        ...(await offSchedule(stage, bad, opened)),
      ];
      for (const { way, endpoint } of opened)
        if (way.tellsNothing === true && (endpoint?.bytes() ?? 0) > 0)
          broken.push(`${way.name}: ${endpoint?.bytes()} bytes of a message were told`);
        else if (way.isTold === true && (endpoint?.requests() ?? 0) === 0)
          broken.push(`${way.name}: no message came through`);
      const dead = new Set(bad.map(({ id }) => id));
      return outcomeOf(verdict, {
        trials: run.trialsMax * ways.length,
        recoveryMs: [],
        broken,
        figures: {
          ways: ways.length,
          slowestRequestMs: Math.round(stage.load.tally.slowestMs),
          healthyWorstMs: Math.max(0, ...healthyMs(stage, dead)),
          grewMb: Math.round((memoryOf(stage) - memoryBefore) / 1_024),
        },
      });
    });
  } finally {
    for (const { endpoint } of opened) await endpoint?.close();
  }
}

/** Each attempt was called what it may be, and each order went on to a fax. */
async function wrongClasses(
  stage: Stage,
  bad: readonly SimulatedPharmacy[],
  opened: readonly Opened[],
): Promise<string[]> {
  const rows =
    await stage.database.query(`select t.pharmacy_id as pharmacy, a.outcome, a.reason, count(*)::integer as count
    from transmission t join attempt a on a.transmission_id = t.id where t.channel <> 'fax' and t.kind = 'new' group by 1, 2, 3`);
  const faxed = await stage.database.query(
    `select pharmacy_id as pharmacy, count(*) filter (where state <> 'SENT')::integer as others, count(*)::integer as count from fill group by 1`,
  );
  return bad.flatMap(({ id }, index) => {
    const way = opened[index]?.way;
    if (way === undefined) return [];
    const own = rows.filter(({ pharmacy }) => pharmacy === id);
    const wrong = own.filter(
      ({ outcome, reason }) =>
        !way.outcomes.includes(outcome as never) || (way.reason !== undefined && way.reason !== reason),
    );
    const ends = faxed.find(({ pharmacy }) => pharmacy === id);
    return [
      ...(own.length === 0 ? [`${way.name}: nothing was tried`] : []),
      ...wrong.map(
        ({ outcome, reason, count }) =>
          `${way.name}: ${String(count)} attempts ended ${String(outcome)} (${String(reason)})`,
      ),
      ...(Number(ends?.['others'] ?? 1) === 0
        ? []
        : [`${way.name}: ${String(ends?.['others'])} orders did not get to a fax`]),
    ];
  });
}

/** A clock of whole milliseconds at either end. */
const EARLY_MS = 2;

/** Each message was tried as often as its schedule says, never too early, and says at its end whether it may be there. */
async function offSchedule(
  stage: Stage,
  bad: readonly SimulatedPharmacy[],
  opened: readonly Opened[],
): Promise<string[]> {
  const rows =
    await stage.database.query(`select t.pharmacy_id as pharmacy, t.id, t.may_have_arrived as "mayHaveArrived",
    array_agg(extract(epoch from a.started_at) * 1000 order by a.number)::float8[] as starts
    from transmission t join attempt a on a.transmission_id = t.id where t.channel <> 'fax' and t.kind = 'new' group by t.id, 1, 3`);
  return bad.flatMap(({ id }, index) => {
    const way = opened[index]?.way;
    if (way?.bySchedule === undefined) return [];
    const { mayHaveArrived } = way.bySchedule;
    return rows
      .filter(({ pharmacy }) => pharmacy === id)
      .flatMap((row) => {
        const starts = row['starts'] as readonly number[];
        const early = ATTEMPTS.offsetsMs.flatMap((offset, number) => {
          const after = (starts[number] ?? 0) - (starts[0] ?? 0);
          return after < offset - EARLY_MS ? [`${Math.round(after)} ms instead of ${offset}`] : [];
        });
        return [
          ...(starts.length === ATTEMPTS.offsetsMs.length
            ? []
            : [`${way.name}: ${String(row['id'])} was tried ${starts.length} times`]),
          ...(early.length === 0
            ? []
            : [`${way.name}: ${String(row['id'])} was tried too early: ${early.join(', ')}`]),
          ...(row['mayHaveArrived'] === mayHaveArrived
            ? []
            : [`${way.name}: ${String(row['id'])} may have arrived: ${String(row['mayHaveArrived'])}`]),
        ];
      });
  });
}

/** From the acknowledgement of each order to a pharmacy that works until its message was there, in milliseconds. */
export function healthyMs(stage: Stage, dead: ReadonlySet<string>): readonly number[] {
  const arrived = new Map(
    stage.peers.log().map(({ prescriberOrderNumber, at }) => [prescriberOrderNumber?.split('-')[0], at]),
  );
  return stage.load.acknowledged.flatMap(({ orderId, pharmacyId, answeredAt }) => {
    const at = arrived.get(orderId.slice('ord_'.length));
    return dead.has(pharmacyId) || at === undefined
      ? []
      : [Math.max(0, Date.parse(at) - Date.parse(answeredAt))];
  });
}

/** Of the first node, in kB; 0 where the machine does not tell. */
function memoryOf(stage: Stage): number {
  try {
    const status = readFileSync(`/proc/${stage.node(0).processId()}/status`, 'utf8');
    return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** For nodes: who vouches for endpoints, those whose certificates are in order and the others. */
export const TRUSTS_ENDPOINTS = { NODE_EXTRA_CA_CERTS: certificatePath('endpoints/authority.pem') };

const NUMBERS = ['F8', 'F9', 'F10', 'F11', 'F12', 'F13'] as const;

const NAMES: Readonly<Record<(typeof NUMBERS)[number], readonly [name: string, holds: string]>> = {
  F8: [
    'endpoints that cannot be reached',
    'every order goes on to a fax; pharmacies that work do not wait for the others',
  ],
  F9: ['TLS that cannot be trusted', 'nothing of a message is told, and every order goes on to a fax'],
  F10: [
    'answers that never come to an end',
    'an attempt ends in its time as UNKNOWN, and every order goes on to a fax',
  ],
  F11: [
    'resets before, within and behind the request and within the answer',
    'what may have arrived is UNKNOWN, never a mere retry',
  ],
  F12: ['answers that ask to come again', 'each is tried again by the schedule, and then goes on to a fax'],
  F13: [
    'answers of 200 that say nothing that can be believed',
    'none counts as taken, and memory stays bounded',
  ],
};

export const endpoints: readonly Fault[] = NUMBERS.map((id) => ({
  id,
  family: 'pharmacy',
  name: NAMES[id][0],
  holds: NAMES[id][1],
  trials: 3,
  ciTrials: id === 'F11' ? 1 : 0,
  cannotRun: withoutPostgres,
  run: (run) =>
    runWays(
      run,
      WAYS.filter(({ fault }) => fault === id),
      id === 'F9' ? { nodeEnv: () => TRUSTS_ENDPOINTS } : {},
    ),
}));
