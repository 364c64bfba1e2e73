// The way back of a person who lost every factor: one administrator asks, another one confirms, and a link to begin anew is shown once. Never by mail alone, never by one person.
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/audit.ts';
import type { Actor, Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { AccountTables, Membership } from '../accounts/accounts.ts';
import {
  endTokensBefore,
  findAccountByEmail,
  findMembership,
  lockAccount,
  membershipsOf,
  setPasswordHash,
} from '../accounts/accounts.ts';
import { endLinks, makeLink } from '../accounts/links.ts';
import type { SendMail } from '../accounts/mail.ts';
import { changedMail } from '../accounts/mail.ts';
import { hashPassword } from '../accounts/password.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { endAccess } from '../operators/end-access.ts';
import { ACCOUNT_PAGE_CLIENT } from '../provider/clients.ts';
import { removeSecondFactors } from '../second-factor/second-factor.ts';

export interface RecoveryDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly baseUrl: string;
  readonly sendMail: SendMail | null;
  readonly forgetActors: () => void;
  readonly onError: (error: unknown) => void;
}

/** An administrator who has just proved their own second factor, and from where. */
export interface ProvenAdmin {
  readonly userId: string;
  readonly orgId: OrganizationId;
  readonly origin: Origin;
}

/** A request that waits for another administrator. Times are ISO 8601, UTC. */
export interface RecoveryRequest {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly askedBy: string;
  readonly askedByName: string;
  readonly expiresAt: string;
}

/**
 * Why a request is not made: nobody here has the address; the caller's own; an operator of the network, or somebody of another
 * organization, too, whom operators help; nobody else could confirm it; or somebody else has asked already.
 */
export type NotAsked = 'unknown' | 'own' | 'elsewhere' | 'alone' | 'asked';

export interface Recovery {
  /** Those of the organization that wait. */
  list(admin: ProvenAdmin): Promise<readonly RecoveryRequest[]>;
  ask(admin: ProvenAdmin, email: string): Promise<'made' | NotAsked>;
  /** Takes a request back; of any administrator of the organization. */
  withdraw(admin: ProvenAdmin, id: string): Promise<void>;
  /**
   * Ends password, second factors, sessions and links of the person, and answers where another password is chosen, once. Null when the
   * request is not there any more, is the caller's own, or may not be fulfilled.
   */
  confirm(admin: ProvenAdmin, id: string): Promise<{ readonly url: string; readonly name: string } | null>;
}

type RequestTables = {
  recovery_request: {
    org_id: string;
    user_id: string;
    id: string;
    asked_by: string;
    asked_at: string;
    expires_at: string;
    confirmed_by: string | null;
    confirmed_at: string | null;
  };
};

const ID_BYTES = 16;
const UNKNOWN_PASSWORD_BYTES = 32;

export function createRecovery(deps: RecoveryDeps): Recovery {
  return {
    list: (admin) => deps.store.asDoor((tx) => list(tx, deps, admin)),
    ask: (admin, email) => deps.store.asDoor((tx) => ask(tx, deps, admin, email)),
    withdraw: (admin, id) => deps.store.asDoor((tx) => withdraw(tx, deps, admin, id)),
    confirm: (admin, id) => confirm(deps, admin, id),
  };
}

async function list(tx: Tx, { ports }: RecoveryDeps, { orgId }: ProvenAdmin): Promise<RecoveryRequest[]> {
  const rows = await tx
    .withTables<RequestTables & AccountTables>()
    .selectFrom('recovery_request')
    .innerJoin('app_user as person', 'person.id', 'recovery_request.user_id')
    .innerJoin('app_user as asker', 'asker.id', 'recovery_request.asked_by')
    .select([
      'recovery_request.id',
      'recovery_request.user_id',
      'recovery_request.asked_by',
      'recovery_request.expires_at',
      'person.email',
      'person.first_name',
      'person.last_name',
      'asker.first_name as asker_first_name',
      'asker.last_name as asker_last_name',
    ])
    .where('recovery_request.org_id', '=', orgId)
    .where('person.org_id', '=', orgId)
    .where('asker.org_id', '=', orgId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', nowText(ports))
    .orderBy('asked_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    askedBy: row.asked_by,
    askedByName: `${row.asker_first_name} ${row.asker_last_name}`,
    expiresAt: row.expires_at,
  }));
}

async function ask(
  tx: Tx,
  deps: RecoveryDeps,
  admin: ProvenAdmin,
  email: string,
): Promise<'made' | NotAsked> {
  const { ports } = deps;
  const account = await findAccountByEmail(tx, email);
  const places = account === undefined ? [] : await membershipsOf(tx, account.id);
  const person = places.find(({ orgId, active }) => orgId === admin.orgId && active);
  if (person === undefined) return 'unknown';
  if (person.userId === admin.userId) return 'own';
  if (!isHelpedHere(person, places)) return 'elsewhere';
  if ((await otherAdmins(tx, admin, person.userId)) === 0) return 'alone';
  const now = ports.clock.now();
  const at = new Date(now).toISOString();
  const values = {
    org_id: admin.orgId,
    user_id: person.userId,
    id: Buffer.from(ports.random.bytes(ID_BYTES)).toString('base64url'),
    asked_by: admin.userId,
    asked_at: at,
    expires_at: new Date(now + IDENTITY_LIMITS.recoveryRequestSeconds * 1000).toISOString(),
    confirmed_by: null,
    confirmed_at: null,
  };
  const written = await tx
    .withTables<RequestTables>()
    .insertInto('recovery_request')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`(recovery_request.confirmed_at is not null or recovery_request.expires_at <= ${at}::timestamptz)`,
        ),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) return 'asked';
  await entry(tx, deps, admin, 'user.ask-recovery', person.userId);
  return 'made';
}

