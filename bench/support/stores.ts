// Which of the two stores a bench runs on.
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';

export type StoreKind = 'postgres' | 'embedded';

const KINDS: readonly StoreKind[] = ['postgres', 'embedded'];

export const isStoreKind = (arg: string): arg is StoreKind => KINDS.some((kind) => kind === arg);

/** The stores that the arguments name, both when they name none; says so where PostgreSQL is not installed. */
export function chosenStores(args: readonly string[]): readonly StoreKind[] {
  const named = args.filter(isStoreKind);
  return KINDS.filter((kind) => named.length === 0 || named.includes(kind)).filter((kind) => {
    if (kind !== 'postgres' || postgresBinaries() !== undefined) return true;
    console.log('PostgreSQL is not installed: left out');
    return false;
  });
}
