// Refuses to serve a store as something else than it is: production is never served as the sandbox, which asks for no second factor.
import { StoreNotUsableError } from './not-usable.ts';
import type { Store } from './store.ts';

export type Environment = 'production' | 'staging' | 'sandbox';

/** Of one row. */
type IdentityTables = { store_identity: { environment: Environment } };

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
  const is = await store.asDoor((tx) =>
    tx.withTables<IdentityTables>().selectFrom('store_identity').select('environment').executeTakeFirst(),
  );
  return is?.environment;
}

/** Puts down what a new store is, and compares it ever after. Throws OtherEnvironmentError. */
export async function holdToEnvironment(store: Store, wanted: Environment): Promise<void> {
  await store.asKeeper((tx) =>
    tx
      .withTables<IdentityTables>()
      .insertInto('store_identity')
      .values({ environment: wanted })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const is = await environmentOf(store);
  if (is !== undefined && is !== wanted) throw new OtherEnvironmentError(is, wanted);
}
