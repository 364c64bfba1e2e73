// F26: cancel, move and shipping report of one order at the same time, over HTTP to two nodes; and races of everything that can join or leave an order.
import type { CancelAcknowledgement } from '@pestle/cli/check/evidence';
import { organization } from '@pestle/sandbox/seed';
import { runCombineRaces } from '@pestle/testbed/delivery/combine-races';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const CANCEL =
  'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { results { fillId outcome } } }';
const REROUTE =
  'mutation($orderId: ID!, $pharmacyId: ID!) { rerouteOrder(orderId: $orderId, pharmacyId: $pharmacyId) { id } }';

interface Canceled {
  readonly cancelOrder: { readonly results: CancelAcknowledgement['results'] };
}

export const races: readonly Fault[] = [
  {
    id: 'F26',
    family: 'process',
    name: 'cancel, other pharmacy and report of one order at once, over HTTP to two nodes',
    holds:
      'one comes first and the others are told so: nothing leaves behind an acknowledged cancel, histories have no gap',
    trials: 30,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
        stage.peers.setStatusHookUrl(`${stage.config.baseUrl}/v1/hooks/pharmacy`);
        const { load } = stage;
        const cancels: CancelAcknowledgement[] = [];
        const counts: Record<string, number> = {};
        const count = (name: string): void => {
          counts[name] = (counts[name] ?? 0) + 1;
        };
        const cancel = async (orderId: string): Promise<void> => {
          const requestedAt = new Date().toISOString();
          const { data, errors } = await load.ask<Canceled>(CANCEL, { input: { orderId } });
          // The second finds nothing that is still open.
          count(
            `cancel ${errors[0]?.extensions.code ?? data?.cancelOrder.results[0]?.outcome ?? 'done before'}`,
          );
          if (data === null) return;
          cancels.push({
            operation: 'cancelOrder',
            organizationId: organization.id,
            requestedAt,
            answeredAt: new Date().toISOString(),
            orderId,
            results: data.cancelOrder.results,
          });
        };
        const trials = await run.repeat(async (trial) => {
          while (load.acknowledged.length < trial) await load.more(1);
          const order = load.acknowledged.at(-1);
          const other = load.acknowledged.find(({ pharmacyId }) => pharmacyId !== order?.pharmacyId);
          if (order === undefined) return;
          const { orderId, pharmacyId } = order;
          const acts = [
            () => cancel(orderId),
            async () => {
              const { errors } = await load.ask(REROUTE, {
                orderId,
                pharmacyId: other?.pharmacyId ?? pharmacyId,
              });
              count(`move ${errors[0]?.extensions.code ?? 'done'}`);
            },
            async () => {
              const { status } = await stage.peers.report({ pharmacyId, orderId, status: 'SHIPPED' });
              count(`report ${status}`);
            },
            () => cancel(orderId),
          ];
          await Promise.all(acts.toSorted(() => run.random() - 0.5).map((act) => act()));
        });
        const verdict = await stage.settleAndJudge({ byApi: false, cancels });
        const failed = Object.keys(counts).filter((name) => / (?:INTERNAL|0|500)$/.test(name));
        return outcomeOf(verdict, { trials, recoveryMs: [], broken: failed, figures: counts });
      }),
  },
  {
    id: 'F26',
    family: 'process',
    name: 'prescriptions join an order while it leaves on two nodes, is moved, canceled and given its pharmacy (within one process)',
    holds: 'each prescription is on one order, what joined leaves with it, and what was canceled does not',
    trials: 60,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: async (run) => {
      const postgres = await openPostgresTestStore();
      try {
        const report = await runCombineRaces({
          ...postgres,
          races: run.trialsMax,
          seed: run.seed,
          stepByStep: false,
        });
        const { races, combined, refused, violations } = report;
        return {
          trials: races,
          judged: combined + refused,
          lost: 0,
          doubled: 0,
          broken: violations,
          recoveryMs: [],
          figures: { combined, refused },
        };
      } finally {
        await postgres.close();
      }
    },
  },
];
