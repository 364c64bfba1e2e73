// Ends everything that users hold: what the provider gave them, and sessions and tokens of the console.
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { endArtifacts } from '../provider/adapter.ts';
import { endOperatorAccess } from './tokens.ts';

export interface EndAccessDeps {
  readonly store: Store;
  readonly ports: Ports;
}

export async function endAccessOf(
  { store, ports }: EndAccessDeps,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length > 0) await store.asDoor((tx) => endAccess(tx, ports, userIds));
}

/** The same in the transaction of an act; of one user at least. */
export async function endAccess(tx: Tx, ports: Ports, userIds: readonly string[]): Promise<void> {
  await endArtifacts(tx, userIds);
  await endOperatorAccess(tx, userIds, nowText(ports));
}
