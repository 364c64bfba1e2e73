// What acts on an order that was sent stand on.
import type { Actor } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { ActDeps } from '../../prescribing/inside.ts';
import type { Store } from '../../store/store.ts';

export interface CancelDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly departures: (rows: readonly Departure[]) => void;
  /** Throws STEP_UP_REQUIRED when the person must prove again who they are (A2). */
  readonly requireFreshProof: (actor: Actor) => void;
}
