// F18: the file system under PostgreSQL is full under load, and is given room again.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { openOwnDatabase, withoutPostgres } from '../stage/database.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const SIZE = '320m';
const FULL_MS = 4_000;
const PIECE = Buffer.alloc(1_000_000);
/** The log of the server stays small, so that what fills is what we fill. */
const SETTINGS = ['max_wal_size=64MB', 'min_wal_size=32MB'];

/** A file system of memory, of a size of its own; undefined where mounting is not permitted. */
function mountSmall(): { readonly folder: string; unmount(): void } | undefined {
  if (process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pestle-small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes all that is left. Answers how it is given back. */
function fill(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (let piece = PIECE; piece.length > 0; ) {
      try {
        writeSync(file, piece);
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      }
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast);
}

export const full: readonly Fault[] = [
  {
    id: 'F18',
    family: 'disk',
    name: 'the disk of PostgreSQL is full for 4 s under load',
    holds:
      'clients are told 503 and nothing else, nodes live on, and orders are taken again when there is room',
    trials: 3,
    ciTrials: 1,
    cannotRun: () => {
      const without = withoutPostgres();
      if (without !== undefined) return without;
      const small = mountSmall();
      small?.unmount();
      return small === undefined ? 'mounting a small file system is not permitted here' : undefined;
    },
    run: async (run) => {
      const small = mountSmall();
      if (small === undefined) throw new Error('the small file system could not be mounted');
      const { TMPDIR } = process.env;
      const place = join(small.folder, 'cluster');
      mkdirSync(place);
      chmodSync(small.folder, 0o755);
      chmodSync(place, 0o755);
      try {
        const database = async () => {
          process.env['TMPDIR'] = place;
          try {
            return await openOwnDatabase(SETTINGS);
          } finally {
            if (TMPDIR === undefined) delete process.env['TMPDIR'];
            else process.env['TMPDIR'] = TMPDIR;
          }
        };
        return await onStage(run, { nodes: 2, electronicOnly: true, database }, async (stage) => {
          const recoveryMs: number[] = [];
          let restarted = 0;
          const trials = await run.repeat(async () => {
            await stage.load.more(5);
            const free = fill(small.folder);
            await sleep(FULL_MS);
            free();
            const since = performance.now();
            // A server that could not write its log has ended; whoever watches over it starts it again.
            if (stage.database.server?.alive() === false) {
              restarted += 1;
              await stage.database.server.startAgain();
            }
            recoveryMs.push(await stage.load.recovered(since));
          });
          const broken = [...nodesGone(stage), ...otherStatuses(stage)];
          const { statuses } = stage.load.tally;
          if ((statuses[503] ?? 0) === 0) broken.push('nobody was told that the disk is full: it was not');
          return outcomeOf(await stage.settleAndJudge(), {
            trials,
            recoveryMs,
            broken,
            figures: { told503: statuses[503] ?? 0, serverRestarted: restarted },
          });
        });
      } finally {
        small.unmount();
      }
    },
  },
];
