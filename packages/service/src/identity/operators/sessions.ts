// The sessions of the operators' console: begun by a sign-in, kept as hashes, over when idle, when old, or when their user is no operator any more.
import { recordNetworkAct } from '../../audit/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { isEnded } from '../accounts/ended.ts';
import { hashSecret } from '../applications/application-secrets.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { NoOperator, Operator } from './operator.ts';
import { checkOperator } from './operator.ts';

export type SessionTable = {
  secret_hash: string;
  user_id: string;
  proven_at: string;
  begun_at: string;
  last_seen_at: string;
};

type SessionTables = { operator_session: SessionTable };

export interface OperatorSession {
  /** What names it in the list of its operator's sessions; it opens nothing. */
  readonly id: string;
  readonly operator: Operator;
  /** The person proved who they are a moment ago: good for acts that hand out access. */
  readonly fresh: boolean;
  /** Goes into every form of the session: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface SessionDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
}

const SECRET_BYTES = 32;

/** What an ID token says of a person who signed in to the console. */
export interface OperatorProof {
  readonly userId: string;
  readonly orgId: string;
  readonly provenAt: number;
  readonly secondFactor: boolean;
}

export type Begun =
  | { readonly secret: string }
  | { readonly refused: NoOperator; readonly userId: string; readonly orgId: string };

/** Begins a session; the one before it in the same browser ends. */
export async function beginSession(
  { store, ports }: SessionDeps,
  proof: OperatorProof,
  before: string | undefined,
): Promise<Begun> {
  const secret = Buffer.from(ports.random.bytes(SECRET_BYTES)).toString('base64url');
  return await store.asDoor(async (tx) => {
    if (before !== undefined) await removeSession(tx, before);
    const check = await checkOperator(tx, proof.userId);
    const refusal = (refused: NoOperator): Begun => ({ refused, userId: proof.userId, orgId: proof.orgId });
    if ('refused' in check) return refusal(check.refused);
    if (!proof.secondFactor) return refusal('second-factor');
    // A sign-in under way is ended by what ends sessions.
    if (isEnded(proof.provenAt, check.tokensNotBefore)) return refusal('inactive');
    const at = nowText(ports);
    await tx
      .withTables<SessionTables>()
      .insertInto('operator_session')
      .values({
        secret_hash: hashSecret(secret),
        user_id: proof.userId,
        proven_at: new Date(proof.provenAt).toISOString(),
        begun_at: at,
        last_seen_at: at,
      })
      .execute();
    await recordSession(tx, ports, check.operator, 'operator.sign-in');
    return { secret };
  });
}

/** The session of a cookie's value while it holds. One that does not is removed, so that it never holds again. */
export async function readSession(
  { store, ports, key }: SessionDeps,
  secret: string,
): Promise<OperatorSession | undefined> {
  const hash = hashSecret(secret);
  return await store.asDoor(async (tx) => {
    const tables = tx.withTables<SessionTables>();
    const row = await tables
      .selectFrom('operator_session')
      .selectAll()
      .where('secret_hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const now = ports.clock.now();
    const check = await checkOperator(tx, row.user_id);
    const provenAt = Date.parse(row.proven_at);
    if ('refused' in check || isEnded(provenAt, check.tokensNotBefore) || isOver(row, now)) {
      await removeSession(tx, secret);
      return undefined;
    }
    if (now - Date.parse(row.last_seen_at) > IDENTITY_LIMITS.operatorSeenIntervalMs)
      await tables
        .updateTable('operator_session')
        .set({ last_seen_at: new Date(now).toISOString() })
        .where('secret_hash', '=', hash)
        .execute();
    const fresh = now - provenAt <= IDENTITY_LIMITS.operatorProofAgeSeconds * 1000;
    return { id: hash, operator: check.operator, fresh, formToken: key.mac('operator form', hash) };
  });
}

function isOver(row: SessionTable, now: number): boolean {
  return (
    now - Date.parse(row.last_seen_at) >= IDENTITY_LIMITS.operatorIdleSeconds * 1000 ||
    now - Date.parse(row.begun_at) >= IDENTITY_LIMITS.operatorSessionSeconds * 1000
  );
}

/** Ends a session as its person asks; nothing where there is none. */
export async function endSession({ store, ports }: SessionDeps, secret: string): Promise<void> {
  await store.asDoor(async (tx) => {
    const userId = await removeSession(tx, secret);
    const check = userId === undefined ? undefined : await checkOperator(tx, userId);
    if (check !== undefined && 'operator' in check)
      await recordSession(tx, ports, check.operator, 'operator.sign-out');
  });
}

async function recordSession(
  tx: Tx,
  ports: Ports,
  { by, userId }: Operator,
  action: 'operator.sign-in' | 'operator.sign-out',
): Promise<void> {
  const subject = { kind: 'operator', id: userId };
  await recordNetworkAct(tx, ports, { operator: by, action, subject, detail: {} });
}

/** One of an operator's sessions. Times are ISO 8601, UTC; the last one to some seconds. */
export interface ListedSession {
  readonly id: string;
  readonly begunAt: string;
  readonly lastSeenAt: string;
}

export interface OperatorSessions {
  /** Those of one operator that hold, the last used first. */
  list(operator: Operator): Promise<readonly ListedSession[]>;
  /** Ends one of the operator's own; nothing for one that has ended, or is somebody else's. */
  end(operator: Operator, id: string): Promise<void>;
  /** Ends all of the operator's own but one. */
  endOthers(operator: Operator, keptId: string): Promise<void>;
  /** After how long without use a session ends. */
  readonly idleMinutes: number;
}

export function createOperatorSessions({ store, ports }: SessionDeps): OperatorSessions {
  const ofOperator = async (tx: Tx, userId: string): Promise<readonly SessionTable[]> => {
    const rows = await tx
      .withTables<SessionTables>()
      .selectFrom('operator_session')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .execute();
    return rows.filter((row) => !isOver(row, ports.clock.now()));
  };
  const end = async (tx: Tx, operator: Operator, id: string): Promise<void> => {
    const ended = await tx
      .withTables<SessionTables>()
      .deleteFrom('operator_session')
      .where('secret_hash', '=', id)
      .where('user_id', '=', operator.userId)
      .executeTakeFirst();
    if (ended.numDeletedRows > 0n) await recordSession(tx, ports, operator, 'operator.sign-out');
  };
  return {
    list: async ({ userId }) =>
      (await store.asDoor((tx) => ofOperator(tx, userId))).map((row) => ({
        id: row.secret_hash,
        begunAt: row.begun_at,
        lastSeenAt: row.last_seen_at,
      })),
    end: (operator, id) => store.asDoor((tx) => end(tx, operator, id)),
    endOthers: (operator, keptId) =>
      store.asDoor(async (tx) => {
        for (const { secret_hash: id } of await ofOperator(tx, operator.userId))
          if (id !== keptId) await end(tx, operator, id);
      }),
    idleMinutes: IDENTITY_LIMITS.operatorIdleSeconds / 60,
  };
}

/** Ends what a user had begun by a moment; what came later stays, so that it may be repeated. */
export async function endOperatorSessionsFromBefore(tx: Tx, userId: string, at: string): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .deleteFrom('operator_session')
    .where('user_id', '=', userId)
    .where('begun_at', '<=', at)
    .execute();
}

/** Whose it was. */
async function removeSession(tx: Tx, secret: string): Promise<string | undefined> {
  const row = await tx
    .withTables<SessionTables>()
    .deleteFrom('operator_session')
    .where('secret_hash', '=', hashSecret(secret))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Removes what is over by its age: housekeeping. */
export async function pruneSessions({ store, ports }: Pick<SessionDeps, 'store' | 'ports'>): Promise<void> {
  const idleSince = new Date(ports.clock.now() - IDENTITY_LIMITS.operatorIdleSeconds * 1000).toISOString();
  await store.asDoor((tx) =>
    tx
      .withTables<SessionTables>()
      .deleteFrom('operator_session')
      .where('last_seen_at', '<', idleSince)
      .execute(),
  );
}
