// Reads drafts: one, or those that wait for a patient or for a prescriber.
import type { DraftId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';

export interface DraftFilter {
  /** Service id or external id. */
  readonly patientId?: string | null;
  /** Whose drafts; a prescriber's own when left out, everybody's for staff. */
  readonly prescriberId?: string | null;
  /** Only those made through the application that the caller uses (W2). */
  readonly ownApplication?: boolean | null;
}

/** The drafts that wait, oldest first. Bounded, as drafts are. */
export async function listDrafts(
  deps: PrescribingDeps,
  actor: Actor,
  filter: DraftFilter,
): Promise<DraftRow[]> {
  authorize(actor, 'draft.read');
  if (typeof filter.prescriberId === 'string' && !isId('usr', filter.prescriberId))
    throw notFound('prescriber');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    let query = tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .selectAll()
      .where('org_id', '=', actor.orgId);
    if (filter.patientId !== undefined && filter.patientId !== null) {
      const patient = await findPatient(tx, actor.orgId, filter.patientId);
      if (patient === undefined) throw notFound('patient');
      query = query.where('patient_id', '=', patient.id);
    }
    if (filter.ownApplication === true) query = query.where('application_id', '=', actor.clientId);
    const prescriberId =
      filter.prescriberId ?? (actor.kind === 'user' && actor.roles.has('prescriber') ? actor.id : undefined);
    if (prescriberId !== undefined) query = query.where('prescriber_id', '=', prescriberId as UserId);
    const rows = await query
      .orderBy('created_at')
      .orderBy('id')
      .limit(PRESCRIBING_LIMITS.draftsPerPatientMax * 4)
      .execute();
    return rows.map((row) => openDraft(keysOf(tx), row));
  });
}

export async function draftOf(deps: PrescribingDeps, actor: Actor, id: string): Promise<DraftRow> {
  authorize(actor, 'draft.read');
  if (!isId('drf', id)) throw notFound('draft');
  const draft = await deps.store.withOrg(actor.orgId, async (tx) => {
    const stored = await tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('id', '=', id as DraftId)
      .executeTakeFirst();
    return stored === undefined ? undefined : openDraft(keysOf(tx), stored);
  });
  if (draft === undefined) throw notFound('draft');
  return draft;
}

/** Those of them that are there. */
export async function draftsByIds(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DraftRow>> {
  authorize(actor, 'draft.read');
  if (ids.length === 0) return new Map();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const rows = await tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('id', 'in', ids as DraftId[])
      .execute();
    return new Map(rows.map((row) => [row.id, openDraft(keysOf(tx), row)]));
  });
}
