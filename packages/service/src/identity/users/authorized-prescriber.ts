// Judges whether a user is an authorized prescriber now, from their row in the caller's transaction (A2).
import type { Tx } from '../../store/store.ts';
import type { PrescriberCheck, PrescriberPolicy } from './prescriber.ts';
import { checkPrescriber } from './prescriber.ts';
import { selectUser } from './user-rows.ts';

/** By what the network asks of prescribers. */
export function authorizedPrescriberBy(
  policy: PrescriberPolicy,
): (tx: Tx, orgId: string, userId: string) => Promise<PrescriberCheck> {
  return async (tx, orgId, userId) => checkPrescriber(await selectUser(tx, orgId, userId), policy);
}
