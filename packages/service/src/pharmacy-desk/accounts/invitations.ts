// How somebody of a pharmacy gets an account: an operator's link, good once and for days, and besides it the proof that they stand in the pharmacy.

import { type DeliveryTables, recognizeSecret } from '../../delivery/inside.ts';
import { findBearers, findSigningKeys, hashHookKey, openSigningKeys } from '../../directory/inside.ts';
import {
  type IsBreached,
  type PasswordProblem,
  type TotpEnrolment,
  totpEnrolment,
} from '../../identity/inside.ts';
import { nowText } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import { findFaxLink } from '../../tracking/inside.ts';
import { judge, reserveTry, type SlowDown } from '../../tries/tries.ts';
import { PHARMACY_DESK_LIMITS as LIMITS, PHARMACY_TRY_LIMITS as TRIES } from '../limits.ts';
import type { AccountRow, PharmacyDeskTables } from '../tables.ts';
import { type AccountDeps, accountBy, recordOwnAct, totpAddress } from './accounts.ts';
import { hashChosen, takePassword } from './chosen-password.ts';
import { beginSession } from './sessions.ts';
import { codeBudgets, type SignedIn, useCode } from './sign-in.ts';

const TOKEN_BYTES = 32;
const TOTP_BYTES = 20;
const DAY_MS = 24 * 3_600_000;

/** The token of a new invitation and what is kept of it. */
export function newInvitation({ ports, key }: AccountDeps): {
  readonly token: string;
  readonly hash: string;
  readonly until: string;
} {
  const token = Buffer.from(ports.random.bytes(TOKEN_BYTES)).toString('base64url');
  const until = new Date(ports.clock.now() + LIMITS.invitationSeconds * 1_000).toISOString();
  return { token, hash: key.mac('pharmacy invitation', token), until };
}

/** The account of an invitation that still holds. One that is not known costs a try of the address. */
export async function openInvitation(
  deps: AccountDeps,
  token: string,
  address: string,
): Promise<AccountRow | 'unknown' | SlowDown> {
  const account = await invited(deps, token);
  if (account !== undefined) return account;
  return (await reserveTry(deps, budgets(deps, address))) ?? 'unknown';
}

async function invited({ store, ports, key }: AccountDeps, token: string): Promise<AccountRow | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const hashes = key.macs('pharmacy invitation', token).map(({ mac }) => mac);
  return await store.asDoor((tx) =>
    tx
      .withTables<PharmacyDeskTables>()
      .selectFrom('pharmacy_account')
      .selectAll()
      .where('invitation_hash', 'in', hashes)
      .where('invitation_until', '>', nowText(ports))
      .where('active', '=', true)
      .executeTakeFirst(),
  );
}

const budgets = ({ key }: AccountDeps, address: string) => [
  { name: key.mac('pharmacy invitation address', addressKey(address)), ...TRIES.invitation },
];

