// What the room `desk` stands on.
import type { CancelDeps } from '../delivery/inside.ts';
import type { PhoneHashes } from '../routing/inside.ts';

export interface DeskDeps extends CancelDeps {
  /** What is remembered of telephone numbers. */
  readonly phoneHashes: PhoneHashes;
}
