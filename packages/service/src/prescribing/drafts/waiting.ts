// Lists the drafts of all patients that wait for a prescriber's review and signature, by whomever they were prepared.
import type { DraftId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';

export interface WaitingFilter extends PageRequest {
  /** Whose drafts; a prescriber's own when left out, everybody's for others. */
  readonly prescriberId?: string | null;
  /** Only what somebody else prepared for the prescriber. */
  readonly preparedByOthers?: boolean | null;
}

/** What waits to be reviewed and signed, over all patients, oldest first. */
export async function draftsWaiting(
  deps: PrescribingDeps,
  actor: Actor,
  filter: WaitingFilter,
): Promise<Page<DraftRow>> {
  authorize(actor, 'draft.read');
  if (typeof filter.prescriberId === 'string' && !isId('usr', filter.prescriberId))
    throw notFound('prescriber');
  const size = pageSize(filter);
  const prescriberId =
    filter.prescriberId ?? (actor.kind === 'user' && actor.roles.has('prescriber') ? actor.id : null);
  const others = filter.preparedByOthers === true;
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const cursors = cursorsOf(keysOf(tx), ['draftsWaiting', prescriberId, others]);
    const cursor = readCursor(filter, cursors, ['string', 'string']);
    let query = tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .selectAll()
      .where('org_id', '=', actor.orgId);
    if (prescriberId !== null) query = query.where('prescriber_id', '=', prescriberId as UserId);
    if (others) query = query.whereRef('prepared_by', '<>', sql.ref('prescriber_id'));
    if (cursor !== undefined) {
      const [at, id] = cursor;
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(at, id as DraftId)));
    }
    const rows = await query
      .orderBy('created_at')
      .orderBy('id')
      .limit(size + 1)
      .execute();
    return pageOf(
      rows,
      size,
      cursors,
      (row) => [row.created_at, row.id],
      (row) => openDraft(keysOf(tx), row),
    );
  });
}
