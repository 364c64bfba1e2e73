// One stream of the service for all who follow on a page: opened while somebody does and looks, opened again when it breaks, and never the only way.
import {
  LIVE_AGAIN_MAX_MS,
  LIVE_GREETING_MS,
  LIVE_HIDDEN_MS,
  LIVE_POLLED_MS,
  LIVE_SILENCE_MS,
} from './limits.ts';
import type { Live, LiveChange, LiveNews, LiveState } from './news.ts';
import { followEvents, type ServerEvent } from './server-events.ts';

/** Opens the stream from the last event on. Throws a `ClientError` where nobody is signed in. */
export type OpenStream = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>;

const lives = new Map<string, LiveStream>();

/** The one stream of a page for a service, an organization and a person: whoever asks last says how it is opened. */
export function liveOf(key: string, open: OpenStream): Live {
  const known = lives.get(key) ?? new LiveStream();
  known.open = open;
  lives.set(key, known);
  return known;
}

class LiveStream implements Live {
  state: LiveState = 'off';
  open: OpenStream = () => Promise.reject(new Error());
  readonly #listeners = new Set<(news: LiveNews) => void>();
  #lastEventId: string | undefined;
  /** How often in a row no stream was to be had. */
  #failures = 0;
  #end: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen = (): void => {
    clearTimeout(this.#timer);
    // A browser has six connections to a server over HTTP/1.1, for all of its tabs.
    if (document.hidden) this.#timer = setTimeout(() => this.#close('off'), LIVE_HIDDEN_MS);
    else void this.#connect();
  };

  subscribe(listener: (news: LiveNews) => void): () => void {
    // Wrapped, so that one function may listen twice.
    const own = (news: LiveNews): void => listener(news);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) {
      document.addEventListener('visibilitychange', this.#seen);
      this.#seen();
    }
    return () => {
      if (!this.#listeners.delete(own) || this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.#seen);
      clearTimeout(this.#timer);
      this.#close('off');
      // What is missed from now on nobody needs.
      this.#lastEventId = undefined;
    };
  }

  #tell(news: LiveNews): void {
    for (const listener of this.#listeners) listener(news);
  }

  #turn(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    this.#tell('state');
  }

  #close(state: LiveState): void {
    this.#end?.abort();
    this.#end = undefined;
    this.#turn(state);
  }

  async #connect(): Promise<void> {
    if (this.#end !== undefined || document.hidden) return;
    const end = new AbortController();
    this.#end = end;
    let again = 0;
    try {
      again = await this.#follow(end);
    } catch {
      again = this.#waitMs();
    }
    if (this.#end !== end) return;
    this.#close(this.#failures > 1 || again >= LIVE_POLLED_MS ? 'off' : 'reconnecting');
    // Spread, so that the pages of a node that stops do not come back in one moment.
    this.#timer = setTimeout(() => void this.#connect(), again * (0.5 + Math.random()));
  }

  #waitMs(): number {
    this.#failures += 1;
    return Math.min(LIVE_AGAIN_MAX_MS, 1_000 * 2 ** (this.#failures - 1));
  }

  /** Until it ends; answers how long to wait before the next. */
  async #follow(end: AbortController): Promise<number> {
    // A proxy that keeps answers until they are whole says nothing at all.
    let silence = setTimeout(() => end.abort(), LIVE_GREETING_MS);
    let again: number | undefined;
    try {
      const response = await this.open(this.#lastEventId, end.signal);
      if (!response.ok || response.body === null) {
        void response.body?.cancel();
        return Math.max(LIVE_POLLED_MS, Number(response.headers.get('retry-after')) * 1_000);
      }
      await followEvents(response.body, (event) => {
        clearTimeout(silence);
        silence = setTimeout(() => end.abort(), LIVE_SILENCE_MS);
        if (this.#end === end) again = this.#take(event) ?? again;
      });
    } catch (error) {
      if (!end.signal.aborted || this.#end !== end) throw error;
      // Ours: it was silent for too long. Without a greeting there is no use in trying soon.
      return this.state === 'live' ? this.#waitMs() : LIVE_POLLED_MS;
    } finally {
      clearTimeout(silence);
    }
    return again ?? this.#waitMs();
  }

  /** Answers how long to wait where the event says that the stream ends. */
  #take({ id, event, data }: ServerEvent): number | undefined {
    if (id !== undefined) this.#lastEventId = id;
    switch (event) {
      case 'hello':
        this.#failures = 0;
        this.#turn('live');
        if (!(data as { readonly resumed: boolean }).resumed) this.#tell('anew');
        return undefined;
      case 'change':
        this.#tell(data as readonly LiveChange[]);
        return undefined;
      case 'anew':
        this.#tell('anew');
        return undefined;
      case 'end':
        return (data as { readonly reason: string }).reason === 'signed-out' ? LIVE_POLLED_MS : 500;
      default:
        return undefined;
    }
  }
}
