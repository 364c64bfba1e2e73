// What a pharmacy says is wrong of what we believe about it: applied at once with a note, or kept until an operator confirms it.
import { isDeepStrictEqual } from 'node:util';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { recordNetworkAct } from '../../audit/inside.ts';
import type { Connections } from '../../directory/inside.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { makeId, nowText, type Ports } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { accountName } from '../accounts/accounts.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { AccountRow, CorrectedField, CorrectionRow, PharmacyDeskTables } from '../tables.ts';
import { AT_ONCE, changeOf, valueIn } from './corrected.ts';

export interface CorrectionDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly connections: Pick<Connections, 'showPharmacy' | 'writePharmacy'>;
}

/** A correction with whose it is. */
export interface Correction extends CorrectionRow {
  readonly pharmacyName: string;
  readonly accountName: string;
}

export interface Proposed {
  readonly field: CorrectedField;
  /** As JSON; whether the record takes it is asked here. */
  readonly value: unknown;
  /** Names the form of the page: sent again, it asks for nothing twice. */
  readonly once: string;
}

/** Takes the transaction of a form back that was sent before. */
class SentBefore extends Error {}

/** Throws INVALID_INPUT where the record would not take it, RATE_LIMITED where too many are open. */
export async function propose(
  deps: CorrectionDeps,
  account: AccountRow,
  { field, value, once }: Proposed,
): Promise<'applied' | 'waiting' | 'same'> {
  const { store, ports, connections } = deps;
  const { pharmacy } = await connections.showPharmacy({ id: account.pharmacy_id });
  const before = valueIn(pharmacy, field);
  const by = accountName(account);
  const change = changeOf(pharmacy, field, value);
  const tried = await connections.writePharmacy({ change, by, as: 'set', dryRun: true });
  // As the record writes it: ten digits of a number that was typed with dashes.
  const written = tried.changes.find((one) => one.field === field)?.after ?? value;
  const row = { field, once, before, value: written };
  if (tried.outcome === 'unchanged') return 'same';
  if (!AT_ONCE[field]) {
    await store.asKeeper((tx) => insert(tx, ports, account, { ...row, state: 'waiting' }));
    return 'waiting';
  }
  try {
    await connections.writePharmacy({ change, by, as: 'set' }, async (tx) => {
      if (!(await insert(tx, ports, account, { ...row, state: 'applied' }))) throw new SentBefore();
    });
  } catch (error) {
    if (!(error instanceof SentBefore)) throw error;
  }
  return 'applied';
}

interface NewCorrection {
  readonly field: CorrectedField;
  readonly once: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly state: 'waiting' | 'applied';
}

/** False for a form that was sent before. The one of the same field that waits gives way. */
async function insert(
  tx: Tx,
  ports: Ports,
  account: AccountRow,
  { field, once, before, value, state }: NewCorrection,
): Promise<boolean> {
  const tables = tx.withTables<PharmacyDeskTables>();
  // Locked, so that two forms that are sent at once stand one behind the other.
  await tables.selectFrom('pharmacy_account').select('id').where('id', '=', account.id).forUpdate().execute();
  const sent = await tables
    .selectFrom('pharmacy_correction')
    .select('id')
    .where('account_id', '=', account.id)
    .where('asked_once', '=', once)
    .executeTakeFirst();
  if (sent !== undefined) return false;
  const { open } = await tables
    .selectFrom('pharmacy_correction')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('pharmacy_id', '=', account.pharmacy_id)
    .where('state', 'in', ['waiting', 'applied'])
    .executeTakeFirstOrThrow();
  if (open >= LIMITS.correctionsOpenMax)
    throw new Failure(
      'RATE_LIMITED',
      'Many corrections of this pharmacy wait for the operators. Call them, or wait until they have looked.',
    );
  const at = nowText(ports);
  await tables
    .updateTable('pharmacy_correction')
    .set({ state: 'withdrawn', decided_at: at, decided_by: accountName(account) })
    .where('pharmacy_id', '=', account.pharmacy_id)
    .where('field', '=', field)
    .where('state', '=', 'waiting')
    .execute();
  const id = makeId(ports, 'phc');
  await tables
    .insertInto('pharmacy_correction')
    .values({
      id,
      pharmacy_id: account.pharmacy_id,
      account_id: account.id,
      field,
      before: JSON.stringify(before),
      proposed: JSON.stringify(value),
      state,
      asked_once: once,
      asked_at: at,
      decided_at: null,
      decided_by: null,
      reason: null,
    })
    .execute();
  await recordNetworkAct(tx, ports, {
    operator: accountName(account),
    action: state === 'applied' ? 'pharmacy-correction.apply' : 'pharmacy-correction.ask',
    subject: { kind: 'pharmacy-correction', id },
    detail: { pharmacyId: account.pharmacy_id, field },
  });
  return true;
}

