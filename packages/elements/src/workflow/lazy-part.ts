// Owns a part whose code is loaded when it is needed, so that the search can be used before everything is there.
import { html } from 'lit/html.js';
import { asClientError } from '../kit/client-error.ts';
import { loadCode, NOT_LOADED } from '../kit/load-code.ts';
import { note } from '../kit/look/icons.ts';
import type { Part, WorkflowHost } from './part.ts';

/** What it needs of the workflow around it. */
type Around = Pick<WorkflowHost, 'text' | 'update'> & {
  readonly state: Pick<WorkflowHost['state'], 'signal'>;
};

/** Stands for a part until its code is there. What cannot be loaded says so; without a network it is tried again by a person. */
export class LazyPart<T extends Part> implements Part {
  /** The part, once its code is there. */
  part: T | undefined;
  readonly #host: Around;
  readonly #load: () => Promise<T>;
  readonly #page: Pick<EventTarget, 'addEventListener'>;
  #loading: Promise<T | undefined> | undefined;
  #failure: string | undefined;

  /** `page` says when the network comes back: the window. */
  constructor(
    host: Around,
    load: () => Promise<T>,
    page: Pick<EventTarget, 'addEventListener'> = globalThis,
  ) {
    this.#host = host;
    this.#load = load;
    this.#page = page;
  }

  /** Loads it, once; undefined when that was not possible, or when the patient was switched meanwhile. */
  async load(): Promise<T | undefined> {
    this.#loading ??= this.#attempt();
    return await this.#loading;
  }

  /** Why it is not there, in words. */
  get trouble(): string {
    const { kit } = this.#host.text;
    return this.#failure === NOT_LOADED ? kit.reload : kit.offline;
  }

  /** The part as `draw` draws it; a sign of life while it is on its way. */
  draw(draw: (part: T) => unknown): unknown {
    if (this.part !== undefined) return draw(this.part);
    const { text } = this.#host;
    if (this.#failure === NOT_LOADED) return note('danger', text.kit.reload, { role: 'alert' });
    if (this.#failure !== undefined)
      return note(
        'danger',
        html`${text.kit.offline} <button type="button" class="inline" @click=${() => void this.load()}>${text.kit.tryAgain}</button>`,
      );
    void this.load();
    return html`<p class="card muted"><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`;
  }

  render(): unknown {
    return this.draw((part) => part.render());
  }

  updated(): void {
    this.part?.updated?.();
  }

  resume(): void {
    this.part?.resume?.();
  }

  dispose(): void {
    this.part?.dispose?.();
  }

  readonly #again = (): void => {
    if (this.#failure !== NOT_LOADED) void this.load();
  };

  async #attempt(): Promise<T | undefined> {
    this.#failure = undefined;
    try {
      const part = await loadCode(this.#load);
      if (this.#host.state.signal.aborted) {
        part.dispose?.();
        return undefined;
      }
      this.part = part;
    } catch (error) {
      this.#failure = asClientError(error).code;
      this.#loading = undefined;
      // When the network comes back, it is loaded without anybody's asking.
      this.#page.addEventListener('online', this.#again, { once: true, signal: this.#host.state.signal });
    }
    this.#host.update();
    return this.part;
  }
}
