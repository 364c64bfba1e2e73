// Makes every write safe to send again: the key, a fingerprint of the request and the ids it made live in the write's own transaction.
import { createHash } from 'node:crypto';
import type { Actor } from '../kernel/actor.ts';
import { Failure } from '../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../kernel/failures/sql-errors.ts';
import type { TenantStore, Tx } from '../store/store.ts';
import type { OrgKeys } from '../vault/vault.ts';
import { keysOf } from '../vault/vault.ts';

export type IdempotencyTables = {
  idempotency_key: {
    org_id: string;
    actor_id: string;
    key: string;
    operation: string;
    fingerprint: string;
    result: unknown;
  };
};

/** What makes a write repeatable: the caller's key and what it was used for. */
export interface WriteKey {
  readonly key: string;
  readonly operation: string;
  readonly fingerprint: string;
}

/** The key of one write; `input` is everything the caller sent for it. */
export function writeKey(key: string, operation: string, input: unknown): WriteKey {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('hex');
  return { key, operation, fingerprint };
}

/**
 * Runs a write once per key. `work` returns ids (or other small facts without health information) that are kept for 30 days;
 * a repetition with the same key gets them back without running `work`, and answers with the record as it is then.
 * Throws IDEMPOTENCY_KEY_REUSED when the key was used for another request.
 */
export async function writeOnce<Result extends object>(
  store: TenantStore,
  actor: Actor,
  write: WriteKey,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.withOrg(actor.orgId, async (tx) => {
      const earlier = await earlierResult(tx, actor, write);
      if (earlier !== undefined) return earlier as Result;
      const result = await work(tx);
      await tx
        .withTables<IdempotencyTables>()
        .insertInto('idempotency_key')
        .values({
          org_id: actor.orgId,
          actor_id: actor.id,
          key: write.key,
          operation: write.operation,
          fingerprint: storedFingerprint(keysOf(tx), write),
          result: JSON.stringify(result),
        })
        .execute();
      return result;
    });
  } catch (error) {
    if (!(error instanceof Failure) && sqlState(error) !== SQLSTATE.uniqueViolation) throw error;
    // Another request with the same key may have committed first, so that this one found its work done or its key taken: it
    // undid all it did, and answers with the other's result.
    const result = await repeatedResult(store, actor, write);
    if (result === undefined) throw error;
    return result as Result;
  }
}

/** The fingerprint under the organization's own key: a plain hash would confirm a guessed patient. */
export function storedFingerprint(keys: OrgKeys, { fingerprint }: WriteKey): string {
  return Buffer.from(keys.digest('idempotency', fingerprint)).toString('hex');
}

/** What an earlier request with this key made, or undefined. Throws when the key was used for another request. */
export function repeatedResult(
  store: TenantStore,
  actor: Actor,
  write: WriteKey,
): Promise<object | undefined> {
  return store.withOrg(actor.orgId, (tx) => earlierResult(tx, actor, write));
}

/** As `repeatedResult`, in the caller's transaction. */
export async function earlierResult(tx: Tx, actor: Actor, write: WriteKey): Promise<object | undefined> {
  const row = await tx
    .withTables<IdempotencyTables>()
    .selectFrom('idempotency_key')
    .select(['operation', 'fingerprint', 'result'])
    .where('org_id', '=', actor.orgId)
    .where('actor_id', '=', actor.id)
    .where('key', '=', write.key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.operation !== write.operation || row.fingerprint !== storedFingerprint(keysOf(tx), write)) {
    throw new Failure(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used for another request. Use a new key for a new write.',
    );
  }
  return row.result as object;
}
