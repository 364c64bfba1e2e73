// Owns the two live regions of an element: what they say, once, in order, and never so fast that one swallows another.
import { html, type TemplateResult } from 'lit/html.js';
import type { Politeness } from './host.ts';

/** Screen readers drop a message that another replaces too soon. */
const BETWEEN_MS = 150;

/** The announcements of one element. `changed` asks the element for a render. */
export class LiveRegion {
  readonly #changed: () => void;
  readonly #waiting: { message: string; politeness: Politeness }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polite = '';
  #assertive = '';

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Says a message after those that wait; what stops the work goes first. */
  announce(message: string, politeness: Politeness = 'polite'): void {
    if (politeness === 'assertive') this.#waiting.unshift({ message, politeness });
    else this.#waiting.push({ message, politeness });
    this.#timer ??= setTimeout(this.#next, 0);
  }

  /** Draws both regions: they must stand in the document before anything is said. */
  render(): TemplateResult {
    return html`<div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">${this.#polite}</div>
      <div class="visually-hidden" role="alert" aria-live="assertive" aria-atomic="true">${this.#assertive}</div>`;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  readonly #next = (): void => {
    const entry = this.#waiting.shift();
    if (entry === undefined) {
      this.#timer = undefined;
      return;
    }
    // The same words twice are a change only when something differs: a no-break space is read as silence.
    if (entry.politeness === 'polite') this.#polite = differ(this.#polite, entry.message);
    else this.#assertive = differ(this.#assertive, entry.message);
    this.#changed();
    this.#timer = setTimeout(this.#next, BETWEEN_MS);
  };
}

function differ(before: string, after: string): string {
  return before === after ? `${after}\u00a0` : after;
}
