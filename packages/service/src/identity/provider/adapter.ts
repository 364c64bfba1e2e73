// Keeps what the OpenID provider remembers (sessions, grants, codes, refresh tokens) in our store, as the role `door`.
import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Clock } from '../../kernel/ports.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { END_GRANT_OF, REMOVE_EXPIRED } from './artifacts-sql.ts';
import type { ClientMetadataLookup } from './clients.ts';

type ArtifactTable = {
  model: string;
  id_hash: string;
  payload: unknown;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  account_id: string | null;
  consumed_at: string | null;
  expires_at: string;
};

type ArtifactTables = { oidc_artifact: ArtifactTable };

/** The artifact's own id is its secret (code, refresh token, session cookie): only its hash is kept. */
const hashId = (id: string): string => createHash('sha256').update(id).digest('hex');

/** A factory as the provider wants it: one adapter per model. Clients come from the applications. */
export function adapterFor(
  store: Store,
  clock: Clock,
  findClient: ClientMetadataLookup,
  grantEnded: () => void,
): (model: string) => Adapter {
  return (model) =>
    model === 'Client' ? clientAdapter(findClient) : new ArtifactAdapter(store, clock, model, grantEnded);
}

function clientAdapter(find: ClientMetadataLookup): Adapter {
  const never = async (): Promise<never> => {
    throw new Error('applications are not written by the provider');
  };
  return {
    find: async (id) => find(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    upsert: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  };
}

export class ArtifactAdapter implements Adapter {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #model: string;
  readonly #grantEnded: () => void;

  constructor(store: Store, clock: Clock, model: string, grantEnded: () => void = () => undefined) {
    this.#store = store;
    this.#clock = clock;
    this.#model = model;
    this.#grantEnded = grantEnded;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    // The id comes back with every lookup by id; kept in the payload it would undo the hash.
    const { jti: _, ...kept } = payload;
    // A sign-in under way would keep the id of the browser's session, which is its cookie.
    if (this.#model === 'Interaction' && kept.session !== undefined) {
      const { cookie: _cookie, ...session } = kept.session as Record<string, unknown>;
      kept.session = session;
    }
    const values = {
      model: this.#model,
      id_hash: hashId(id),
      payload: JSON.stringify(kept),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      user_code: payload.userCode ?? null,
      account_id: payload.accountId ?? null,
      expires_at: new Date(this.#clock.now() + expiresInSeconds * 1000).toISOString(),
    };
    const { model: _model, id_hash: _id, ...changed } = values;
    // The id of a proof of possession is kept so that it counts once: of two that come together, one must not replace the other.
    const once = this.#model === 'ReplayDetection';
    const written = await this.#store.asDoor((tx) =>
      tx
        .withTables<{
          oidc_artifact: Omit<ArtifactTable, 'payload' | 'consumed_at'> & { payload: string };
        }>()
        .insertInto('oidc_artifact')
        .values(values)
        .onConflict((conflict) => {
          const replaced = conflict.columns(['model', 'id_hash']).doUpdateSet(changed);
          return once ? replaced.where('oidc_artifact.expires_at', '<=', this.#now()) : replaced;
        })
        .executeTakeFirst(),
    );
    if (written.numInsertedOrUpdatedRows !== 1n) throw new errors.InvalidGrant('already used');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#store.asDoor((tx) =>
      tx
        .withTables<ArtifactTables>()
        .selectFrom('oidc_artifact')
        .select(['payload', 'consumed_at'])
        .where('model', '=', this.#model)
        .where('id_hash', '=', hashId(id))
        .where('expires_at', '>', this.#now())
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : { ...toPayload(row), jti: id };
  }

  /** Used for sessions; the answer has no id, because only its hash is known. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#store.asDoor((tx) =>
      tx
        .withTables<ArtifactTables>()
        .selectFrom('oidc_artifact')
        .select(['payload', 'consumed_at'])
        .where('model', '=', this.#model)
        .where('uid', '=', uid)
        .where('expires_at', '>', this.#now())
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : toPayload(row);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Of those that use one code or refresh token at the same moment, one gets through here, and the others end the whole
   * grant: what the first one is given meanwhile is worth nothing, as after a second use later on (RFC 6749, 4.1.2; RFC 9700, 4.14.2).
   */
  async consume(id: string): Promise<void> {
    const first = await this.#store.asDoor(async (tx) => {
      const { numUpdatedRows } = await tx
        .withTables<ArtifactTables>()
        .updateTable('oidc_artifact')
        .set({ consumed_at: this.#now() })
        .where('model', '=', this.#model)
        .where('id_hash', '=', hashId(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) return true;
      await endGrantOf(tx, this.#model, hashId(id));
      return false;
    });
    if (first) return;
    this.#grantEnded();
    throw new errors.InvalidGrant('already used');
  }

  /** Finds it and takes it away in one step: of two that come together, one gets it. */
  async take(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#store.asDoor((tx) =>
      tx
        .withTables<ArtifactTables>()
        .deleteFrom('oidc_artifact')
        .where('model', '=', this.#model)
        .where('id_hash', '=', hashId(id))
        .where('expires_at', '>', this.#now())
        .returning(['payload', 'consumed_at'])
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : { ...toPayload(row), jti: id };
  }

  async destroy(id: string): Promise<void> {
    await this.#store.asDoor((tx) =>
      tx
        .withTables<ArtifactTables>()
        .deleteFrom('oidc_artifact')
        .where('model', '=', this.#model)
        .where('id_hash', '=', hashId(id))
        .execute(),
    );
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#store.asDoor((tx) =>
      tx
        .withTables<ArtifactTables>()
        .deleteFrom('oidc_artifact')
        .where('model', '=', this.#model)
        .where('grant_id', '=', grantId)
        .execute(),
    );
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

/** Ends the grant that an artifact is of, and everything that was given under it. */
async function endGrantOf(tx: Tx, model: string, idHash: string): Promise<void> {
  await runStatement(tx, END_GRANT_OF, [model, idHash]);
}

function toPayload(row: { payload: unknown; consumed_at: string | null }): AdapterPayload {
  return {
    ...(row.payload as AdapterPayload),
    ...(row.consumed_at === null ? {} : { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
  };
}

/** Removes what has expired: housekeeping, some rows at a time. */
export async function pruneArtifacts(store: Store, clock: Clock): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  await store.asDoor((tx) =>
    runStatement(tx, REMOVE_EXPIRED, [now, IDENTITY_LIMITS.expiredRemovedPerStepMax]),
  );
}

/** Whether what a person allowed an application still stands: a sign-out or a stolen refresh token ends it. */
export async function grantLives(tx: Tx, grantId: string, userId: string, at: string): Promise<boolean> {
  const row = await tx
    .withTables<ArtifactTables>()
    .selectFrom('oidc_artifact')
    .select('account_id')
    .where('model', '=', 'Grant')
    .where('id_hash', '=', hashId(grantId))
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row?.account_id === userId;
}

/** Those of some grants, of one at least, that still stand. */
export async function livingGrants(
  tx: Tx,
  grantIds: readonly string[],
  at: string,
): Promise<ReadonlySet<string>> {
  const byHash = new Map(grantIds.map((id) => [hashId(id), id]));
  const rows = await tx
    .withTables<ArtifactTables>()
    .selectFrom('oidc_artifact')
    .select('id_hash')
    .where('model', '=', 'Grant')
    .where('id_hash', 'in', [...byHash.keys()])
    .where('expires_at', '>', at)
    .execute();
  return new Set(rows.flatMap(({ id_hash }) => byHash.get(id_hash) ?? []));
}

/** Ends what an account's users hold: browser sessions, grants and refresh tokens; in the transaction of an act; of one user at least. */
export async function endArtifacts(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .withTables<ArtifactTables>()
    .deleteFrom('oidc_artifact')
    .where('account_id', 'in', [...userIds])
    .execute();
}
