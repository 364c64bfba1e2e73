// A look at one desk: what has come to lie there, and what has become late, is noted once; pages hear of it, and mails are planned, in one transaction.
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { noteChange } from '../../events/inside.ts';
import { makeId, type Ports } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeskItem } from '../items/items.ts';
import { itemsToTell } from '../items/items.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskTables } from '../tables.ts';
import type { NewStep, PlannedMail } from './plan.ts';
import { planMails } from './plan.ts';

export interface LookDeps {
  readonly ports: Ports;
  /** Whether mails leave this deployment at all. */
  readonly mails: boolean;
}

/** Answers how much was new; undefined where the desk is not due, or another node looks at it. */
export async function lookAtDesk(
  { ports, mails }: LookDeps,
  tx: Tx,
  orgId: OrganizationId,
): Promise<number | undefined> {
  const nowMs = ports.clock.now();
  if (!(await isDue(tx, orgId, nowMs))) return undefined;
  const items = await itemsToTell(tx, orgId, nowMs);
  const steps = await newSteps(tx, orgId, items, nowMs);
  for (const { item, step } of steps) if (comesByTime(item, step)) await tellPages(tx, orgId, item);
  if (mails && steps.length > 0) await plan(ports, tx, orgId, steps, nowMs);
  await tx
    .withTables<DeskTables>()
    .updateTable('desk_watch')
    .set({ look_at: textOf(nowMs + DESK_LIMITS.lookAgainMs), looked_at: textOf(nowMs) })
    .where('org_id', '=', orgId)
    .execute();
  return steps.length;
}

/** Locks the desk for this look: of two nodes the second passes on. */
async function isDue(tx: Tx, orgId: OrganizationId, nowMs: number): Promise<boolean> {
  const tables = tx.withTables<DeskTables>();
  await tables
    .insertInto('desk_watch')
    .values({ org_id: orgId, look_at: textOf(nowMs), looked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const due = await tables
    .selectFrom('desk_watch')
    .select('org_id')
    .where('org_id', '=', orgId)
    .where('look_at', '<=', textOf(nowMs))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return due !== undefined;
}

/** Notes what nobody has noted yet, and forgets what has not lain there for long. */
async function newSteps(
  tx: Tx,
  orgId: OrganizationId,
  items: readonly DeskItem[],
  nowMs: number,
): Promise<readonly NewStep[]> {
  const tables = tx.withTables<DeskTables>();
  const known = await tables.selectFrom('desk_step').selectAll().where('org_id', '=', orgId).execute();
  const noted = new Set(known.map((row) => `${row.step} ${row.cause} ${row.subject_id} ${row.mark}`));
  const found = items.flatMap((item): readonly NewStep[] => [
    { item, step: 'entered' },
    ...(item.isLate ? [{ item, step: 'late' } as const] : []),
  ]);
  const keyOf = ({ item, step }: NewStep): string => `${step} ${item.cause} ${item.subjectId} ${item.mark}`;
  const steps = found.filter((one) => !noted.has(keyOf(one)));
  if (steps.length > 0)
    await tables
      .insertInto('desk_step')
      .values(
        steps.map(({ item, step }) => ({
          org_id: orgId,
          cause: item.cause,
          subject_id: item.subjectId,
          mark: item.mark,
          step,
          noted_at: textOf(nowMs),
        })),
      )
      .execute();
  const lying = new Set(found.map(keyOf));
  const before = nowMs - DESK_LIMITS.stepsKeptMs;
  for (const row of known)
    if (
      Date.parse(row.noted_at) < before &&
      !lying.has(`${row.step} ${row.cause} ${row.subject_id} ${row.mark}`)
    )
      await tables
        .deleteFrom('desk_step')
        .where('org_id', '=', orgId)
        .where('cause', '=', row.cause)
        .where('subject_id', '=', row.subject_id)
        .where('mark', '=', row.mark)
        .where('step', '=', row.step)
        .execute();
  return steps;
}

/** What came by an act has its entry in a history, which pages hear of; nothing else says that time has passed. */
function comesByTime({ cause }: NewStep['item'], step: NewStep['step']): boolean {
  return step === 'late' || cause === 'unconfirmed' || cause === 'choose';
}

async function tellPages(tx: Tx, orgId: OrganizationId, item: NewStep['item']): Promise<void> {
  const { orderId, patientId } = item as DeskItem;
  await noteChange(tx, orgId, { kind: 'desk', id: item.id, orderId, patientId });
}

async function plan(
  ports: Ports,
  tx: Tx,
  orgId: OrganizationId,
  steps: readonly NewStep[],
  nowMs: number,
): Promise<void> {
  const organization = await findOrganization(tx, orgId);
  const people = await whoWorks(tx, orgId);
  for (const mail of planMails(steps, { organization, people, nowMs }))
    await addToMail(ports, tx, orgId, mail, nowMs);
}

/** Active prescribers and staff. */
async function whoWorks(tx: Tx, orgId: OrganizationId): Promise<readonly UserId[]> {
  const rows = await tx
    .withTables<{ app_user: { org_id: string; id: UserId; active: boolean; roles: string[] } }>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', orgId)
    .where('active', '=', true)
    .where(sql<boolean>`roles && array['prescriber', 'staff']`)
    .orderBy('id')
    .limit(DESK_LIMITS.mailedPeopleMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** What waits for the same recipient takes it along; else a new one, not right after the one before. */
async function addToMail(
  ports: Ports,
  tx: Tx,
  orgId: OrganizationId,
  { recipient, afterHours, entered, late, runAtMs }: PlannedMail,
  nowMs: number,
): Promise<void> {
  const tables = tx.withTables<DeskTables>();
  const last = await tables
    .selectFrom('desk_mail')
    .select('ended_at')
    .where('org_id', '=', orgId)
    .where('recipient', '=', recipient)
    .where('state', '=', 'sent')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const earliestMs = last?.ended_at == null ? nowMs : Date.parse(last.ended_at) + DESK_LIMITS.mailPauseMs;
  const runAt = textOf(Math.max(runAtMs, earliestMs));
  const taken = await tables
    .updateTable('desk_mail')
    .set({
      entered: sql<string[]>`entered || ${[...entered]}::text[]`,
      late: sql<string[]>`late || ${[...late]}::text[]`,
      run_at: sql<string>`least(run_at, ${runAt}::timestamptz)`,
    })
    .where('org_id', '=', orgId)
    .where('recipient', '=', recipient)
    .where('after_hours', '=', afterHours)
    .where('state', '=', 'waiting')
    .where('attempt', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (taken !== undefined) return;
  await tables
    .insertInto('desk_mail')
    .values({
      org_id: orgId,
      id: makeId(ports, 'dml'),
      recipient,
      after_hours: afterHours,
      entered: [...entered],
      late: [...late],
      state: 'waiting',
      created_at: textOf(nowMs),
      run_at: runAt,
      attempt: 0,
      ended_at: null,
    })
    .execute();
}

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}
