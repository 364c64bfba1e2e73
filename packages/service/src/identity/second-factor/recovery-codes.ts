// One-time codes on paper for a lost second factor, kept as keyed hashes.
import { lowerAscii } from '@pestle/rules/letter-case';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

type RecoveryTables = {
  recovery_code: { account_id: string; code_hash: string; used_at: string | null };
};

/** Letters that cannot be taken for one another on paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const GROUP_CHARACTERS = 5;
const PURPOSE = 'recovery code';

/** Replaces all codes of an account and answers the new ones, which can never be shown again. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  accountId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: IDENTITY_LIMITS.recoveryCodes }, () => makeCode(ports));
  const tables = tx.withTables<RecoveryTables>();
  await tables.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await tables
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        account_id: accountId,
        code_hash: `${key.id}.${key.mac(PURPOSE, accountId, normalize(code))}`,
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

/** True when the code was one of the account's and unused; it is used up by this. */
export async function useRecoveryCode(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  accountId: string,
  code: string,
): Promise<boolean> {
  const result = await tx
    .withTables<RecoveryTables>()
    .updateTable('recovery_code')
    .set({ used_at: nowText(ports) })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', hashes(key, accountId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function removeRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx
    .withTables<RecoveryTables>()
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .execute();
}

/** Codes that would be taken now: unused, and by a key that still counts. */
export async function countRecoveryCodes(tx: Tx, key: IdentityKey, accountId: string): Promise<number> {
  const rows = await tx
    .withTables<RecoveryTables>()
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  const keyIds = key.macs(PURPOSE).map(({ keyId }) => keyId);
  return rows.filter(({ code_hash: hash }) => isByKnownKey(hash, keyIds)).length;
}

/** True for what looks like a recovery code and not like a code of an app. */
export function looksLikeRecoveryCode(text: string): boolean {
  return normalize(text).length === 2 * GROUP_CHARACTERS;
}

/** 49 random bits: the throttle allows eight guesses an hour. */
function makeCode(ports: Ports): string {
  let value = Buffer.from(ports.random.bytes(IDENTITY_LIMITS.recoveryCodeBytes)).readBigUInt64BE();
  let text = '';
  for (let position = 0; position < 2 * GROUP_CHARACTERS; position += 1) {
    text += ALPHABET.charAt(Number(value % BigInt(ALPHABET.length)));
    value /= BigInt(ALPHABET.length);
  }
  return `${text.slice(0, GROUP_CHARACTERS)}-${text.slice(GROUP_CHARACTERS)}`;
}

const normalize = (code: string): string => lowerAscii(code).replaceAll(/[^a-z0-9]/g, '');
/** What may be kept of a code: by each key that counts, and as it was written before hashes named their key. */
const hashes = (key: IdentityKey, accountId: string, code: string): string[] =>
  key.macs(PURPOSE, accountId, normalize(code)).flatMap(({ keyId, mac }) => [`${keyId}.${mac}`, mac]);

function isByKnownKey(hash: string, keyIds: readonly string[]): boolean {
  const [keyId, mac] = hash.split('.');
  return mac === undefined || (keyId !== undefined && keyIds.includes(keyId));
}

/** How many people have unused codes that another key than this one made. */
export async function recoveryCodeHoldersOfOtherKeys(tx: Tx, key: IdentityKey): Promise<number> {
  const { holders } = await tx
    .withTables<RecoveryTables>()
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('holders'))
    .where('used_at', 'is', null)
    .where('code_hash', 'not like', `${key.id}.%`)
    .executeTakeFirstOrThrow();
  return holders;
}
