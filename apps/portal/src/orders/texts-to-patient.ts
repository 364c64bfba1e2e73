// Owns what the page of an order tells of the texts to its patient: what each was about, when, and what became of it.
import type { Clock } from '@pestle/elements/views';
import { momentText } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { OrdersText } from '../text/en/orders.ts';
import type { Order } from './status-line.ts';

/** The newest first, as everything that happened; nothing where none was written. */
export function textsToPatient(
  { texts }: Order,
  words: OrdersText,
  clock: Clock,
): TemplateResult | typeof nothing {
  if (texts.length === 0) return nothing;
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">${words.texts}</h2>
    <ol class="events">${texts.toReversed().map(
      ({
        about,
        state,
        at,
      }) => html`<li><strong>${words.textsAbout[about]}</strong>: ${words.textStates[state]}
        <div class="small muted">${momentText(at, clock)}</div></li>`,
    )}</ol></section>`;
}
