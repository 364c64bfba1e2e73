// Lists what was signed and saved over all patients, is on no order, and can still be sent: it would grow too old unseen (W8).
import type { OrganizationId, PrescriptionId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { authorize, userIdsOf } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageSize, readCursor } from '../../kernel/paging.ts';
import type { Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { PrescriptionRecord } from '../records.ts';
import type { PrescribingTables } from '../tables.ts';
import { pageOfPrescriptions } from './prescriptions.ts';

export interface ToSendFilter extends PageRequest {
  /** Who signed; a prescriber's own when left out, everybody's for others. */
  readonly prescriberId?: string | null;
}

/** What was signed and never ordered, within the time in which it is sent; what grows too old first comes first. */
export async function prescriptionsToSend(
  deps: PrescribingDeps,
  actor: Actor,
  filter: ToSendFilter,
): Promise<Page<PrescriptionRecord>> {
  authorize(actor, 'prescription.read');
  if (typeof filter.prescriberId === 'string' && !isId('usr', filter.prescriberId))
    throw notFound('prescriber');
  const size = pageSize(filter);
  const prescriberId =
    filter.prescriberId ?? (actor.kind === 'user' && actor.roles.has('prescriber') ? actor.id : null);
  const since = new Date(deps.ports.clock.now() - PRESCRIBING_LIMITS.sendWithinMs).toISOString();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const cursors = cursorsOf(keysOf(tx), ['prescriptionsToSend', prescriberId]);
    const cursor = readCursor(filter, cursors, ['string', 'string']);
    const signers = prescriberId === null ? await userIdsOf(tx, actor.orgId) : [prescriberId as UserId];
    let query = neverOrdered(tx, actor.orgId, { signers, since });
    if (cursor !== undefined) {
      const [at, id] = cursor;
      query = query.where((eb) =>
        eb(eb.refTuple('written_at', 'id'), '>', eb.tuple(at, id as PrescriptionId)),
      );
    }
    const rows = await query
      .orderBy('written_at')
      .orderBy('id')
      .limit(size + 1)
      .execute();
    return await pageOfPrescriptions(tx, actor.orgId, rows, { size, cursors });
  });
}

/**
 * What these people have signed since a moment and nobody has ordered. They are named one by one: the index of what each has signed leads to
 * these days, and no other prescription is looked at.
 */
export function neverOrdered(
  tx: Tx,
  orgId: OrganizationId,
  { signers, since }: { readonly signers: readonly UserId[]; readonly since: string },
) {
  return tx
    .withTables<PrescribingTables>()
    .selectFrom('prescription')
    .select(['id', 'written_at'])
    .where('org_id', '=', orgId)
    .where('prescriber_id', 'in', signers)
    .where('written_at', '>=', since)
    .where('state', '<>', 'CANCELED')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fill')
            .select('fill.id')
            .whereRef('fill.org_id', '=', 'prescription.org_id')
            .whereRef('fill.prescription_id', '=', 'prescription.id'),
        ),
      ),
    );
}
