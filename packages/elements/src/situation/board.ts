// Owns what was read last of every fill, for all that one session shows: so the card after sending and the history never contradict.
import type { DataOf, Session } from '@pestle/client';
import type { OrderStatus } from '@pestle/client/documents/signing';
import { SITUATION_LIMITS } from './limits.ts';

export type FollowedFill = DataOf<typeof OrderStatus>['order']['fills'][number];

interface Kept {
  readonly fill: FollowedFill;
  readonly asked: number;
}

export class SituationBoard {
  readonly #session: Session;
  readonly #fills = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();
  #personId: string | undefined;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Before a question is asked: its answer knows nothing of what happens after. */
  asking(): number {
    this.#asked += 1;
    return this.#asked;
  }

  /** An answer: of each fill the one that was asked for last counts, whichever came last. */
  take(asked: number, fills: readonly FollowedFill[]): void {
    this.#forgetOthers();
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
    this.#forgetOthers();
    return this.#fills.get(fillId)?.fill;
  }

  /** Calls back when something was read; the answer stops it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was shown to one person is not shown to the next. */
  #forgetOthers(): void {
    const personId = this.#session.me?.id;
    if (personId === undefined || personId === this.#personId) return;
    this.#personId = personId;
    this.#fills.clear();
  }
}

const boards = new WeakMap<Session, SituationBoard>();

/** The one board of a session: every element inside one `svc-client` reads it. */
export function boardOf(session: Session): SituationBoard {
  const board = boards.get(session) ?? new SituationBoard(session);
  boards.set(session, board);
  return board;
}