/** The person's own, or one of a colleague, while it waits. Nothing where it does not. */
export async function withdraw(
  { store, ports }: CorrectionDeps,
  account: AccountRow,
  id: string,
): Promise<void> {
  await store.asKeeper(async (tx) => {
    const row = await tx
      .withTables<PharmacyDeskTables>()
      .updateTable('pharmacy_correction')
      .set({ state: 'withdrawn', decided_at: nowText(ports), decided_by: accountName(account) })
      .where('id', '=', id as Id<'phc'>)
      .where('pharmacy_id', '=', account.pharmacy_id)
      .where('state', '=', 'waiting')
      .returning('field')
      .executeTakeFirst();
    if (row !== undefined)
      await recordNetworkAct(tx, ports, {
        operator: accountName(account),
        action: 'pharmacy-correction.withdraw',
        subject: { kind: 'pharmacy-correction', id },
        detail: { pharmacyId: account.pharmacy_id, field: row.field },
      });
  });
}

/** For how long the oldest has waited for an operator; 0 where none waits. */
export async function oldestWaitingSeconds({
  store,
  ports,
}: Pick<CorrectionDeps, 'store' | 'ports'>): Promise<number> {
  const row = await store.asKeeper((tx) =>
    tx
      .withTables<PharmacyDeskTables>()
      .selectFrom('pharmacy_correction')
      .select('asked_at')
      .where('state', '=', 'waiting')
      .orderBy('asked_at')
      .limit(1)
      .executeTakeFirst(),
  );
  return row === undefined ? 0 : Math.max(0, (ports.clock.now() - Date.parse(row.asked_at)) / 1_000);
}

export interface CorrectionQuery {
  readonly pharmacyId?: PharmacyId | undefined;
  /** Only what waits, or was applied and not seen yet. */
  readonly open?: boolean | undefined;
  readonly first: number;
  /** The id of the last one that was seen. */
  readonly after?: string | undefined;
}

/** The latest first. */
export async function readCorrections(
  { store }: Pick<CorrectionDeps, 'store'>,
  { pharmacyId, open = false, first, after }: CorrectionQuery,
): Promise<readonly Correction[]> {
  return await store.asKeeper(async (tx) => {
    let query = tx
      .withTables<PharmacyDeskTables & { pharmacy: { id: PharmacyId; name: string } }>()
      .selectFrom('pharmacy_correction as c')
      .innerJoin('pharmacy as p', 'p.id', 'c.pharmacy_id')
      .innerJoin('pharmacy_account as a', 'a.id', 'c.account_id')
      .selectAll('c')
      .select(['p.name as pharmacyName', 'a.name as accountName'])
      .orderBy('c.id', 'desc')
      .limit(first);
    if (pharmacyId !== undefined) query = query.where('c.pharmacy_id', '=', pharmacyId);
    if (open) query = query.where('c.state', 'in', ['waiting', 'applied']);
    if (after !== undefined) query = query.where('c.id', '<', after as Id<'phc'>);
    return await query.execute();
  });
}

export interface Decision {
  readonly id: string;
  readonly by: string;
}

