// Owns the list of what was just taken away and can be brought back. Nothing fades: an entry stays until it is used or dismissed.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';

export type UndoEntry = { readonly key: string; readonly words: string };

/** Draws the list; `undo` and `dismiss` get the key of the entry. */
export function undoList(
  entries: readonly UndoEntry[],
  words: {
    readonly label: string;
    readonly undo: string;
    readonly undoOf: (what: string) => string;
    readonly dismiss: string;
    readonly dismissOf: (what: string) => string;
  },
  acts: { readonly undo: (key: string) => void; readonly dismiss: (key: string) => void },
): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  return html`<ul aria-label=${words.label} part="undo">
    ${repeat(
      entries,
      ({ key }) => key,
      ({ key, words: what }) => html`<li class="undo"><span>${what}</span><span class="row">
        <button type="button" aria-label=${words.undoOf(what)} @click=${() => acts.undo(key)}>${words.undo}</button>
        <button type="button" class="quiet" aria-label=${words.dismissOf(what)} @click=${() => acts.dismiss(key)}>${words.dismiss}</button>
      </span></li>`,
    )}
  </ul>`;
}
