// F16: faxes while the carrier is away, to lines that are busy, and to one that never picks up.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone } from '../stage/nodes-gone.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

/** So that a run need not wait ten minutes for the last place of the schedule: what waits for its turn has it now. A lease is left alone. */
const HASTEN = `update outbox set run_at = now() where lane = 'fax' and leased_by is null and run_at > now() and run_at <> 'infinity'`;
const HASTEN_EVERY_MS = 400;

const ENDS = `select f.id, f.pharmacy_id as pharmacy, f.state, coalesce(f.state_owner, '') as owner,
    (select count(*)::integer from attempt a join transmission t on t.id = a.transmission_id where t.fill_id = f.id and t.channel = 'fax') as attempts
  from fill f`;

/** As often as the schedule of faxes tries. */
const FAX_ATTEMPTS = 5;

async function wrongEnds(stage: Stage, neverPicksUp: string): Promise<string[]> {
  return (await stage.database.query(ENDS)).flatMap((row) => {
    const [id, state, attempts] = [String(row['id']), String(row['state']), Number(row['attempts'])];
    if (row['pharmacy'] !== neverPicksUp)
      return state === 'SENT' ? [] : [`I2: the fax of ${id}, to a line that picks up, ended ${state}`];
    return [
      ...(state === 'STUCK' && row['owner'] !== ''
        ? []
        : [`I2: the fax of ${id}, to a line that never picks up, ended ${state} ${String(row['owner'])}`]),
      ...(attempts >= FAX_ATTEMPTS ? [] : [`${id} was given up after ${attempts} attempts`]),
    ];
  });
}

export const faxLines: Fault = {
  id: 'F16',
  family: 'pharmacy',
  name: 'the carrier of faxes is away, lines are busy, one never picks up (the waits between attempts are cut short)',
  holds:
    'each fax is tried by its schedule and arrives once; where nobody picks up the order is stuck with an owner, never sent',
  trials: 3,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: (run) =>
    onStage(
      run,
      {
        nodes: 2,
        peersProxy: true,
        peers: { pace: { faxDeliveryMs: 50 } },
        pharmacies: ({ pharmacies }) => pharmacies.filter(({ integration }) => integration === null),
      },
      async (stage) => {
        const never = stage.peers.pharmacies.find(({ faxLine }) => faxLine === 'never-picks-up')?.id ?? '';
        const recoveryMs: number[] = [];
        const over = new AbortController();
        const hasten = (async () => {
          while (!over.signal.aborted) {
            await stage.database.query(HASTEN);
            await sleep(HASTEN_EVERY_MS);
          }
        })();
        const tries = async (): Promise<number> =>
          Number(
            (await stage.database.query('select count(*)::integer as count from attempt'))[0]?.['count'],
          );
        const arrived = (): number => stage.peers.log().length;
        const trials = await run.repeat(async () => {
          stage.peersProxy.refuse(true);
          stage.peersProxy.reset();
          const before = await tries();
          await stage.load.more(FAULT_LIMITS.clients);
          // The carrier is away for as long as it takes that something was tried in vain.
          for (const deadline = performance.now() + FAULT_LIMITS.recoveryMs; (await tries()) <= before; ) {
            if (performance.now() > deadline) throw new Error('no fax was tried');
            await sleep(FAULT_LIMITS.settleLookMs);
          }
          const faxes = arrived();
          stage.peersProxy.refuse(false);
          const since = performance.now();
          while (arrived() === faxes && performance.now() - since < FAULT_LIMITS.recoveryMs)
            await sleep(FAULT_LIMITS.settleLookMs);
          recoveryMs.push(performance.now() - since);
          await stage.load.more(FAULT_LIMITS.clients);
        });
        const verdict = await stage.settleAndJudge();
        over.abort();
        await hasten;
        const broken = [
          ...nodesGone(stage),
          ...(await wrongEnds(stage, never)),
          ...(verdict.stuck > 0 ? [] : ['no fax went to the line that never picks up']),
        ];
        return outcomeOf(verdict, { trials, recoveryMs, broken });
      },
    ),
};
