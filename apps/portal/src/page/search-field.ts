// Owns the one search of a list: what is typed is looked for after a moment, and kept with the entry of the browser's history, not in the address.
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import { keepSearch, typedSearch } from '../navigate.ts';
import { areKeysOn } from '../preferences.ts';
import { portalIcon } from './icons.ts';

export class SearchField {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #entered: (text: string) => void;

  /** `entered` hears of Enter in it, with what is typed, which is looked for by then. */
  constructor(entered: (text: string) => void = () => undefined) {
    this.#entered = entered;
  }

  render(label: string, placeholder: string): TemplateResult {
    return html`<div class="search">${portalIcon('search', 16)}<input type="search" aria-label=${label} placeholder=${placeholder}
      maxlength=${PORTAL_LIMITS.searchCharactersMax} autocomplete="off" spellcheck="false" .value=${typedSearch()}
      @input=${(event: Event) => this.#typed((event.target as HTMLInputElement).value)} @keydown=${(event: KeyboardEvent) => this.#pressed(event)}>${areKeysOn() ? html`<kbd aria-hidden="true">/</kbd>` : ''}</div>`;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Nobody waits for the pause who says that it is typed; a key that is held says nothing. */
  #pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.repeat || event.isComposing) return;
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.#timer);
    if (value !== typedSearch()) keepSearch(value);
    this.#entered(value);
  }

  #typed(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => keepSearch(text), PORTAL_LIMITS.searchAfterMs);
  }
}

/** Whether every word that is typed into the search is in a text, for a list that is here as a whole. */
export function isSearched(text: string): boolean {
  const within = text.toLocaleLowerCase();
  return typedSearch()
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
