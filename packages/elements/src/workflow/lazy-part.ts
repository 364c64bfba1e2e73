// Owns a part whose code comes when it is needed, so that the search can be used before all of it is there.
import { html } from 'lit';
import { note } from '../kit/icons.ts';
import type { Part, WorkflowHost } from './part.ts';
import { bring } from './state/bring.ts';

/** Stands for a part until its code is there. What cannot be loaded says so, and is tried again by a person. */
export class LazyPart<T extends Part> implements Part {
  /** The part, once its code is there. */
  part: T | undefined;
  readonly #host: WorkflowHost;
  readonly #load: () => Promise<T>;
  #loading: Promise<T | undefined> | undefined;
  #failed = false;

  constructor(host: WorkflowHost, load: () => Promise<T>) {
    this.#host = host;
    this.#load = load;
  }

  /** Loads it, once; undefined when that was not possible, or when the patient was switched meanwhile. */
  async load(): Promise<T | undefined> {
    this.#loading ??= this.#attempt();
    return await this.#loading;
  }

  /** The part as `draw` draws it; a sign of life while it is on its way. */
  draw(draw: (part: T) => unknown): unknown {
    if (this.part !== undefined) return draw(this.part);
    const { text } = this.#host;
    if (this.#failed)
      return note(
        'danger',
        html`${text.kit.failed} <button type="button" class="inline" @click=${() => void this.load()}>${text.kit.tryAgain}</button>`,
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

  dispose(): void {
    this.part?.dispose?.();
  }

  async #attempt(): Promise<T | undefined> {
    this.#failed = false;
    try {
      const part = await bring(this.#load);
      if (this.#host.state.signal.aborted) {
        part.dispose?.();
        return undefined;
      }
      this.part = part;
    } catch {
      this.#failed = true;
      this.#loading = undefined;
    }
    this.#host.update();
    return this.part;
  }
}
