// What became of the texts that ask patients to choose a pharmacy, for whoever looks at their orders.

import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { OutboxTables } from '../../outbox/outbox.ts';
import { invitationId } from '../../outbox/outbox.ts';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import type { PatientLinkTables } from '../../routing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeliveryTables } from '../ledger/tables.ts';

/**
 * `NOT_SENT`: there is no telephone number to send it to, or whoever has it said that it is somebody else's, so that somebody must choose or
 * call. `FAILED` as well where the number wants no texts.
 */
export type InvitationState = 'QUEUED' | 'SENT' | 'FAILED' | 'NOT_SENT';

interface Row {
  readonly text: 'queued' | 'sent' | 'failed' | 'withheld' | null;
  /** Somebody else has the number that it was sent to. */
  readonly wrong: string | null;
  /** The row of the outbox, where it has yet to leave. */
  readonly waiting: string | null;
  readonly state: string;
}

/** Of each order that has invited its patient, or should have. */
export async function invitationsOf(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, InvitationState>> {
  const wanted = orderIds.filter((id) => isId('ord', id));
  if (wanted.length === 0) return new Map();
  const texts = wanted.map((id) => invitationId(id));
  const rows = await tx
    .withTables<PrescribingTables & DeliveryTables & OutboxTables & PatientLinkTables>()
    .selectFrom('orders')
    .leftJoin('text_message as text', (join) =>
      join
        .onRef('text.org_id', '=', 'orders.org_id')
        .onRef('text.order_id', '=', 'orders.id')
        // One to a number that was corrected since has a later one behind it.
        .on((eb) => eb.or([eb('text.id', 'in', texts), eb('text.about', '=', 'invitation')])),
    )
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.org_id', '=', 'orders.org_id')
        .onRef('outbox.subject_id', '=', 'orders.id')
        .on('outbox.id', 'in', texts),
    )
    .leftJoin('patient_link as wrong', (join) =>
      join
        .onRef('wrong.org_id', '=', 'orders.org_id')
        .onRef('wrong.order_id', '=', 'orders.id')
        .on('wrong.revoked_at', 'is not', null)
        // One that ended because the number was corrected has another in its place.
        .on((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('patient_link as standing')
                .select('standing.id')
                .whereRef('standing.org_id', '=', 'orders.org_id')
                .whereRef('standing.order_id', '=', 'orders.id')
                .where('standing.revoked_at', 'is', null),
            ),
          ),
        ),
    )
    .select(['orders.id', 'orders.state', 'text.state as text', 'outbox.id as waiting', 'wrong.id as wrong'])
    .where('orders.org_id', '=', orgId)
    .where('orders.id', 'in', wanted)
    .orderBy('text.created_at')
    .orderBy('text.id')
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const state = stateOf(row);
      return state === undefined ? [] : [[row.id, state]];
    }),
  );
}

function stateOf({ text, waiting, state, wrong }: Row): InvitationState | undefined {
  if (wrong !== null) return state === 'ROUTING' ? 'NOT_SENT' : undefined;
  if (text === 'sent') return 'SENT';
  if (text === 'failed' || text === 'withheld') return 'FAILED';
  if (text === 'queued' || waiting !== null) return 'QUEUED';
  return state === 'ROUTING' ? 'NOT_SENT' : undefined;
}
