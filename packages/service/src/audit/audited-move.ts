// A move of the store to PostgreSQL with its entry in the network's trail, which is written with the act that opens the new store.
import { makeId, type Ports } from '../kernel/ports.ts';
import { validate } from '../kernel/validate.ts';
import { type MoveOptions, type MoveReport, moveStore } from '../store/inside.ts';
import type { Tx } from '../store/store.ts';
import { operatorName, recordNetworkAct } from './network-audit.ts';

export interface AuditedMoveOptions extends Omit<MoveOptions, 'newId' | 'note'> {
  /** Who moves it. */
  readonly by: string;
}

/** As `moveStore`; throws VALIDATION_ERROR for a name that cannot stand in the trail. */
export async function moveStoreAudited(
  ports: Ports,
  { by, ...options }: AuditedMoveOptions,
): Promise<MoveReport> {
  const operator = validate(operatorName, by, 'by');
  return await moveStore({
    ...options,
    newId: () => makeId(ports, 'mov'),
    note: async (owner, { id, to }) => {
      const subject = { kind: 'store', id };
      await recordNetworkAct(owner as unknown as Tx, ports, {
        operator,
        action: 'store.move',
        subject,
        detail: { to },
      });
    },
  });
}
