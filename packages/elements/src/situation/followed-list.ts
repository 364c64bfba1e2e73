// Owns how a list of what was sent is followed: asked anew when the service tells of a change, and now and again while somebody looks (E5).
import type { ClientError, Session } from '@pestle/client';
import { boardOf, type FollowedFill, type SituationBoard } from './board.ts';
import { type LiveLink, liveLinkOf } from './live-link.ts';
import { isOver } from './situation-model.ts';

/** How often a list is looked at: sooner while something is on its way. */
const MOVING_MS = 4_000;
const RESTING_MS = 20_000;
/** While changes are told as they happen: nothing depends on it. */
const TOLD_MS = 60_000;

/** A list of one patient. `stop()` ends it; another patient is another list. */
export abstract class FollowedList {
  status: 'loading' | 'ready' | 'failed' = 'loading';
  /** The last look did not work; what is shown may be old. */
  stale = false;
  error: ClientError | undefined;
  /** When what is shown was read, in milliseconds since 1970. */
  asOfMs: number | undefined;
  readonly link: LiveLink;
  readonly session: Session;
  protected readonly board: SituationBoard;
  protected readonly changed: () => void;
  readonly #end = new AbortController();
  /** Ends with the list. */
  readonly signal = this.#end.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking = false;
  /** Asked for while a look was under way, which may have left too early to see what it is about. */
  #wanted = false;

  /** The list is asked for the first time by whoever makes it, with `look()`. */
  constructor(session: Session, patientId: string, changed: () => void) {
    this.session = session;
    this.changed = changed;
    this.link = liveLinkOf(session);
    this.link.follow(this.signal, { patientId }, (what) => {
      if (what === 'told') void this.look();
      else changed();
    });
    this.board = boardOf(session);
    this.signal.addEventListener('abort', this.board.subscribe(changed), { once: true });
    const seen = (): void => {
      if (document.visibilityState === 'visible' && session.state === 'ready') void this.look();
    };
    document.addEventListener('visibilitychange', seen, { signal: this.signal });
  }

  /** Asks, and answers with what to do with the answer, which comes too late once the list has ended. */
  protected abstract ask(): Promise<() => void>;

  /** The fills of the list as they were read last. */
  protected abstract fills(): readonly (FollowedFill | null)[];

  /** Looks now, for instance after something was sent. */
  async look(): Promise<void> {
    if (this.signal.aborted) return;
    if (this.#looking) {
      this.#wanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = true;
    this.#wanted = false;
    if (await this.attempt(() => this.ask())) {
      this.status = 'ready';
      this.stale = false;
      this.error = undefined;
      this.asOfMs = Date.now();
    } else if (this.status === 'loading') this.status = 'failed';
    this.#looking = false;
    if (this.signal.aborted) return;
    this.changed();
    if (this.#wanted) void this.look();
    else this.#lookLater();
  }

  /** Asks, and takes what was answered before the list ended; false when it could not be asked, and `error` says why. */
  protected async attempt(ask: () => Promise<() => void>): Promise<boolean> {
    try {
      const take = await ask();
      if (!this.signal.aborted) take();
      return true;
    } catch (error) {
      this.error = error as ClientError;
      this.stale = true;
      return false;
    }
  }

  stop(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    const moving = this.fills().some((fill) => fill !== null && !isOver(fill));
    this.#timer = setTimeout(
      () => {
        if (this.session.state === 'ready') void this.look();
        else this.#lookLater();
      },
      this.stale ? RESTING_MS : this.link.state === 'live' ? TOLD_MS : moving ? MOVING_MS : RESTING_MS,
    );
  }
}
