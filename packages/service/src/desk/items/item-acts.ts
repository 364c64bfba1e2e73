// What people do about an item: take it, give it to somebody, write a note, mark it as handled. Each is refused, with what happened, when somebody was faster.
import type { UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { noteChange } from '../../events/inside.ts';
import { authorize, selectUser } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { requireDeskWork } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeskItemKey } from '../causes.ts';
import { readDeskItemId } from '../causes.ts';
import type { DeskDeps } from '../deps.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskItemRow, DeskTables } from '../tables.ts';
import type { DeskItem } from './items.ts';
import { findItem } from './items.ts';
import { sealNote } from './notes.ts';

const itemIdInput = v.pipe(v.string(), v.maxLength(100, 'This is no id of an item of the desk.'));
const takeSchema = v.strictObject({
  id: itemIdInput,
  /** Whom the caller saw as its owner; left out, whoever it is. */
  from: v.nullish(v.string()),
});
const assignSchema = v.strictObject({
  id: itemIdInput,
  userId: v.custom<UserId>((value) => isId('usr', value), 'This must be the id of a user (usr_…).'),
});
const noteSchema = v.strictObject({
  id: itemIdInput,
  text: v.pipe(v.string(), parsedBy(plainText(DESK_LIMITS.noteCharactersMax))),
});
export const closeSchema = v.strictObject({
  id: itemIdInput,
  reason: v.pipe(v.string(), parsedBy(plainText(DESK_LIMITS.reasonCharactersMax))),
});

export type TakeInput = v.InferInput<typeof takeSchema>;
export type AssignInput = v.InferInput<typeof assignSchema>;
export type NoteInput = v.InferInput<typeof noteSchema>;
export type CloseInput = v.InferInput<typeof closeSchema>;

/** An item after an act on it; `item` is null once it does not lie there any more. */
export interface DeskActed {
  readonly item: DeskItem | null;
}

/** An item with the row of what was done about it, locked until the transaction ends: acts on one item take turns. */
export interface LockedItem {
  readonly item: DeskItem;
  readonly row: DeskItemRow;
}

/** Becomes its owner. Throws DESK_ITEM_TAKEN when somebody else has taken it, DESK_ITEM_GONE when it lies there no more. */
export async function takeItem(
  deps: DeskDeps,
  actor: Actor,
  input: TakeInput,
  write: WriteKey,
): Promise<DeskActed> {
  const { id, from = null } = validate(takeSchema, input);
  return await actOnItem(deps, actor, id, write, async (tx, { item, row }) => {
    if (from !== null && (await selectUser(tx, actor.orgId, from)) === undefined) throw notFound('user');
    const isTaken = item.takenAt !== null && item.owner !== null && item.owner.id !== actor.id;
    // Who says from whom they take it, has seen that it was taken.
    if (isTaken && item.owner.id !== from) throw taken(item);
    await own(deps, tx, actor, row, actor.id);
    return 'desk.take';
  });
}

/** Hands it over. Throws NOT_FOUND for somebody who is nobody here, INVALID_INPUT for who could do nothing about it. */
export async function assignItem(
  deps: DeskDeps,
  actor: Actor,
  input: AssignInput,
  write: WriteKey,
): Promise<DeskActed> {
  const { id, userId } = validate(assignSchema, input);
  return await actOnItem(deps, actor, id, write, async (tx, { row }) => {
    const user = await selectUser(tx, actor.orgId, userId);
    if (user === undefined) throw notFound('user');
    if (!user.active || !user.roles.some((role) => role === 'prescriber' || role === 'staff'))
      throw new Failure(
        'INVALID_INPUT',
        'userId: this must be an active person of the practice, a prescriber or staff.',
      );
    await own(deps, tx, actor, row, userId);
    return 'desk.assign';
  });
}

/** Throws DESK_NOTES_FULL. */
export async function noteOnItem(
  deps: DeskDeps,
  actor: Actor,
  input: NoteInput,
  write: WriteKey,
): Promise<DeskActed> {
  const { id, text } = validate(noteSchema, input);
  return await actOnItem(deps, actor, id, write, async (tx, { row }) => {
    const tables = tx.withTables<DeskTables>();
    const { notes } = await tables
      .selectFrom('desk_note')
      .select((note) => note.fn.countAll<number>().as('notes'))
      .where('org_id', '=', row.org_id)
      .where('cause', '=', row.cause)
      .where('subject_id', '=', row.subject_id)
      .executeTakeFirstOrThrow();
    if (notes >= DESK_LIMITS.notesMax)
      throw new Failure(
        'INVALID_INPUT',
        `id: this item has ${DESK_LIMITS.notesMax} notes already. Mark it as handled, with the reason.`,
      );
    const noteId = makeId(deps.ports, 'dnt');
    await tables
      .insertInto('desk_note')
      .values({
        org_id: row.org_id,
        id: noteId,
        cause: row.cause,
        subject_id: row.subject_id,
        sealed: sealNote(keysOf(tx), noteId, text),
        written_by: actor.id,
        written_at: nowText(deps.ports),
      })
      .execute();
    return 'desk.note';
  });
}

/**
 * Marks it as handled: it lies there no more until a new cause appears. Throws DESK_ITEM_GONE for an id of an earlier cause: what is new has
 * not been seen by who handled the old.
 */
export async function closeItem(
  deps: DeskDeps,
  actor: Actor,
  input: CloseInput,
  write: WriteKey,
): Promise<DeskActed> {
  const { id, reason } = validate(closeSchema, input);
  return await actOnItem(deps, actor, id, write, async (tx, { item, row }, key) => {
    requireSeen(item, key);
    await markHandled(deps, tx, actor, { item, row }, reason);
    return 'desk.handled';
  });
}

