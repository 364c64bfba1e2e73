// Refuses to serve a store as something else than it is: production is never served as the sandbox, which asks for no second factor.
import { sql } from 'kysely';
import { StoreNotUsableError } from './not-usable.ts';
import type { Store } from './store.ts';

export type Environment = 'production' | 'staging' | 'sandbox';

/** The store was opened before as something else. Its message tells the operator what to do. */
export class OtherEnvironmentError extends StoreNotUsableError {
  constructor(is: Environment, wanted: Environment) {
    super(
      `This store is a ${is} store, and ENVIRONMENT says ${wanted}. Set ENVIRONMENT=${is}, or name another store: what a store is does not change.`,
    );
  }
}

/** What the store is; undefined while nobody has served it. */
export async function environmentOf(store: Store): Promise<Environment | undefined> {
  return await store.asDoor(async (tx) => {
    const { rows } = await sql<{ environment: Environment }>`select environment from store_identity`.execute(
      tx,
    );
    return rows[0]?.environment;
  });
}

/** Puts down what a new store is, and compares it ever after. Throws OtherEnvironmentError. */
export async function holdToEnvironment(store: Store, wanted: Environment): Promise<void> {
  await store.asKeeper((tx) =>
    sql`insert into store_identity (environment) values (${wanted}) on conflict do nothing`.execute(tx),
  );
  const is = await environmentOf(store);
  if (is !== undefined && is !== wanted) throw new OtherEnvironmentError(is, wanted);
}
