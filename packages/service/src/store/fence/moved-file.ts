// The file beside an embedded store's directory that says where it was moved: a backup of the directory that is put back later does not undo it.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreNotUsableError } from '../not-usable.ts';

export interface MovedTo {
  /** The move. */
  readonly id: string;
  /** The database, without credentials. */
  readonly to: string;
  readonly at: string;
}

const OWNER_ONLY = 0o600;

export function movedFileOf(directory: string): string {
  return `${resolve(directory)}.moved`;
}

/** Undefined where nothing was moved from here. */
export function readMovedFile(directory: string): MovedTo | undefined {
  const path = movedFileOf(directory);
  if (!existsSync(path)) return undefined;
  try {
    const { id, to, at } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return { id: String(id), to: String(to), at: String(at) };
  } catch {
    // Whoever wrote something else into it has not said that the store may be served.
    return { id: '', to: `what ${path} says`, at: 'a time that cannot be read' };
  }
}

/** On the disk when it returns. */
export function writeMovedFile(directory: string, moved: MovedTo): void {
  const path = movedFileOf(directory);
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', OWNER_ONLY);
  try {
    writeSync(file, `${JSON.stringify(moved)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** What lies in the directory was moved to PostgreSQL, or is a copy of what was. */
export class StoreMovedError extends StoreNotUsableError {
  constructor(directory: string, { to, at }: Pick<MovedTo, 'to' | 'at'>) {
    super(
      `The store in ${directory} was moved to ${to} at ${at}, and must not be served again: each prescription that waits in it would leave twice. Serve the other one: set DATABASE_URL. (Where that one is lost: docs/guides/moving.md.)`,
    );
  }
}
