// Owns the last line of the search's list, where the organization allows it: what is not in the list is written by hand.
import { html, type TemplateResult } from 'lit/html.js';
import type { Choice } from '../../kit/combobox/combobox-model.ts';
import type { Text } from '../../text/text.ts';
import type { SearchHit } from './search-model.ts';

export const WRITE = 'write';

/** What the list of the search has. */
export type Offered = SearchHit | { readonly kind: typeof WRITE };

/** True for what is in the drug file, a template or was prescribed before. */
export function isHit(choice: Choice<Offered>): choice is Choice<SearchHit> {
  return choice.value.kind !== WRITE;
}

/** It stands apart from the medicines above it. */
export function writeChoice({ search }: Text, typed: string): Choice<Offered> {
  return { key: WRITE, value: { kind: WRITE }, group: WRITE, label: search.write(typed.trim()) };
}

/** `only`: nothing was found. */
export function writeHeading({ search }: Text, only: boolean): string {
  return only ? search.nothing : search.notListed;
}

export function writeLine({ search }: Text, typed: string): TemplateResult {
  return html`<bdi>${search.write(typed.trim())}</bdi>`;
}
