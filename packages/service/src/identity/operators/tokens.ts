// Personal tokens of operators, for scripts: made with a name and an end, shown once, kept as hashes, and good while their maker is an operator.
import * as v from 'valibot';
import { recordNetworkAct } from '../../audit/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { idInput, parsedBy, validate } from '../../kernel/validate.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import type { Tx } from '../../store/store.ts';
import { reserveTry } from '../../tries/tries.ts';
import { isEnded } from '../accounts/ended.ts';
import { hashSecret } from '../applications/application-secrets.ts';
import { IDENTITY_LIMITS, TRY_LIMITS } from '../limits.ts';
import type { Operator } from './operator.ts';
import { checkOperator } from './operator.ts';
import type { SessionDeps } from './sessions.ts';

type TokenTable = {
  id: string;
  user_id: string;
  name: string;
  secret_hash: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  ended_at: string | null;
};

type TokenTables = { operator_token: TokenTable };

/** A token without its value. Times are ISO 8601, UTC. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To the minute; null before the first time. */
  readonly lastUsedAt: string | null;
  readonly endedAt: string | null;
  readonly state: 'valid' | 'expired' | 'ended';
}

export interface OperatorTokens {
  /** The longest life of a token. */
  readonly daysMax: number;
  /** Those of one operator, the newest first. */
  list(operator: Operator): Promise<readonly OperatorToken[]>;
  /**
   * Makes one under an id (`opt_…`) that the caller chose, so that a repetition makes no second one; `secret` is null then. Throws
   * INVALID_INPUT.
   */
  make(
    operator: Operator,
    input: { readonly id: string; readonly name: string; readonly days: number },
  ): Promise<{ readonly token: OperatorToken; readonly secret: string | null }>;
  /** Ends one of the operator's own; one that has ended stays so. Throws NOT_FOUND. */
  end(operator: Operator, id: string): Promise<OperatorToken>;
}

/** Recognizable in a leak scan. */
const PREFIX = 'pestle_operator_';
const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;

const inputSchema = v.strictObject({
  id: idInput('opt'),
  name: v.pipe(v.string(), parsedBy(plainText(IDENTITY_LIMITS.operatorTokenNameCharactersMax))),
  days: v.pipe(
    v.number(),
    v.integer('Give whole days.'),
    v.minValue(1, 'Give one day at least.'),
    v.maxValue(
      IDENTITY_LIMITS.operatorTokenDaysMax,
      `A token lives for ${IDENTITY_LIMITS.operatorTokenDaysMax} days at most.`,
    ),
  ),
});

export function createOperatorTokens(deps: SessionDeps): OperatorTokens {
  const { store, ports } = deps;
  return {
    daysMax: IDENTITY_LIMITS.operatorTokenDaysMax,
    list: (operator) =>
      store.asDoor(async (tx) => {
        const rows = await tokensOf(tx, operator).orderBy('created_at', 'desc').execute();
        return rows.map((row) => toToken(row, ports.clock.now()));
      }),
    make: (operator, input) => make(deps, operator, input),
    end: (operator, id) => end(deps, operator, id),
  };
}

const tokensOf = (tx: Tx, { userId }: Operator) =>
  tx.withTables<TokenTables>().selectFrom('operator_token').selectAll().where('user_id', '=', userId);

