// F16: faxes while the carrier is away, to lines that are busy or break off in the middle, to one that never picks up, and to numbers that are no fax machine's.
import { setTimeout as sleep } from 'node:timers/promises';
import { magicPharmacies } from '@pestle/sandbox/pharmacies/magic/magic';
import type { FaxLine, SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
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

const MORE_MAX = 60;
/** Calls until the pages are out at a line that is busy, or breaks off, twice. */
const CALLS_OF_TROUBLED = 3;
/** Lines at which no fax ever comes out. */
const NEVER: ReadonlySet<FaxLine> = new Set(['never-picks-up', 'no-fax-machine']);
/** Two pharmacies of the sandbox whose faxes come out otherwise. */
const PLAYED: readonly FaxLine[] = ['cut-off-twice', 'no-fax-machine'];

/** Those of the sandbox that have nothing but a fax, two more of them with lines as above. */
function faxOnly(baseUrl: string): readonly SimulatedPharmacy[] {
  const all = magicPharmacies({ baseUrl });
  // The law of one state forbids what goes by fax.
  const others = all.filter(
    ({ integration, faxLine, address, fax }) =>
      integration !== null && faxLine === 'delivers' && address.state !== 'OH' && fax !== null,
  );
  const played = PLAYED.flatMap((faxLine, index) => {
    const one = others[index];
    return one === undefined ? [] : [{ ...one, integration: null, faxLine }];
  });
  return [...all.filter(({ integration }) => integration === null), ...played];
}

async function wrongEnds(stage: Stage, lines: ReadonlyMap<string, FaxLine>): Promise<string[]> {
  return (await stage.database.query(ENDS)).flatMap((row) => {
    const [id, state, attempts] = [String(row['id']), String(row['state']), Number(row['attempts'])];
    const line = lines.get(String(row['pharmacy'])) ?? 'delivers';
    if (!NEVER.has(line))
      return [
        ...(state === 'SENT'
          ? []
          : [`I2: the fax of ${id}, to a line that takes it (${line}), ended ${state}`]),
        ...(line === 'delivers' || attempts >= CALLS_OF_TROUBLED
          ? []
          : [`${id} counts as sent after ${attempts} attempts, before its pages were out (${line})`]),
      ];
    return [
      ...(state === 'STUCK' && row['owner'] !== ''
        ? []
        : [
            `I2: the fax of ${id}, to a line at which none comes out (${line}), ended ${state} ${String(row['owner'])}`,
          ]),
      ...(attempts >= FAX_ATTEMPTS ? [] : [`${id} was given up after ${attempts} attempts`]),
    ];
  });
}

/** Lines of the list to which no order went: then nothing is known of them. */
function untried(stage: Stage, lines: ReadonlyMap<string, FaxLine>): string[] {
  const tried = new Set(stage.load.acknowledged.map(({ pharmacyId }) => lines.get(pharmacyId)));
  return [...new Set(lines.values())]
    .filter((line) => !tried.has(line))
    .map((line) => `no fax went to a line that is ${line}`);
}

export const faxLines: Fault = {
  id: 'F16',
  family: 'pharmacy',
  name: 'the carrier of faxes is away, lines are busy or break off, one never picks up, one is no fax machine (the waits between attempts are cut short)',
  holds:
    'each fax is tried by its schedule and arrives once; where no fax comes out the order is stuck with an owner, never sent',
  trials: 3,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: (run) =>
    onStage(
      run,
      {
        nodes: 2,
        peersProxy: true,
        peers: { pharmacies: faxOnly, pace: { faxDeliveryMs: 50 } },
        pharmacies: ({ pharmacies }) => pharmacies,
      },
      async (stage) => {
        const lines = new Map(stage.peers.pharmacies.map(({ id, faxLine }) => [id, faxLine]));
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
        // By chance one of the lines may have had none yet.
        for (let more = 0; more < MORE_MAX && untried(stage, lines).length > 0; more += 1)
          await stage.load.more(1);
        const verdict = await stage.settleAndJudge();
        over.abort();
        await hasten;
        const broken = [...nodesGone(stage), ...(await wrongEnds(stage, lines)), ...untried(stage, lines)];
        return outcomeOf(verdict, { trials, recoveryMs, broken });
      },
    ),
};
