// The sessions of people of a pharmacy: kept as hashes, over when idle, when old, or when their account ends.
import { createHash } from 'node:crypto';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { AccountRow, PharmacyDeskTables } from '../tables.ts';
import { type AccountDeps, accountBy, recordOwnAct } from './accounts.ts';

export type Stage = PharmacyDeskTables['pharmacy_session']['stage'];

export interface DeskSession {
  readonly account: AccountRow;
  readonly stage: Stage;
  /** Goes into every form of the session: a page of another site cannot know it. */
  readonly formToken: string;
}

const SECRET_BYTES = 32;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Begins a session and answers its secret; the one before it in the same browser ends. In the transaction of the proof. */
export async function beginSession(
  tx: Tx,
  { ports }: Pick<AccountDeps, 'ports'>,
  account: Pick<AccountRow, 'id'>,
  stage: Stage,
  before: string | undefined,
): Promise<string> {
  const secret = Buffer.from(ports.random.bytes(SECRET_BYTES)).toString('base64url');
  if (before !== undefined) await removeSession(tx, before);
  const at = nowText(ports);
  await tx
    .withTables<PharmacyDeskTables>()
    .insertInto('pharmacy_session')
    .values({ secret_hash: hashOf(secret), account_id: account.id, stage, begun_at: at, last_seen_at: at })
    .execute();
  return secret;
}

/** The session of a cookie's value while it holds. One that does not is removed, so that it never holds again. */
export async function readSession(
  { store, ports, key }: AccountDeps,
  secret: string | undefined,
): Promise<DeskSession | undefined> {
  if (secret === undefined) return undefined;
  const hash = hashOf(secret);
  return await store.asDoor(async (tx) => {
    const tables = tx.withTables<PharmacyDeskTables>();
    const row = await tables
      .selectFrom('pharmacy_session')
      .selectAll()
      .where('secret_hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const account = await accountBy(tx, { id: row.account_id });
    const now = ports.clock.now();
    if (account?.active !== true || isOver(row, now)) {
      await removeSession(tx, secret);
      return undefined;
    }
    if (now - Date.parse(row.last_seen_at) > LIMITS.seenIntervalMs)
      await tables
        .updateTable('pharmacy_session')
        .set({ last_seen_at: new Date(now).toISOString() })
        .where('secret_hash', '=', hash)
        .execute();
    return { account, stage: row.stage, formToken: key.mac('pharmacy form', hash) };
  });
}

function isOver(row: PharmacyDeskTables['pharmacy_session'], now: number): boolean {
  const age = now - Date.parse(row.begun_at);
  if (row.stage !== 'full') return age >= LIMITS.stepSeconds * 1_000;
  return (
    age >= LIMITS.sessionSeconds * 1_000 || now - Date.parse(row.last_seen_at) >= LIMITS.idleSeconds * 1_000
  );
}

/** As its person asks; nothing where there is none. */
export async function endSession({ store, ports }: AccountDeps, secret: string): Promise<void> {
  await store.asDoor(async (tx) => {
    const accountId = await removeSession(tx, secret);
    const account = accountId === undefined ? undefined : await accountBy(tx, { id: accountId });
    if (account !== undefined) await recordOwnAct(tx, ports, account, 'pharmacy-account.sign-out');
  });
}

/** Whose it was. */
async function removeSession(tx: Tx, secret: string): Promise<string | undefined> {
  const row = await tx
    .withTables<PharmacyDeskTables>()
    .deleteFrom('pharmacy_session')
    .where('secret_hash', '=', hashOf(secret))
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
}

/** Every session of an account. */
export async function endSessionsOf(tx: Tx, accountId: AccountRow['id']): Promise<void> {
  await tx
    .withTables<PharmacyDeskTables>()
    .deleteFrom('pharmacy_session')
    .where('account_id', '=', accountId)
    .execute();
}

/** Removes what nobody has used for longer than any session holds: housekeeping. */
export async function pruneDeskSessions({
  store,
  ports,
}: Pick<AccountDeps, 'store' | 'ports'>): Promise<void> {
  const idleSince = new Date(ports.clock.now() - LIMITS.idleSeconds * 1_000).toISOString();
  await store.asDoor((tx) =>
    tx
      .withTables<PharmacyDeskTables>()
      .deleteFrom('pharmacy_session')
      .where('last_seen_at', '<', idleSince)
      .execute(),
  );
}
