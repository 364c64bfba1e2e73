// Owns which act is in hand with which order, for all that one session shows: two views of a page never begin two.
import type { Session } from '@pestle/client';
import { wait as waitIn } from '../kit/wait.ts';
import { boardOf } from '../situation/board.ts';
import type { ShownAct } from './act-model.ts';
import { type ActDeps, ActRun } from './act-run.ts';

export class ActsInHand {
  readonly #session: Session;
  readonly #wait: ActDeps['wait'];
  readonly #runs = new Map<string, ActRun>();
  readonly #listeners = new Set<(ended: ActRun | null) => void>();
  #personId: string | undefined;

  constructor(session: Session, wait: ActDeps['wait'] = waitIn) {
    this.#session = session;
    this.#wait = wait;
  }

  /** What is in hand with an order. */
  of(orderId: string): ActRun | undefined {
    this.#forgetOthers();
    return this.#runs.get(orderId);
  }

  /** Opens the question of an act; the one before, if nothing was asked by it, is given up. Undefined while another is under way. */
  begin(what: {
    readonly act: ShownAct;
    readonly orderId: string;
    readonly place: string;
  }): ActRun | undefined {
    this.#forgetOthers();
    if (this.#runs.get(what.orderId)?.busy === true) return undefined;
    const run = new ActRun(
      {
        session: this.#session,
        wait: this.#wait,
        changed: () => this.#tell(null),
        ended: (ended) => this.#ended(ended),
      },
      what,
    );
    this.#runs.set(what.orderId, run);
    this.#tell(null);
    return run;
  }

  /** Puts it away; not while nobody knows what became of it. */
  close(run: ActRun): void {
    if (run.busy || this.#runs.get(run.orderId) !== run) return;
    this.#runs.delete(run.orderId);
    this.#tell(null);
  }

  /** Calls back when something changed, with the act whose outcome is known now; the answer stops it. */
  subscribe(listener: (ended: ActRun | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Every view shows at once what the service answered. */
  #ended(run: ActRun): void {
    const { outcome } = run;
    const board = boardOf(this.#session);
    if (outcome !== null && outcome.fills.length > 0) board.take(board.asking(), outcome.fills);
    if (outcome?.draft != null) void tellOfDrafts(outcome.draft.patientId);
    this.#tell(run);
  }

  #tell(ended: ActRun | null): void {
    for (const listener of this.#listeners) listener(ended);
  }

  /** What one person had in hand is not shown to the next. */
  #forgetOthers(): void {
    const personId = this.#session.me?.id;
    if (personId === undefined || personId === this.#personId) return;
    if (this.#personId !== undefined) {
      for (const run of this.#runs.values()) run.stop();
      this.#runs.clear();
    }
    this.#personId = personId;
  }
}

const inHand = new WeakMap<Session, ActsInHand>();

/** The one of a session. */
export function actsInHandOf(session: Session): ActsInHand {
  const acts = inHand.get(session) ?? new ActsInHand(session);
  inHand.set(session, acts);
  return acts;
}

/** Whoever shows the pending order of this patient shows the new draft; without the code of it, at the next look. */
async function tellOfDrafts(patientId: string): Promise<void> {
  const messages = await import('../tab-messages.ts').catch(() => undefined);
  messages?.tellOfDrafts(patientId);
}
