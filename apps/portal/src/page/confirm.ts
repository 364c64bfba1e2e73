// Owns asking before something is done that others feel: the sentence of its effect, Do it and Back, in place of the button.
import type { TemplateResult } from 'lit';
import { html } from 'lit';

interface Asked {
  readonly name: string;
  readonly label: string;
  /** What it will do. */
  readonly effect: string;
  readonly doIt: () => void;
}

interface Words {
  readonly back: string;
}

export class Confirm {
  readonly #draw: () => void;
  #open: string | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  close(): void {
    this.#open = undefined;
  }

  render({ name, label, effect, doIt }: Asked, words: Words, busy: boolean): TemplateResult {
    if (this.#open !== name)
      return html`<button type="button" ?disabled=${busy} @click=${() => this.#set(name)}>${label}</button>`;
    return html`<div class="confirm" role="group" aria-label=${label}><p>${effect}</p><div class="row">
      <button type="button" class="primary" ?disabled=${busy} @click=${() => {
        this.#open = undefined;
        doIt();
      }}>${label}</button>
      <button type="button" class="quiet" @click=${() => this.#set(undefined)}>${words.back}</button></div></div>`;
  }

  #set(name: string | undefined): void {
    this.#open = name;
    this.#draw();
  }
}
