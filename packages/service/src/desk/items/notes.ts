// Reads the notes of items, opened.
import type { OrganizationId } from '@pestle/rules/ids';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeskCause } from '../causes.ts';
import { DESK_CAUSE_KEYS } from '../causes.ts';
import type { DeskDeps } from '../deps.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskTables } from '../tables.ts';

export interface DeskNote {
  readonly id: string;
  readonly text: string;
  readonly writtenBy: string;
  readonly writtenAt: string;
}

/** The name under which the notes of an item are asked for: they stay when a new cause appears. */
export function notesKey({ cause, subjectId }: { cause: DeskCause; subjectId: string }): string {
  return `${cause}.${subjectId}`;
}

/** Of each item the newest notes, the oldest of them first. */
export async function notesOf(
  deps: DeskDeps,
  actor: Actor,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly DeskNote[]>> {
  authorize(actor, 'desk.read');
  const subjects = keys.map((key) => key.slice(key.indexOf('.') + 1));
  if (subjects.length === 0) return new Map();
  return await deps.store.withOrg(actor.orgId, (tx) => readNotes(tx, actor.orgId, subjects));
}

async function readNotes(
  tx: Tx,
  orgId: OrganizationId,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly DeskNote[]>> {
  const rows = await tx
    .withTables<DeskTables>()
    .selectFrom('desk_note')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('cause', 'in', DESK_CAUSE_KEYS)
    .where('subject_id', 'in', [...subjects])
    .orderBy('written_at')
    .orderBy('id')
    .execute();
  const found = Map.groupBy(rows, (row) => notesKey({ cause: row.cause, subjectId: row.subject_id }));
  return new Map(
    [...found].map(([key, notes]) => [
      key,
      notes.slice(-DESK_LIMITS.notesMax).map((row) => ({
        id: row.id,
        text: openNote(keysOf(tx), row.id, row.sealed),
        writtenBy: row.written_by,
        writtenAt: row.written_at,
      })),
    ]),
  );
}

export function sealNote(keys: OrgKeys, id: string, text: string): Uint8Array {
  return keys.seal(columnAddress('deskNote', id), Buffer.from(text, 'utf8'));
}

function openNote(keys: OrgKeys, id: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('deskNote', id), sealed)).toString('utf8');
}
