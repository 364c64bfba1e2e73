// Owns the number beside the desk in the navigation: how much lies there, heard of as it changes and asked for now and again.
import type { Session } from '@pestle/client';
import { PortalDeskCount } from '@pestle/client/documents/portal-desk';
import { liveLinkOf } from '@pestle/elements/views';
import { PORTAL_LIMITS } from '../limits.ts';

export class DeskCount {
  readonly #draw: () => void;
  #count: number | undefined;
  #session: Session | undefined;
  #personId: string | undefined;
  #following: AbortController | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Undefined until it is known. */
  get now(): number | undefined {
    return this.#count;
  }

  /** For whoever is signed in; another person's number is forgotten. */
  follow(session: Session): void {
    const { me, state } = session;
    if (me === undefined || state !== 'ready' || (session === this.#session && me.id === this.#personId))
      return;
    this.stop();
    this.#session = session;
    this.#personId = me.id;
    this.#following = new AbortController();
    liveLinkOf(session).follow(this.#following.signal, {}, (what) => {
      if (what === 'told') void this.#ask();
    });
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.#ask();
    }, PORTAL_LIMITS.deskCountAfterMs);
    void this.#ask();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#following?.abort();
    this.#count = undefined;
    this.#session = undefined;
    this.#personId = undefined;
  }

  async #ask(): Promise<void> {
    const signal = this.#following?.signal;
    if (signal === undefined || this.#session?.state !== 'ready') return;
    // The number that is shown stays; the next question may be answered again.
    const answer = await this.#session.query(PortalDeskCount, {}, { signal }).catch(() => undefined);
    if (signal.aborted || answer === undefined) return;
    this.#count = answer.deskCount;
    this.#draw();
  }
}
