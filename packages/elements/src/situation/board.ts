// Owns what was read last of every fill, for all that a page shows to one person: so the card after sending and the history never contradict, also under two `svc-client`.
import type { DataOf, Session } from '@pestle/client';
import type { OrderStatus } from '@pestle/client/documents/signing';
import { SITUATION_LIMITS } from './limits.ts';

export type FollowedFill = DataOf<typeof OrderStatus>['order']['fills'][number];

interface Kept {
  readonly fill: FollowedFill;
  readonly asked: number;
}

export class SituationBoard {
  readonly #fills = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();
  #asked = 0;

  /** Before a question is asked: its answer knows nothing of what happens after. */
  asking(): number {
    this.#asked += 1;
    return this.#asked;
  }

  /** An answer: of each fill the one that was asked for last counts, whichever came last. */
  take(asked: number, fills: readonly FollowedFill[]): void {
    for (const fill of fills) {
      if ((this.#fills.get(fill.id)?.asked ?? 0) > asked) continue;
      this.#fills.delete(fill.id);
      this.#fills.set(fill.id, { fill, asked });
    }
    for (const id of this.#fills.keys()) {
      if (this.#fills.size <= SITUATION_LIMITS.fillsMax) break;
      this.#fills.delete(id);
    }
    for (const listener of this.#listeners) listener();
  }

  /** What is known of a fill; undefined when nobody has read it yet. */
  of(fillId: string): FollowedFill | undefined {
    return this.#fills.get(fillId)?.fill;
  }

  /** Calls back when something was read; the answer stops it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const boards = new Map<string, SituationBoard>();

/**
 * The one board of a page for whoever is signed in: every element inside every `svc-client` of that person reads it, and what was shown to one
 * person is not shown to the next.
 */
export function boardOf({
  apiUrl,
  organization,
  me,
}: Pick<Session, 'apiUrl' | 'organization' | 'me'>): SituationBoard {
  const key = `${apiUrl} ${organization?.id} ${me?.id}`;
  const board = boards.get(key) ?? new SituationBoard();
  boards.set(key, board);
  for (const other of boards.keys()) {
    if (boards.size <= SITUATION_LIMITS.boardsMax) break;
    if (other !== key) boards.delete(other);
  }
  return board;
}
