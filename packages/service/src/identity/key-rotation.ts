// Seals anew what the store keeps under the identity key when that key rotates, and names what still needs an earlier key.
import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import type { IdentityKey } from './identity-key.ts';
import { IDENTITY_LIMITS } from './limits.ts';
import { signingKeyAddress } from './provider/signing-keys.ts';
import { recoveryCodeHoldersOfOtherKeys } from './second-factor/recovery-codes.ts';
import { totpAddress } from './second-factor/totp.ts';

/** What still needs a key other than the current one. */
export interface KeyNeeds {
  /** Token keys and seeds of one-time codes that an earlier key opens; the service brings them along by itself. */
  readonly earlier: number;
  /** Those that no configured key opens. */
  readonly lost: number;
  /** People whose recovery codes an earlier key made: those end with it, and cannot be made anew without the person. */
  readonly recoveryCodeHolders: number;
}

interface SealedRow {
  readonly id: string;
  readonly sealed: Uint8Array;
}

/** Sealed columns of identity: whose rows, and where a value belongs. */
const COLUMNS = [
  { table: 'signing_key', id: 'kid', column: 'private_jwk_sealed', address: signingKeyAddress },
  { table: 'account', id: 'id', column: 'totp_secret', address: totpAddress },
  {
    table: 'pharmacy_account',
    id: 'id',
    column: 'totp_secret',
    address: (id: string) => `pharmacy_account totp_secret ${id}`,
  },
] as const;

type Column = (typeof COLUMNS)[number];

/** Their tables, by names that the types do not know. */
type AnySealedTable = { [table: string]: { [column: string]: unknown } };

/** Seals by the current key what an earlier one sealed. Returns how many rows. Safe on several nodes. */
export async function resealIdentity(store: Store, key: IdentityKey): Promise<number> {
  let count = 0;
  for (const column of COLUMNS)
    for await (const rows of pages(store, column))
      for (const { id, sealed } of rows) {
        const anew = resealed(key, column.address(id), sealed);
        if (anew === null || anew === undefined) continue;
        // Only over what was read: somebody may have enrolled anew meanwhile.
        const { numUpdatedRows } = await store.asDoor((tx) =>
          tx
            .withTables<AnySealedTable>()
            .updateTable(column.table)
            .set({ [column.column]: anew })
            .where(column.id, '=', id)
            .where(column.column, '=', sealed)
            .executeTakeFirst(),
        );
        count += Number(numUpdatedRows);
      }
  return count;
}

/** For `pestle doctor`: whether earlier keys may be removed. Changes nothing. */
export async function keyNeeds(store: Store, key: IdentityKey): Promise<KeyNeeds> {
  let earlier = 0;
  let lost = 0;
  for (const column of COLUMNS)
    for await (const rows of pages(store, column))
      for (const { id, sealed } of rows) {
        const anew = resealed(key, column.address(id), sealed);
        if (anew === undefined) lost += 1;
        else if (anew !== null) earlier += 1;
      }
  const recoveryCodeHolders = await store.asDoor((tx) => recoveryCodeHoldersOfOtherKeys(tx, key));
  return { earlier, lost, recoveryCodeHolders };
}

/** Null when it is by the current key, undefined when no key opens it. */
function resealed(key: IdentityKey, address: string, sealed: Uint8Array): Uint8Array | null | undefined {
  try {
    return key.reseal(address, sealed);
  } catch {
    return undefined;
  }
}

async function* pages(store: Store, column: Column): AsyncGenerator<readonly SealedRow[]> {
  let after = '';
  for (;;) {
    const rows = await store.asDoor((tx) => page(tx, column, after));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

async function page(tx: Tx, { table, id, column }: Column, after: string): Promise<readonly SealedRow[]> {
  const byteOrder = sql<string>`${sql.ref(id)} collate "C"`;
  const rows = await tx
    .withTables<AnySealedTable>()
    .selectFrom(table)
    .select([`${id} as id`, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(byteOrder, '>', after)
    .orderBy(byteOrder)
    .limit(IDENTITY_LIMITS.resealedRowsPerPage)
    .execute();
  return rows as readonly object[] as readonly SealedRow[];
}
