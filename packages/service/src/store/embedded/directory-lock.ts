// Makes sure that one process at a time owns an embedded store's directory; the kernel frees the lock however the owner dies.
import { DatabaseSync } from 'node:sqlite';
import { StoreNotUsableError } from '../not-usable.ts';

export class DirectoryInUseError extends StoreNotUsableError {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another Pestle process. Stop that process, or choose another directory.`,
    );
  }
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Holds an exclusive SQLite transaction on `<directory>/lock.sqlite` until released. No other code of the process may
 * open that file: closing any descriptor of it would free the lock (POSIX record locks belong to the process).
 */
export function lockDirectory(directory: string): DirectoryLock {
  const database = new DatabaseSync(`${directory}/lock.sqlite`, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive');
    database.exec('create table if not exists owner (process_id integer)');
  } catch (error) {
    database.close();
    throw isBusy(error) ? new DirectoryInUseError(directory) : error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
