// What the room `prescribing` is given: its store, the ports, and the one question it asks `identity`.
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { Actor } from '../actor.ts';
import type { PrescriberCheck } from '../identity/users/prescriber.ts';
import type { Ports } from '../ports.ts';
import type { Store, Tx } from '../store/store.ts';

export interface PrescribingDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** From current data, in the caller's transaction (A2). */
  authorizedPrescriber(tx: Tx, orgId: OrganizationId, userId: UserId): Promise<PrescriberCheck>;
  /** Step-up: throws STEP_UP_REQUIRED when the person must prove again who they are before signing (A2, W4). */
  readonly requireFreshProof: (actor: Actor) => void;
  /** Told after commit that something waits in these lanes, so that it leaves at once. */
  readonly departures: (rows: readonly DepartureRow[]) => void;
}

/** One row of the outbox as it was written. */
export interface DepartureRow {
  readonly id: string;
  readonly orgId: OrganizationId;
  readonly lane: string;
}
