// Keeps what a node remembers of its store in a small file outside of it, so that an older state is noticed at the next start.
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { Remembered } from './judge.ts';
import { isSamePlace } from './judge.ts';
import { fileMark } from './place.ts';

export interface WitnessFile {
  /** Undefined where there is none, or where the file is itself a copy. */
  readonly read: () => Remembered | undefined;
  /** False where it could not be written. */
  readonly write: (remembered: Remembered) => boolean;
}

/** One write of one block: what a crash leaves is the one or the other. */
const FILE_BYTES = 256;
const OWNER_ONLY = 0o600;

/**
 * The file knows its own number: a copy that was restored together with the store does not count. It is written in place and
 * without waiting for the disk, after the store has kept what it says: it may be behind the store, and is never ahead of it.
 */
export function witnessFile(path: string): WitnessFile {
  return {
    read: () => {
      try {
        const { self, incarnation, beats } = JSON.parse(readFileSync(path, 'utf8')) as Record<
          string,
          unknown
        >;
        if (typeof self !== 'string' || typeof incarnation !== 'string' || typeof beats !== 'number')
          return undefined;
        if (!isSamePlace(self, fileMark(path))) return undefined;
        return { incarnation, beats };
      } catch {
        return undefined;
      }
    },
    write: ({ incarnation, beats }) => {
      let file: number | undefined;
      try {
        file = openSync(path, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY);
        const text = JSON.stringify({ incarnation, beats, self: fileMark(path) });
        writeSync(file, `${text.padEnd(FILE_BYTES - 1)}\n`, 0);
        return true;
      } catch {
        return false;
      } finally {
        if (file !== undefined) closeSync(file);
      }
    },
  };
}