/** What is new has not been seen by whoever handles the old. Throws DESK_ITEM_GONE. */
export function requireSeen({ id, mark }: DeskItem, key: DeskItemKey): void {
  if (mark !== key.mark)
    throw new Failure(
      'DESK_ITEM_GONE',
      'Something new has happened since you looked at it. Read it again, then handle it.',
      { itemId: id },
    );
}

/** It lies there no more until a new cause appears. */
export async function markHandled(
  { ports }: DeskDeps,
  tx: Tx,
  actor: Actor,
  { item, row }: LockedItem,
  reason: string,
): Promise<void> {
  await tx
    .withTables<DeskTables>()
    .updateTable('desk_item')
    .set({
      handled_mark: item.mark,
      handled_at: nowText(ports),
      handled_by: actor.id,
      sealed_reason: keysOf(tx).seal(
        columnAddress('deskReason', row.cause, row.subject_id),
        Buffer.from(reason, 'utf8'),
      ),
      revision: row.revision + 1,
    })
    .where('org_id', '=', row.org_id)
    .where('cause', '=', row.cause)
    .where('subject_id', '=', row.subject_id)
    .execute();
}

type DeskAct = 'desk.number-right' | 'desk.take' | 'desk.assign' | 'desk.note' | 'desk.handled';

/** What the acts have in common: who may, the row that is locked, the entry, and what is answered. */
export async function actOnItem(
  deps: DeskDeps,
  actor: Actor,
  id: string,
  write: WriteKey,
  work: (tx: Tx, locked: LockedItem, key: DeskItemKey) => Promise<DeskAct>,
): Promise<DeskActed> {
  authorize(actor, 'desk.work');
  const key = readDeskItemId(id);
  if (key === undefined) throw settled();
  await writeOnce(deps.store, actor, write, async (tx) => {
    await requireDeskWork(tx, actor);
    const locked = await lockItem(deps, tx, actor, key);
    const action = await work(tx, locked, key);
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action,
      subject: { kind: 'desk-item', id: locked.item.id },
      detail: { situation: locked.item.situation },
    });
    await noteChange(tx, actor.orgId, {
      kind: 'desk',
      id: locked.item.id,
      orderId: locked.item.orderId,
      patientId: locked.item.patientId,
    });
    return { id };
  });
  const item = await deps.store.withOrg(actor.orgId, (tx) =>
    findItem(tx, actor.orgId, deps.ports.clock.now(), key),
  );
  return { item: item ?? null };
}

/** Makes the row where there is none, and locks it: whoever comes second waits, and reads what the first has done. */
async function lockItem(
  deps: DeskDeps,
  tx: Tx,
  { orgId }: Actor,
  { cause, subjectId }: DeskItemKey,
): Promise<LockedItem> {
  const tables = tx.withTables<DeskTables>();
  const nowMs = deps.ports.clock.now();
  // Nobody's ids make rows.
  const before = await findItem(tx, orgId, nowMs, { cause, subjectId });
  if (before !== undefined)
    await tables
      .insertInto('desk_item')
      .values({
        org_id: orgId,
        cause,
        subject_id: subjectId,
        owner_id: null,
        owned_since: null,
        owned_by: null,
        handled_mark: null,
        handled_at: null,
        handled_by: null,
        sealed_reason: null,
        revision: 1,
      })
      .onConflict((conflict) => conflict.columns(['org_id', 'cause', 'subject_id']).doNothing())
      .execute();
  const row = await tables
    .selectFrom('desk_item')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('cause', '=', cause)
    .where('subject_id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst();
  const item = row === undefined ? undefined : await findItem(tx, orgId, nowMs, { cause, subjectId });
  if (row === undefined || item === undefined) throw await gone(tx, row);
  return { item, row };
}

async function own(
  { ports }: DeskDeps,
  tx: Tx,
  actor: Actor,
  row: DeskItemRow,
  ownerId: string,
): Promise<void> {
  await tx
    .withTables<DeskTables>()
    .updateTable('desk_item')
    .set({
      owner_id: ownerId,
      owned_since: nowText(ports),
      owned_by: actor.id,
      revision: row.revision + 1,
    })
    .where('org_id', '=', row.org_id)
    .where('cause', '=', row.cause)
    .where('subject_id', '=', row.subject_id)
    .execute();
}

function taken({ id, owner, takenAt }: DeskItem): Failure {
  const name = owner === null ? 'Somebody' : `${owner.firstName} ${owner.lastName}`;
  return new Failure('DESK_ITEM_TAKEN', `${name} has taken it. Ask them to hand it over, or take it over.`, {
    itemId: id,
    ...(owner !== null && { by: { id: owner.id, name } }),
    ...(takenAt !== null && { at: takenAt }),
  });
}

/** It was handled by a person, or its cause has ended by itself. */
async function gone(tx: Tx, row: DeskItemRow | undefined): Promise<Failure> {
  if (row === undefined || row.handled_by === null) return settled();
  const user = await selectUser(tx, row.org_id, row.handled_by);
  const name = user === undefined ? 'Somebody' : `${user.firstName} ${user.lastName}`;
  return new Failure('DESK_ITEM_GONE', `${name} has marked it as handled.`, {
    by: { id: row.handled_by, name },
    ...(row.handled_at !== null && { at: row.handled_at }),
  });
}

/** The same answer for what was settled, what never lay there, and what lies on the desk of another organization. */
export function settled(): Failure {
  return new Failure('DESK_ITEM_GONE', 'This lies on the desk no more: what it was about has been settled.');
}
