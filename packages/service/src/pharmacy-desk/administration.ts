// What operators do for pharmacies that sign in: invite their people, end their access, and decide what they say of themselves.
import type { Id, PharmacyId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { operatorName, recordNetworkAct } from '../audit/inside.ts';
import { findPharmacy } from '../directory/inside.ts';
import { normalizeEmail } from '../identity/inside.ts';
import { invalidInput, notFound } from '../kernel/errors.ts';
import { makeId, nowText } from '../kernel/ports.ts';
import { plainText } from '../kernel/text.ts';
import { idInput, parsedBy, validate } from '../kernel/validate.ts';
import type { Tx } from '../store/store.ts';
import { type AccountDeps, accountBy } from './accounts/accounts.ts';
import { newInvitation } from './accounts/invitations.ts';
import { endSessionsOf } from './accounts/sessions.ts';
import { valueText } from './corrections/corrected.ts';
import {
  type Correction,
  type CorrectionDeps,
  confirm,
  decline,
  markSeen,
  readCorrections,
} from './corrections/corrections.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from './limits.ts';
import type { AccountRow, CorrectedField, CorrectionState, PharmacyDeskTables } from './tables.ts';

/** A person of a pharmacy, as operators see them. */
export interface PharmacyPerson {
  /** `pha_…` */
  readonly id: string;
  readonly pharmacyId: string;
  readonly email: string;
  readonly name: string;
  /** `invited`: the link is out and nothing was proved yet; `active`: signs in with password and app; `inactive`: an operator ended it. */
  readonly state: 'invited' | 'active' | 'inactive';
  /** Until when a link that is out holds; null: none is. */
  readonly invitationUntil: string | null;
  readonly lastSignInAt: string | null;
}

/** What a pharmacy says is wrong of what we believe about it, in words. */
export interface ListedCorrection {
  /** `phc_…` */
  readonly id: string;
  readonly pharmacyId: string;
  readonly pharmacyName: string;
  readonly person: string;
  readonly field: CorrectedField;
  readonly before: string;
  readonly proposed: string;
  readonly state: CorrectionState;
  readonly askedAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
}

export interface PharmacyDeskAdministration {
  /** The people of a pharmacy, the latest first. Throws NOT_FOUND. */
  accounts(pharmacyId: string): Promise<readonly PharmacyPerson[]>;
  /**
   * Makes a link by which a person gets an account, shown this once; one that was made before for the same person ends. For somebody who has an
   * account it is the way back in: until it is used, what they have stays. Throws INVALID_INPUT, NOT_FOUND.
   */
  invite(input: InviteInput): Promise<{ readonly account: PharmacyPerson; readonly url: string }>;
  /** Ends access, with every session and open link, or gives it back. Throws NOT_FOUND. */
  setActive(input: SetActiveInput): Promise<{ readonly account: PharmacyPerson; readonly changed: boolean }>;
  /** The latest first. Throws INVALID_INPUT. */
  corrections(input?: CorrectionsInput): Promise<readonly ListedCorrection[]>;
  /** Writes what is proposed into the pharmacy's record. `notices` say what follows. Throws NOT_FOUND, REVISION_CONFLICT, INVALID_INPUT. */
  confirm(input: DecideInput): Promise<{ readonly notices: readonly string[] }>;
  /** Leaves the record as it is; the pharmacy reads why. Throws NOT_FOUND, REVISION_CONFLICT, INVALID_INPUT. */
  decline(input: DeclineInput): Promise<void>;
  /** Takes a note of what took effect already off the list. Throws NOT_FOUND. */
  markSeen(input: DecideInput): Promise<void>;
}

const EMAIL_CHARACTERS_MAX = 254;

const inviteInput = v.strictObject({
  pharmacyId: idInput('phr'),
  email: v.pipe(
    v.string(),
    v.transform(normalizeEmail),
    v.maxLength(EMAIL_CHARACTERS_MAX, 'This is too long for an e-mail address.'),
    v.email('This must be an e-mail address.'),
  ),
  name: v.pipe(v.string(), parsedBy(plainText(LIMITS.nameCharactersMax))),
  by: operatorName,
});
const setActiveInput = v.strictObject({ id: idInput('pha'), active: v.boolean(), by: operatorName });
const correctionsInput = v.strictObject({
  pharmacyId: v.optional(idInput('phr')),
  open: v.optional(v.boolean()),
  first: v.optional(
    v.pipe(
      v.number(),
      v.integer('This must be a whole number.'),
      v.minValue(1, 'At least 1.'),
      v.maxValue(LIMITS.correctionsListedMax, `At most ${LIMITS.correctionsListedMax}.`),
    ),
    LIMITS.correctionsListedMax,
  ),
  after: v.optional(idInput('phc')),
});
const decideInput = v.strictObject({ id: idInput('phc'), by: operatorName });
const declineInput = v.strictObject({ ...decideInput.entries, reason: v.string() });

/** Who is invited; each is checked where it is used. */
export interface InviteInput {
  readonly pharmacyId: string;
  readonly email: string;
  readonly name: string;
  readonly by: string;
}
export interface SetActiveInput {
  /** `pha_…` */
  readonly id: string;
  readonly active: boolean;
  readonly by: string;
}
export interface CorrectionsInput {
  readonly pharmacyId?: string;
  /** Only what waits, and what took effect and was not seen yet. */
  readonly open?: boolean;
  readonly first?: number;
  readonly after?: string;
}
export interface DecideInput {
  /** `phc_…` */
  readonly id: string;
  readonly by: string;
}
export interface DeclineInput extends DecideInput {
  readonly reason: string;
}

export interface AdministrationDeps extends AccountDeps, CorrectionDeps {
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string;
}

export function createPharmacyDeskAdministration(deps: AdministrationDeps): PharmacyDeskAdministration {
  const { store, ports } = deps;
  return {
    accounts: (pharmacyId) =>
      store.asKeeper(async (tx) => {
        const id = validate(idInput('phr'), pharmacyId) as PharmacyId;
        await requirePharmacy(tx, id);
        const rows = await tx
          .withTables<PharmacyDeskTables>()
          .selectFrom('pharmacy_account')
          .selectAll()
          .where('pharmacy_id', '=', id)
          .orderBy('id', 'desc')
          .execute();
        return rows.map((row) => personOf(row, nowText(ports)));
      }),
    invite: (input) => invite(deps, input),
    setActive: (input) => setActive(deps, input),
    corrections: async (input = {}) => {
      const { pharmacyId, ...query } = validate(correctionsInput, input);
      const rows = await readCorrections(deps, {
        ...query,
        pharmacyId: pharmacyId as PharmacyId | undefined,
      });
      return rows.map(listedOf);
    },
    confirm: async (input) => ({ notices: await confirm(deps, validate(decideInput, input)) }),
    decline: (input) => decline(deps, validate(declineInput, input)),
    markSeen: (input) => markSeen(deps, validate(decideInput, input)),
  };
}

async function requirePharmacy(tx: Tx, id: PharmacyId): Promise<void> {
  if ((await findPharmacy(tx, id)) === undefined) throw notFound('pharmacy');
}

function personOf(row: AccountRow, now: string): PharmacyPerson {
  const until = row.invitation_until === null ? null : new Date(row.invitation_until).toISOString();
  const last = row.last_sign_in_at;
  return {
    id: row.id,
    pharmacyId: row.pharmacy_id,
    email: row.email,
    name: row.name,
    state: row.active ? (row.totp_confirmed_at === null ? 'invited' : 'active') : 'inactive',
    invitationUntil: until !== null && until > now ? until : null,
    lastSignInAt: last === null ? null : new Date(last).toISOString(),
  };
}

export function listedOf(row: Correction): ListedCorrection {
  return {
    id: row.id,
    pharmacyId: row.pharmacy_id,
    pharmacyName: row.pharmacyName,
    person: row.accountName,
    field: row.field,
    before: valueText(row.field, row.before),
    proposed: valueText(row.field, row.proposed),
    state: row.state,
    askedAt: new Date(row.asked_at).toISOString(),
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    decidedBy: row.decided_by,
    reason: row.reason,
  };
}

async function invite(
  deps: AdministrationDeps,
  input: InviteInput,
): ReturnType<PharmacyDeskAdministration['invite']> {
  const { store, ports, baseUrl } = deps;
  const { pharmacyId: text, email, name, by } = validate(inviteInput, input);
  const pharmacyId = text as PharmacyId;
  const { token, hash, until } = newInvitation(deps);
  return await store.asKeeper(async (tx) => {
    await requirePharmacy(tx, pharmacyId);
    const known = await accountBy(tx, { email });
    if (known !== undefined && known.pharmacy_id !== pharmacyId)
      throw refused('email', 'TAKEN', 'This address belongs to a person of another pharmacy.');
    const tables = tx.withTables<PharmacyDeskTables>();
    const id = known?.id ?? makeId(ports, 'pha');
    if (known === undefined) {
      await requireRoom(tx, pharmacyId);
      await tables
        .insertInto('pharmacy_account')
        .values({
          id,
          pharmacy_id: pharmacyId,
          email,
          name,
          password_hash: null,
          totp_secret: null,
          totp_confirmed_at: null,
          invitation_hash: hash,
          invitation_until: until,
          invited_by: by,
          created_at: nowText(ports),
          last_sign_in_at: null,
        })
        .execute();
    } else
      await tables
        .updateTable('pharmacy_account')
        .set({ name, invitation_hash: hash, invitation_until: until, invited_by: by })
        .where('id', '=', id)
        .execute();
    await recordNetworkAct(tx, ports, {
      operator: by,
      action: 'pharmacy-account.invite',
      subject: { kind: 'pharmacy-account', id },
      detail: { pharmacyId },
    });
    const row = await accountBy(tx, { id });
    if (row === undefined) throw new Error('an invited account is not there');
    return { account: personOf(row, nowText(ports)), url: `${baseUrl}/pharmacy/invitation/${token}` };
  });
}

async function requireRoom(tx: Tx, pharmacyId: PharmacyId): Promise<void> {
  const { people } = await tx
    .withTables<PharmacyDeskTables>()
    .selectFrom('pharmacy_account')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('pharmacy_id', '=', pharmacyId)
    .executeTakeFirstOrThrow();
  if (people >= LIMITS.accountsMax)
    throw refused('pharmacyId', 'TOO_MANY', `A pharmacy has at most ${LIMITS.accountsMax} accounts.`);
}

function refused(path: string, code: string, message: string): Error {
  return invalidInput([{ path, code, message }]);
}

async function setActive(
  { store, ports }: AdministrationDeps,
  input: SetActiveInput,
): ReturnType<PharmacyDeskAdministration['setActive']> {
  const { id: text, active, by } = validate(setActiveInput, input);
  const id = text as Id<'pha'>;
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<PharmacyDeskTables>();
    const before = await tables
      .selectFrom('pharmacy_account')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw notFound('pharmacy account');
    if (before.active === active) return { account: personOf(before, nowText(ports)), changed: false };
    const row = await tables
      .updateTable('pharmacy_account')
      .set({ active, ...(active ? {} : { invitation_hash: null, invitation_until: null }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!active) await endSessionsOf(tx, id);
    await recordNetworkAct(tx, ports, {
      operator: by,
      action: active ? 'pharmacy-account.activate' : 'pharmacy-account.deactivate',
      subject: { kind: 'pharmacy-account', id },
      detail: { pharmacyId: row.pharmacy_id },
    });
    return { account: personOf(row, nowText(ports)), changed: true };
  });
}