export type Accepted =
  | { readonly kind: 'accepted'; readonly secret: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong-proof' }
  | { readonly kind: 'password'; readonly problem: PasswordProblem }
  | SlowDown;

/**
 * Whoever has the link and proves the pharmacy chooses a password. The invitation holds until the app is confirmed, so that a page that was
 * closed in between costs nothing; each time the pharmacy is proved anew.
 */
export async function acceptInvitation(
  deps: AccountDeps & { readonly isBreached: IsBreached },
  given: { readonly token: string; readonly proof: string; readonly password: string },
  from: { readonly address: string; readonly session: string | undefined },
): Promise<Accepted> {
  const { store, ports } = deps;
  const account = await openInvitation(deps, given.token, from.address);
  if (account === 'unknown') return { kind: 'unknown' };
  if ('retryAfterSeconds' in account) return account;
  const judged = await judge(deps, budgets(deps, from.address), async () => {
    const isProved = await provesPharmacy(deps, account.pharmacy_id, given.proof);
    if (!isProved) await store.asDoor((tx) => recordOwnAct(tx, ports, account, 'pharmacy-account.refused'));
    return isProved;
  });
  if (judged.kind === 'slow-down') return judged;
  if (judged.kind === 'wrong') return { kind: 'wrong-proof' };
  const chosen = await hashChosen(deps, account, given.password, from.address);
  if (chosen.kind === 'password') return chosen;
  const secret = await store.asDoor((tx) =>
    takePassword(tx, deps, account, {
      set: {
        password_hash: chosen.hash,
        totp_secret: null,
        totp_confirmed_at: null,
        totp_last_step: 0,
      },
      still: 'invitation_hash',
      action: 'pharmacy-account.accept',
      stage: 'enrol',
      before: from.session,
    }),
  );
  return secret === undefined ? { kind: 'unknown' } : { kind: 'accepted', secret };
}

/**
 * What only somebody in the pharmacy has: the code of a fax that was delivered to it lately, or a key by which it reports to the hook now.
 * Neither is an address that could be typed from a directory.
 */
async function provesPharmacy(
  { store, ports }: AccountDeps,
  pharmacyId: AccountRow['pharmacy_id'],
  typed: string,
): Promise<boolean> {
  const text = typed.trim().slice(0, LIMITS.proofCharactersMax);
  const presented = recognizeSecret(text);
  if (presented?.kind === 'code') {
    const link = await findFaxLink(store, presented);
    if (link === undefined || link.pharmacy_id !== pharmacyId || link.revoked_at !== null) return false;
    const fax = await store.withOrg(link.org_id, (tx) =>
      tx
        .withTables<DeliveryTables>()
        .selectFrom('transmission')
        .select(['accepted_at', 'state'])
        .where('org_id', '=', link.org_id)
        .where('id', '=', link.transmission_id)
        .executeTakeFirst(),
    );
    const since = ports.clock.now() - LIMITS.provingFaxDays * DAY_MS;
    return fax?.state === 'accepted' && fax.accepted_at !== null && Date.parse(fax.accepted_at) >= since;
  }
  if (text === '' || text.includes('\0')) return false;
  const now = nowText(ports);
  const hash = hashHookKey(text);
  if ((await findBearers(store, [hash], now)).get(hash)?.pharmacyId === pharmacyId) return true;
  const sealed = await store.asDoor((tx) => findSigningKeys(tx, pharmacyId, now));
  const keys = await openSigningKeys(store, sealed);
  return keys.some((key) => key.pharmacyId === pharmacyId && isSame(key.secret, text));
}

/** The app that is to be enrolled: the same one while the page is asked for again. */
export async function beginApp(
  deps: AccountDeps,
  accountId: AccountRow['id'],
): Promise<TotpEnrolment | undefined> {
  const { store, ports, key } = deps;
  return await store.asDoor(async (tx) => {
    const account = await accountBy(tx, { id: accountId });
    if (account === undefined || account.totp_confirmed_at !== null || account.password_hash === null)
      return undefined;
    const address = totpAddress(account.id);
    const known = account.totp_secret;
    const secret = known === null ? ports.random.bytes(TOTP_BYTES) : key.open(address, known);
    if (known === null)
      await tx
        .withTables<PharmacyDeskTables>()
        .updateTable('pharmacy_account')
        .set({ totp_secret: key.seal(address, secret), totp_last_step: 0 })
        .where('id', '=', account.id)
        .where('totp_confirmed_at', 'is', null)
        .execute();
    return totpEnrolment(secret, account.email);
  });
}

/** The app's first code: the account is whole then, and the invitation used up. Answers the secret of the session. */
export async function confirmApp(
  deps: AccountDeps,
  account: AccountRow,
  code: string,
  session: string | undefined,
): Promise<SignedIn> {
  const { store, ports } = deps;
  const begun: { secret?: string } = {};
  const judged = await judge(deps, codeBudgets(deps, account.id), () =>
    store.asDoor(async (tx) => {
      if (!(await useCode(tx, deps, account.id, code))) return false;
      const at = nowText(ports);
      const result = await tx
        .withTables<PharmacyDeskTables>()
        .updateTable('pharmacy_account')
        .set({ totp_confirmed_at: at, last_sign_in_at: at, invitation_hash: null, invitation_until: null })
        .where('id', '=', account.id)
        .where('totp_confirmed_at', 'is', null)
        .where('password_hash', 'is not', null)
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) return false;
      begun.secret = await beginSession(tx, deps, account, 'full', session);
      await recordOwnAct(tx, ports, account, 'pharmacy-account.enrol');
      return true;
    }),
  );
  if (judged.kind !== 'right') return judged;
  return begun.secret === undefined ? { kind: 'wrong' } : { kind: 'proved', secret: begun.secret };
}