/** Writes it into the record, in one transaction with the decision. Throws NOT_FOUND, REVISION_CONFLICT, and what keeps the record from taking it. */
export async function confirm(deps: CorrectionDeps, { id, by }: Decision): Promise<readonly string[]> {
  const row = await waiting(deps, id);
  const { pharmacy } = await deps.connections.showPharmacy({ id: row.pharmacy_id });
  if (!isDeepStrictEqual(valueIn(pharmacy, row.field) ?? null, row.before ?? null))
    throw new Failure(
      'REVISION_CONFLICT',
      'What the pharmacy corrects was changed since it was asked. Decline it, and let the pharmacy look again.',
    );
  const change = { ...changeOf(pharmacy, row.field, row.proposed), revision: pharmacy.revision };
  const { notices } = await deps.connections.writePharmacy({ change, by, as: 'set' }, (tx) =>
    decide(tx, deps.ports, row, { state: 'confirmed', by, action: 'pharmacy-correction.confirm' }),
  );
  return notices;
}

/** Throws NOT_FOUND, INVALID_INPUT without a reason, REVISION_CONFLICT where it does not wait any more. */
export async function decline(
  deps: CorrectionDeps,
  { id, by, reason }: Decision & { readonly reason: string },
): Promise<void> {
  const why = reason.trim();
  if (why === '' || why.length > LIMITS.reasonCharactersMax || /\p{Cc}/u.test(why))
    throw invalidInput([
      {
        path: 'reason',
        code: why === '' ? 'REQUIRED' : 'INVALID',
        message: `Write why, on one line of at most ${LIMITS.reasonCharactersMax} characters: the pharmacy reads it.`,
      },
    ]);
  const row = await waiting(deps, id);
  await deps.store.asKeeper((tx) =>
    decide(tx, deps.ports, row, {
      state: 'declined',
      by,
      reason: why,
      action: 'pharmacy-correction.decline',
    }),
  );
}

/** That an operator has read what was applied already. Nothing where that is so. Throws NOT_FOUND. */
export async function markSeen(deps: CorrectionDeps, { id, by }: Decision): Promise<void> {
  const row = await correctionOf(deps, id);
  if (row.state !== 'applied') return;
  await deps.store.asKeeper((tx) =>
    decide(tx, deps.ports, row, { state: 'seen', by, action: 'pharmacy-correction.see' }),
  );
}

async function waiting(deps: CorrectionDeps, id: string): Promise<CorrectionRow> {
  const row = await correctionOf(deps, id);
  if (row.state !== 'waiting') throw decided();
  return row;
}

async function correctionOf({ store }: CorrectionDeps, id: string): Promise<CorrectionRow> {
  const row = await store.asKeeper((tx) =>
    tx
      .withTables<PharmacyDeskTables>()
      .selectFrom('pharmacy_correction')
      .selectAll()
      .where('id', '=', id as Id<'phc'>)
      .executeTakeFirst(),
  );
  if (row === undefined) throw notFound('correction');
  return row;
}

const decided = (): Failure =>
  new Failure('REVISION_CONFLICT', 'This correction does not wait any more: it was decided or withdrawn.');

interface Decided {
  readonly state: 'confirmed' | 'declined' | 'seen';
  readonly by: string;
  readonly action: string;
  readonly reason?: string;
}

/** In the transaction of what it does. Of two who decide at once the second one finds nothing to decide. */
async function decide(
  tx: Tx,
  ports: Ports,
  { id, pharmacy_id: pharmacyId, field, state: before }: CorrectionRow,
  { state, by, action, reason }: Decided,
): Promise<void> {
  const result = await tx
    .withTables<PharmacyDeskTables>()
    .updateTable('pharmacy_correction')
    .set({ state, decided_at: nowText(ports), decided_by: by, reason: reason ?? null })
    .where('id', '=', id)
    .where('state', '=', before)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw decided();
  await recordNetworkAct(tx, ports, {
    operator: by,
    action,
    subject: { kind: 'pharmacy-correction', id },
    detail: { pharmacyId, field },
  });
}
