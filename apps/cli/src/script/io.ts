// What the script commands need of the outside world: a file or standard input, two outputs, an exit code.
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

export interface Io {
  /** The bytes of a file; of standard input without a path or with `-`. */
  readonly read: (path: string | undefined) => Promise<Uint8Array>;
  /** Writes to a file, or to standard output. */
  readonly write: (text: string, path?: string) => Promise<void>;
  /** Writes a line for people, beside the output. */
  readonly note: (line: string) => void;
  readonly exit: (code: number) => void;
}

export const processIo: Io = {
  read: async (path) => (path === undefined || path === '-' ? buffer(process.stdin) : readFile(path)),
  write: async (text, path) => {
    if (path === undefined) process.stdout.write(text);
    else await writeFile(path, text);
  },
  note: (line) => process.stderr.write(`${line}\n`),
  exit: (code) => {
    process.exitCode = code;
  },
};
