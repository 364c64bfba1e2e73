// What became of the texts that ask patients to choose a pharmacy, for whoever looks at their orders.
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';

/** `NOT_SENT`: there is no telephone number to send it to, so that somebody must choose or call. */
export type InvitationState = 'QUEUED' | 'SENT' | 'FAILED' | 'NOT_SENT';

interface Row {
  readonly id: OrderId;
  readonly text: 'queued' | 'sent' | 'failed' | null;
  readonly waits: boolean;
  readonly routing: boolean;
}

/** Of each order that has invited its patient, or should have. */
export async function invitationsOf(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, InvitationState>> {
  const wanted = orderIds.filter((id) => isId('ord', id));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select o.id, t.state as text, x.id is not null as waits, o.state = 'ROUTING' as routing
    from orders o
    left join text_message t on t.org_id = o.org_id and t.id = 'txt_' || substr(o.id, 5)
    left join outbox x on x.org_id = o.org_id and x.id = 'txt_' || substr(o.id, 5)
    where o.org_id = ${orgId} and o.id in (${sql.join(wanted)})`.execute(tx);
  return new Map(
    rows.flatMap((row) => {
      const state = stateOf(row);
      return state === undefined ? [] : [[row.id, state]];
    }),
  );
}

function stateOf({ text, waits, routing }: Row): InvitationState | undefined {
  if (text === 'sent') return 'SENT';
  if (text === 'failed') return 'FAILED';
  if (text === 'queued' || waits) return 'QUEUED';
  return routing ? 'NOT_SENT' : undefined;
}