async function withdraw(tx: Tx, deps: RecoveryDeps, admin: ProvenAdmin, id: string): Promise<void> {
  const row = await tx
    .withTables<RequestTables>()
    .deleteFrom('recovery_request')
    .where('org_id', '=', admin.orgId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (row !== undefined) await entry(tx, deps, admin, 'user.withdraw-recovery', row.user_id);
}

async function confirm(
  deps: RecoveryDeps,
  admin: ProvenAdmin,
  id: string,
): Promise<{ readonly url: string; readonly name: string } | null> {
  const { store, ports, key, baseUrl } = deps;
  const secret = Buffer.from(ports.random.bytes(UNKNOWN_PASSWORD_BYTES)).toString('base64url');
  const unknown = await hashPassword(secret, ports.random, { source: admin.userId, known: true });
  const done = await store.asDoor(async (tx) => {
    const person = await taken(tx, deps, admin, id);
    if (person === null) return null;
    const { accountId, userId } = person;
    await lockAccount(tx, accountId);
    // One that nobody knows, and not none: whoever has none yet gets a link by an invitation.
    await setPasswordHash(tx, accountId, unknown);
    await endTokensBefore(tx, accountId, nowText(ports));
    await endAccess(tx, ports, [userId]);
    await endLinks(tx, accountId);
    await removeSecondFactors(tx, accountId);
    await entry(tx, deps, admin, 'user.recover', userId);
    return { person, token: await makeLink(tx, { ports, key }, accountId, 'password') };
  });
  if (done === null) return null;
  deps.forgetActors();
  const { person, token } = done;
  const sentence =
    'Two administrators of your organization ended your password, your second factor and your sessions, so that you can begin anew with a link that they give you.';
  await deps.sendMail?.(changedMail(person.email, sentence)).catch(deps.onError);
  return { url: `${baseUrl}/account/password/${token}`, name: `${person.firstName} ${person.lastName}` };
}

/** Takes a request for this administrator, once; whose it is, as long as all that it rests on still holds. */
async function taken(
  tx: Tx,
  { ports }: RecoveryDeps,
  admin: ProvenAdmin,
  id: string,
): Promise<Membership | null> {
  const at = nowText(ports);
  const row = await tx
    .withTables<RequestTables>()
    .updateTable('recovery_request')
    .set({ confirmed_by: admin.userId, confirmed_at: at })
    .where('org_id', '=', admin.orgId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', at)
    .where('asked_by', '<>', admin.userId)
    .where('user_id', '<>', admin.userId)
    .returning(['user_id', 'asked_by'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const asker = await findMembership(tx, row.asked_by);
  const person = await findMembership(tx, row.user_id);
  // Who asked has left, or the person has: what was asked for ends with it.
  if (asker?.active !== true || !asker.roles.includes('admin')) return null;
  if (person?.active !== true || person.orgId !== admin.orgId) return null;
  return isHelpedHere(person, await membershipsOf(tx, person.accountId)) ? person : null;
}

/** An account belongs to its person: administrators of one organization end it in no other, and no operator's at all. */
function isHelpedHere(person: Membership, places: readonly Membership[]): boolean {
  return (
    !person.roles.includes('operator') &&
    places.every(({ orgId, active }) => !active || orgId === person.orgId)
  );
}

async function otherAdmins(tx: Tx, admin: ProvenAdmin, personId: string): Promise<number> {
  const rows = await tx
    .withTables<AccountTables>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', admin.orgId)
    .where('active', '=', true)
    .where('id', 'not in', [admin.userId, personId])
    .where(sql<boolean>`roles @> array['admin']`)
    .execute();
  return rows.length;
}

async function entry(
  tx: Tx,
  { ports }: RecoveryDeps,
  { orgId, userId, origin }: ProvenAdmin,
  action: 'user.ask-recovery' | 'user.withdraw-recovery' | 'user.recover',
  personId: string,
): Promise<void> {
  const actor: Actor = {
    kind: 'user',
    orgId,
    id: userId as UserId,
    clientId: ACCOUNT_PAGE_CLIENT as ApplicationId,
    scopes: new Set(),
    roles: new Set(['admin']),
    authTimeSeconds: 0,
    methods: ['mfa'],
    origin,
  };
  const subject = { kind: 'user', id: personId };
  await recordAudit(tx, ports, { orgId, actor, action, subject, detail: { by: 'administrators' } });
}
