// F23, F25: pharmacies report to the hook over HTTP: doubled, out of order and at the same time, and one of them far too often.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, StatusReport } from '@pestle/sandbox/pharmacies/reports';
import { proofOf } from '@pestle/sandbox/pharmacies/reports';
import { cpuMsOf } from '@pestle/testbed/processes/used';
import type { Fault, Outcome } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import type { StormTarget, Tally } from './storm.ts';
import { COUNTRY_PEAK, storm } from './storm.ts';

const WORDS = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'ERROR', 'CANCELED'] as const;
const REPORTS_MAX = 12;
const STORM_MS = 10_000;
const QUIET_PAUSE_MS = 100;

const report = (stage: Stage, pharmacyId: string, orderId: string, status: string): Promise<CallAnswer> =>
  stage.peers.report({ pharmacyId, orderId, status } satisfies StatusReport);

const tally = (answers: readonly CallAnswer[]): string =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, same]) => `${status}×${same.length}`)
    .join(' ');

/** What was answered, and the processor time of each report of the storm with all that happened beside it. */
function judgeStorm({
  stormed,
  used,
  quiet,
  trials,
}: {
  readonly stormed: Tally;
  readonly used: Readonly<Record<'storm' | 'nodes' | 'postgres', number>>;
  readonly quiet: readonly { readonly answer: CallAnswer; readonly ms: number }[];
  readonly trials: number;
}): Pick<Outcome, 'broken' | 'figures'> {
  const sent = [...stormed.values()].reduce((sum, count) => sum + count, 0);
  const told = [...stormed]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
  const unheard = quiet.filter(({ answer }) => answer.status !== 200);
  const times = quiet.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const each = (ms: number): string => (ms / sent).toFixed(2);
  return {
    broken: [
      ...([...stormed.keys()].every((status) => [200, 409, 429].includes(status))
        ? []
        : [`the storm was answered ${told}`]),
      ...(unheard.length === 0
        ? []
        : [`the other pharmacy was answered ${tally(unheard.map(({ answer }) => answer))}`]),
    ],
    figures: {
      reportsPerSecond: Math.round(sent / ((STORM_MS / 1_000) * Math.max(1, trials))),
      wanted: COUNTRY_PEAK,
      storm: told,
      processorMsPerReport: `${each(used.storm)} storm and pharmacies, ${each(used.nodes)} nodes, ${each(used.postgres)} PostgreSQL`,
      otherP99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    },
  };
}

/** Processor time of everything that takes part, in milliseconds: what makes the storm and plays the pharmacies, the nodes, and PostgreSQL. */
function processorTime({ nodes, database }: Stage): Readonly<Record<'storm' | 'nodes' | 'postgres', number>> {
  const { user, system } = process.cpuUsage();
  return {
    storm: (user + system) / 1_000,
    nodes: nodes.reduce((sum, { processId }) => sum + cpuMsOf(processId()), 0),
    postgres: database.server === undefined ? 0 : cpuMsOf(database.server.processId),
  };
}

/** What the storm sends to each node: one report of a pharmacy, with its key. */
function stormTargets(stage: Stage, pharmacyId: string, orderId: string): readonly StormTarget[] {
  const credential = stage.peers.pharmacies.find(({ id }) => id === pharmacyId)?.hookCredential;
  if (credential === undefined || credential === null) throw new Error(`${pharmacyId} cannot report`);
  const body = JSON.stringify({ order_id: orderId, status: 'RECEIVED' });
  const headers = proofOf(credential, body, { now: () => Date.now() });
  return stage.nodes.map(({ port }) => ({ port, body, headers }));
}

export const reports: readonly Fault[] = [
  {
    id: 'F23',
    family: 'hooks',
    name: 'one pharmacy reports as often as a whole country in its busiest second while another reports now and then, and orders come in',
    holds:
      'the storm is answered 200, 409 or 429, the other pharmacy is always heard, and every order arrives',
    trials: 1,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true, clients: 2 }, async (stage) => {
        stage.peers.setStatusHookUrl(`${stage.config.baseUrl}/v1/hooks/pharmacy`);
        const stormed = new Map<number, number>();
        const used = { storm: 0, nodes: 0, postgres: 0 };
        const quiet: { readonly answer: CallAnswer; readonly ms: number }[] = [];
        const trials = await run.repeat(async () => {
          await stage.load.more(12);
          const [loud] = stage.load.acknowledged;
          const other = stage.load.acknowledged.find(({ pharmacyId }) => pharmacyId !== loud?.pharmacyId);
          if (loud === undefined || other === undefined) throw new Error('all orders went to one pharmacy');
          const before = processorTime(stage);
          const over = new AbortController();
          const raging = storm(stormTargets(stage, loud.pharmacyId, loud.orderId), STORM_MS).finally(() => {
            over.abort();
          });
          while (!over.signal.aborted) {
            const since = performance.now();
            quiet.push({
              answer: await report(stage, other.pharmacyId, other.orderId, 'FILLING'),
              ms: performance.now() - since,
            });
            await sleep(QUIET_PAUSE_MS);
          }
          for (const [status, count] of await raging) stormed.set(status, (stormed.get(status) ?? 0) + count);
          const after = processorTime(stage);
          for (const name of ['storm', 'nodes', 'postgres'] as const)
            used[name] += after[name] - before[name];
        });
        return outcomeOf(await stage.settleAndJudge({ byApi: false }), {
          trials,
          recoveryMs: [],
          ...judgeStorm({ stormed, used, quiet, trials }),
        });
      }),
  },
  {
    id: 'F25',
    family: 'hooks',
    name: 'reports of each order doubled, out of order and several at once, to two nodes',
    holds: 'each is answered 200 or 409, moves are legal, histories have no gap, and DELIVERED stays',
    trials: 40,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
        stage.peers.setStatusHookUrl(`${stage.config.baseUrl}/v1/hooks/pharmacy`);
        const answers: CallAnswer[] = [];
        const delivered: string[] = [];
        const trials = await run.repeat(async (trial) => {
          while (stage.load.acknowledged.length < trial) await stage.load.more(1);
          const order = stage.load.acknowledged[trial - 1];
          if (order === undefined) return;
          const words = Array.from(
            { length: 1 + Math.floor(run.random() * REPORTS_MAX) },
            () => WORDS[Math.floor(run.random() * WORDS.length)] ?? 'RECEIVED',
          );
          // Half of them one after the other, half at once, as retries of a busy pharmacy come.
          const half = Math.ceil(words.length / 2);
          for (const word of words.slice(0, half))
            answers.push(await report(stage, order.pharmacyId, order.orderId, word));
          answers.push(
            ...(await Promise.all(
              words.slice(half).map((word) => report(stage, order.pharmacyId, order.orderId, word)),
            )),
          );
          if (words.includes('DELIVERED')) delivered.push(order.orderId);
        });
        const wrong = answers.filter(({ status }) => status !== 200 && status !== 409);
        const verdict = await stage.settleAndJudge({ byApi: false });
        const states = new Map(
          (await stage.database.query('select order_id, state from fill')).map((row) => [
            row['order_id'],
            row['state'],
          ]),
        );
        const broken = [
          ...(wrong.length === 0 ? [] : [`reports were answered ${tally(wrong)}`]),
          ...delivered
            .filter((id) => states.get(id) !== 'DELIVERED')
            .map((id) => `${id} was DELIVERED and is ${String(states.get(id))}`),
        ];
        return outcomeOf(verdict, { trials, recoveryMs: [], broken, figures: { reports: answers.length } });
      }),
  },
];