async function make(
  { store, ports }: SessionDeps,
  operator: Operator,
  input: Parameters<OperatorTokens['make']>[1],
): ReturnType<OperatorTokens['make']> {
  const { id, name, days } = validate(inputSchema, input);
  const secret = `${PREFIX}${Buffer.from(ports.random.bytes(SECRET_BYTES)).toString('base64url')}`;
  const now = ports.clock.now();
  return await store.asDoor(async (tx) => {
    const { numInsertedOrUpdatedRows: made } = await tx
      .withTables<{ operator_token: Omit<TokenTable, 'last_used_at' | 'ended_at'> }>()
      .insertInto('operator_token')
      .values({
        id,
        user_id: operator.userId,
        name,
        secret_hash: hashSecret(secret),
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + days * DAY_MS).toISOString(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const token = toToken(await mustFind(tx, operator, id), now);
    if (made !== 1n) return { token, secret: null };
    await recordNetworkAct(tx, ports, {
      operator: operator.by,
      action: 'operator.make-token',
      subject: { kind: 'operator-token', id },
      detail: { expiresAt: token.expiresAt },
    });
    return { token, secret };
  });
}

async function end({ store, ports }: SessionDeps, operator: Operator, id: string): Promise<OperatorToken> {
  return await store.asDoor(async (tx) => {
    await mustFind(tx, operator, id);
    const { numUpdatedRows } = await tx
      .withTables<TokenTables>()
      .updateTable('operator_token')
      .set({ ended_at: nowText(ports) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n)
      await recordNetworkAct(tx, ports, {
        operator: operator.by,
        action: 'operator.end-token',
        subject: { kind: 'operator-token', id },
        detail: {},
      });
    return toToken(await mustFind(tx, operator, id), ports.clock.now());
  });
}

/** One of the operator's own. Throws NOT_FOUND. */
async function mustFind(tx: Tx, operator: Operator, id: string): Promise<TokenTable> {
  const row = await tokensOf(tx, operator).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('token');
  return row;
}

/** Whose token it is. Throws UNAUTHENTICATED; TOKEN_EXPIRED for one that was good; RATE_LIMITED where one address sends many that are none. */
export async function operatorOfToken(deps: SessionDeps, token: string, address: string): Promise<Operator> {
  const { store, ports } = deps;
  const now = ports.clock.now();
  const found = await store.asDoor(async (tx) => {
    const tables = tx.withTables<TokenTables>();
    const row = await tables
      .selectFrom('operator_token')
      .selectAll()
      .where('secret_hash', '=', hashSecret(token))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { state } = toToken(row, now);
    if (state === 'expired') return 'expired';
    const check = await checkOperator(tx, row.user_id);
    if (state === 'ended' || 'refused' in check) return 'ended';
    if (isEnded(Date.parse(row.created_at), check.tokensNotBefore)) return 'ended';
    if (now - Date.parse(row.last_used_at ?? row.created_at) > IDENTITY_LIMITS.operatorSeenIntervalMs)
      await tables
        .updateTable('operator_token')
        .set({ last_used_at: new Date(now).toISOString() })
        .where('id', '=', row.id)
        .execute();
    return check.operator;
  });
  if (found === 'expired')
    throw new Failure('TOKEN_EXPIRED', 'The operator token has expired. Make another one in the console.');
  if (found === 'ended')
    throw new Failure(
      'UNAUTHENTICATED',
      'The operator token was ended, or its maker is no operator any more.',
    );
  if (found === undefined) return await refuseWrong(deps, address);
  return found;
}

/** A wrong token is counted after it was looked up, so that nobody's wrong ones keep the right ones of the same address out. */
async function refuseWrong({ store, ports, key }: SessionDeps, address: string): Promise<never> {
  const name = key.mac('throttle operator token', addressKey(address));
  const slow = await reserveTry({ store, ports }, [{ name, ...TRY_LIMITS.operatorToken }]);
  if (slow !== null)
    throw new Failure('RATE_LIMITED', 'Too many wrong operator tokens from this address. Wait, then go on.', {
      retryAfterSeconds: slow.retryAfterSeconds,
    });
  throw new Failure('UNAUTHENTICATED', 'This is no operator token. Make one in the console.');
}

/** Ends what users hold as operators, for good, in the transaction of an act that ends their access. */
export async function endOperatorAccess(tx: Tx, userIds: readonly string[], at: string): Promise<void> {
  const tables = tx.withTables<TokenTables & { operator_session: { user_id: string } }>();
  await tables
    .deleteFrom('operator_session')
    .where('user_id', 'in', [...userIds])
    .execute();
  await tables
    .updateTable('operator_token')
    .set({ ended_at: at })
    .where('user_id', 'in', [...userIds])
    .where('ended_at', 'is', null)
    .execute();
}

function toToken(row: TokenTable, now: number): OperatorToken {
  const { id, name, created_at, expires_at, last_used_at, ended_at } = row;
  const over = Date.parse(expires_at) <= now ? 'expired' : 'valid';
  return {
    id,
    name,
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
    endedAt: ended_at,
    state: ended_at === null ? over : 'ended',
  };
}
