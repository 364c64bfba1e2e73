// F17: the clocks of nodes are wrong against each other and step under load, and the clock of an embedded store is set back and forth.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCrash } from '@pestle/testbed/crash/run';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
];

/** Where it was unpacked without being installed, the environment names it. */
const library = (): string | undefined =>
  [process.env['FAKETIME_LIBRARY'] ?? '', ...LIBRARIES].find((path) => path !== '' && existsSync(path));

/** Seconds by which the first node is off, one after the other; right at the end. */
const NODE_OFFSETS_S = [600, -600, 3_600, -3_600, 86_400, -86_400];
const HOLDS_MS = 3_000;
const STORE_OFFSETS_MS = [3_600_000, 0, -86_400_000, 0, 3_600_000];

export const steps: readonly Fault[] = [
  {
    id: 'F17',
    family: 'clock',
    name: 'the clock of one of two nodes steps by ten minutes, an hour and a day, ahead and behind (libfaketime)',
    holds:
      'leases follow the clock of the database: nothing is sent twice or left behind, and all goes on when the clock is right; what was reviewed on another day is to be reviewed again',
    trials: NODE_OFFSETS_S.length,
    ciTrials: 0,
    cannotRun: () =>
      withoutPostgres() ?? (library() === undefined ? 'libfaketime is not installed' : undefined),
    run: async (run) => {
      const folder = mkdtempSync(join(tmpdir(), 'pestle-clock-'));
      const file = join(folder, 'offset');
      const set = (seconds: number): void => writeFileSync(file, `${seconds >= 0 ? '+' : ''}${seconds}`);
      set(0);
      const wrong = {
        LD_PRELOAD: library() ?? '',
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      try {
        return await onStage(
          run,
          { nodes: 2, electronicOnly: true, nodeEnv: (index) => (index === 0 ? wrong : {}) },
          async (stage) => {
            const recoveryMs: number[] = [];
            const trials = await run.repeat(async (trial) => {
              await stage.load.more(3);
              set(NODE_OFFSETS_S[(trial - 1) % NODE_OFFSETS_S.length] ?? 0);
              await sleep(HOLDS_MS);
              set(0);
              recoveryMs.push(await stage.load.recovered(performance.now()));
            });
            const verdict = await stage.settleAndJudge({
              // Signed in by a clock that was ahead: the token is refused until that time comes.
              explained: (refusal) => refusal.includes('UNAUTHENTICATED'),
            });
            // Reviewed on one day and signed on another: whoever signs is shown it again.
            const [again, broken] = [true, false].map((is) =>
              verdict.broken.filter((text) => text.includes('SIGNATURE_INVALIDATED') === is),
            );
            return outcomeOf(
              { ...verdict, broken: broken ?? [] },
              {
                trials,
                recoveryMs,
                broken: nodesGone(stage),
                figures: { toReviewAgain: again?.length ?? 0 },
              },
            );
          },
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
  {
    id: 'F17',
    family: 'clock',
    name: "an embedded store's clock is set an hour ahead, a day back and right again under load (its thread's clock is set, not the machine's)",
    holds: 'every acknowledged order leaves once, soon after the clock is right',
    trials: 1,
    ciTrials: 0,
    run: async (run) => {
      let judged = 0;
      const broken: string[] = [];
      const trials = await run.repeat(async (trial) => {
        const { acknowledged, violations } = await runCrash({
          store: 'embedded',
          kills: 0,
          clockOffsetsMs: STORE_OFFSETS_MS,
          electronicOnly: true,
          seed: run.seed + trial,
        });
        judged += acknowledged;
        broken.push(...violations);
      });
      return {
        trials: trials * STORE_OFFSETS_MS.length,
        judged,
        lost: broken.filter((text) => /^I[12]: /.test(text)).length,
        doubled: broken.filter((text) => /^(?:I3|W5): /.test(text)).length,
        broken,
        recoveryMs: [],
      };
    },
  },
];
