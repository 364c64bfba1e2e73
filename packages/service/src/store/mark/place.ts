// Says where a store lies: numbers that its restored copy does not have, as far as they can be had.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedStore } from '../embedded/embedded-store.ts';
import type { Store } from '../store.ts';
import type { Place } from './judge.ts';
import { POSTGRES_PLACE } from './mark-sql.ts';

const UNKNOWN: Place = { place: null, timeline: null };

/** A server that says nothing of itself, as some that others run do, has no place: only what is remembered counts then. */
export async function placeOf(store: Store): Promise<Place> {
  if (store.kind === 'embedded') {
    const { directory = null } = store as Partial<EmbeddedStore>;
    return directory === null ? UNKNOWN : { place: fileMark(join(directory, 'cluster')), timeline: null };
  }
  try {
    const [[row] = []] = await store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement: POSTGRES_PLACE, values: [] }] },
    ]);
    return { place: String(row?.['place']), timeline: String(row?.['timeline']) };
  } catch {
    return UNKNOWN;
  }
}

/** What a copy of a file or directory does not have in common with it: its number, and when it was made where the system keeps that. */
export function fileMark(path: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Without a time of birth the system gives none, or that of the last change.
  const hasBirth = birthtimeNs !== 0n && birthtimeNs !== ctimeNs;
  return hasBirth ? `${ino}/${birthtimeNs}` : `${ino}`;
}
