// F23, F25: pharmacies report to the hook over HTTP: doubled, out of order and at the same time, and one of them far too often.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, StatusReport } from '@pestle/sandbox/pharmacies/reports';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const WORDS = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'ERROR', 'CANCELED'] as const;
const REPORTS_MAX = 12;
const STORM_MS = 10_000;
/** Requests that the storm has under way at a time. */
const STORM_WIDTH = 64;
const QUIET_PAUSE_MS = 100;

const report = (stage: Stage, pharmacyId: string, orderId: string, status: string): Promise<CallAnswer> =>
  stage.peers.report({ pharmacyId, orderId, status } satisfies StatusReport);

const tally = (answers: readonly CallAnswer[]): string =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, same]) => `${status}×${same.length}`)
    .join(' ');

export const reports: readonly Fault[] = [
  {
    id: 'F23',
    family: 'hooks',
    name: 'one pharmacy reports as fast as it can while another reports now and then, and orders come in',
    holds:
      'the storm is answered 200, 409 or 429, the other pharmacy is always heard, and every order arrives',
    trials: 1,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true, clients: 2 }, async (stage) => {
        stage.peers.setStatusHookUrl(`${stage.config.baseUrl}/v1/hooks/pharmacy`);
        const stormed: CallAnswer[] = [];
        const quiet: { readonly answer: CallAnswer; readonly ms: number }[] = [];
        const trials = await run.repeat(async () => {
          await stage.load.more(12);
          const [loud] = stage.load.acknowledged;
          const other = stage.load.acknowledged.find(({ pharmacyId }) => pharmacyId !== loud?.pharmacyId);
          if (loud === undefined || other === undefined) throw new Error('all orders went to one pharmacy');
          const deadline = performance.now() + STORM_MS;
          const storm = Array.from({ length: STORM_WIDTH }, async () => {
            while (performance.now() < deadline)
              stormed.push(await report(stage, loud.pharmacyId, loud.orderId, 'RECEIVED'));
          });
          while (performance.now() < deadline) {
            const since = performance.now();
            quiet.push({
              answer: await report(stage, other.pharmacyId, other.orderId, 'FILLING'),
              ms: performance.now() - since,
            });
            await sleep(QUIET_PAUSE_MS);
          }
          await Promise.all(storm);
        });
        const wrong = stormed.filter(({ status }) => ![200, 409, 429].includes(status));
        const unheard = quiet.filter(({ answer }) => answer.status !== 200);
        const broken = [
          ...(wrong.length === 0 ? [] : [`the storm was answered ${tally(wrong)}`]),
          ...(unheard.length === 0
            ? []
            : [`the other pharmacy was answered ${tally(unheard.map(({ answer }) => answer))}`]),
        ];
        const times = quiet.map(({ ms }) => ms).toSorted((a, b) => a - b);
        return outcomeOf(await stage.settleAndJudge({ byApi: false }), {
          trials,
          recoveryMs: [],
          broken,
          figures: {
            reportsPerSecond: Math.round(stormed.length / ((STORM_MS / 1_000) * Math.max(1, trials))),
            storm: tally(stormed),
            otherP99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
          },
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
