// Counts wrong tries in the store, for all nodes: a try is taken before a proof is compared, and given back when it was right.
import { Failure } from '../kernel/errors.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { TRIES_LIMITS } from './limits.ts';
import { GIVE_BACK, RESERVE, removeWhole } from './tries-sql.ts';

export type { TryName } from './try-names.ts';
export { createTryNames } from './try-names.ts';

/** How many wrong tries are let through, and how long until there is one more. */
export interface TryLimit {
  readonly tries: number;
  readonly secondsPerTry: number;
}

/** A limit and whose it is; the name is a keyed hash, so that the table holds neither addresses nor e-mails. */
export interface TryBudget extends TryLimit {
  readonly name: string;
}

export interface TryDeps {
  readonly store: Pick<Store, 'pipeline'>;
  readonly ports: { readonly clock: Clock };
}

export interface SlowDown {
  readonly kind: 'slow-down';
  readonly retryAfterSeconds: number;
}

export type Judged = { readonly kind: 'right' } | { readonly kind: 'wrong' } | SlowDown;

/**
 * Asks `isRight` when every budget has a try left. The try is taken before, so that however many come at the same moment, on
 * however many nodes, no more proofs are compared than there are tries; a right one costs nothing. Neither does one that
 * could not be compared, which `isRight` says by throwing a Failure.
 */
export async function judge(
  deps: TryDeps,
  budgets: readonly TryBudget[],
  isRight: () => Promise<boolean>,
): Promise<Judged> {
  const refused = await reserveTry(deps, budgets);
  if (refused !== null) return refused;
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    if (error instanceof Failure) await giveBack(deps, budgets);
    throw error;
  }
  if (!right) return { kind: 'wrong' };
  await giveBack(deps, budgets);
  return { kind: 'right' };
}

/** Takes a try from every budget, for what is counted and never given back; when one of them has none it takes none. */
export async function reserveTry(
  { store, ports }: TryDeps,
  budgets: readonly TryBudget[],
): Promise<SlowDown | null> {
  const values = [
    budgets.map(({ name }) => name),
    budgets.map(({ tries }) => tries),
    budgets.map(({ secondsPerTry }) => secondsPerTry),
    new Date(ports.clock.now()).toISOString(),
  ];
  const [rows = []] = await store.pipeline([
    { scope: { role: 'door' }, steps: [{ statement: RESERVE, values }] },
  ]);
  const seconds = Number(rows[0]?.['seconds']);
  return seconds === 0 ? null : { kind: 'slow-down', retryAfterSeconds: Math.ceil(seconds) };
}

async function giveBack({ store }: TryDeps, budgets: readonly TryBudget[]): Promise<void> {
  const values = [budgets.map(({ name }) => name), budgets.map(({ secondsPerTry }) => secondsPerTry)];
  await store.pipeline([{ scope: { role: 'door' }, steps: [{ statement: GIVE_BACK, values }] }]);
}

/** Forgets budgets that are whole again. */
export async function pruneTries(store: Pick<Store, 'asDoor'>, clock: Clock): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  let removed: number;
  do {
    removed = await store.asDoor((tx) => removeWhole(tx, now, TRIES_LIMITS.forgottenPerStepMax));
  } while (removed === TRIES_LIMITS.forgottenPerStepMax);
}
