// F8: many orders to one pharmacy that takes connections and never answers, while others are served.
import type { Peers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { workingPharmacies } from '@pestle/testbed/crash/session';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import { openEndpoint } from './endpoint.ts';
import { healthyMs } from './endpoints.ts';

const DEAD_SHARE = 0.75;
const ATTEMPTS = { offsetsMs: [0, 300, 900], timeoutMs: 1_500 };

export const dead: Fault = {
  id: 'F8',
  family: 'pharmacy',
  name: 'many orders to one pharmacy that takes connections and never answers, while others go on',
  holds: `orders to other pharmacies arrive within ${FAULT_LIMITS.healthyMs / 1_000} s, 99 of 100; those to the dead one are not lost`,
  trials: 100,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: async (run) => {
    const endpoint = await openEndpoint({});
    let toDead = 0;
    const chosen: { id?: string } = {};
    const pharmacies = (peers: Peers): readonly SimulatedPharmacy[] => {
      const [first, ...others] = workingPharmacies(peers, true);
      if (first?.integration == null) throw new Error('no pharmacy has an endpoint');
      const { integration } = first;
      chosen.id = first.id;
      const url = `http://127.0.0.1:${endpoint.port}/script`;
      return [
        {
          ...first,
          integration: { ...integration, attempts: ATTEMPTS, endpoint: { ...integration.endpoint, url } },
        },
        ...others,
      ];
    };
    const pickPharmacy = (all: readonly SimulatedPharmacy[]): string => {
      if (run.random() < DEAD_SHARE) {
        toDead += 1;
        return all[0]?.id ?? '';
      }
      return all[1 + Math.floor(run.random() * (all.length - 1))]?.id ?? '';
    };
    try {
      return await onStage(run, { nodes: 2, pharmacies, pickPharmacy, clients: 8 }, async (stage) => {
        while (toDead < run.trialsMax) await stage.load.more(1);
        const verdict = await stage.settleAndJudge();
        const late = healthyMs(stage, new Set([chosen.id ?? ''])).toSorted((a, b) => a - b);
        const p99 = late[Math.floor(late.length * 0.99)] ?? Number.POSITIVE_INFINITY;
        const broken =
          p99 <= FAULT_LIMITS.healthyMs ? [] : [`the 99th of 100 other orders took ${p99} ms to arrive`];
        return outcomeOf(verdict, {
          trials: toDead,
          recoveryMs: [],
          broken,
          figures: { others: late.length, othersP99Ms: p99, othersWorstMs: late.at(-1) ?? 0 },
        });
      });
    } finally {
      await endpoint.close();
    }
  },
};
