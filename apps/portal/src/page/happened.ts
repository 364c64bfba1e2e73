// Owns how it is told what happened to a line of an order: each event in words, its time, and who or what caused it.
import type { Clock } from '@pestle/elements/views';
import { momentText } from '@pestle/elements/views';
import { eventText, FILL_EVENTS, type FillEventName } from '@pestle/rules/fill-events';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { OrdersText } from '../text/en/orders.ts';

interface HappenedEvent {
  readonly at: string;
  readonly event: string;
  readonly source: string;
  readonly toState: string;
  readonly detail: unknown;
}

interface Happened {
  readonly events: readonly HappenedEvent[];
  readonly fulfillment: { readonly type: string | null };
}

/** The newest first. */
export function happenedList(
  { events, fulfillment }: Happened,
  words: OrdersText,
  clock: Clock,
): TemplateResult {
  const kind = fulfillment.type === 'MAIL_ORDER' ? 'mail' : 'pickup';
  return html`<ol class="events">${events.toReversed().map(
    (event) => html`<li><strong>${wordsOf(event, kind, words)}</strong>
      <div class="small muted">${momentText(event.at, clock)}${words.sources[event.source] === undefined ? '' : ` · ${words.sources[event.source]}`}</div></li>`,
  )}</ol>`;
}

/** English has more to say of some events; the other language names the event itself. */
function wordsOf(
  { event, toState, detail }: HappenedEvent,
  kind: 'pickup' | 'mail',
  { events }: OrdersText,
): string {
  const known = Object.hasOwn(FILL_EVENTS, event) ? events[event as FillEventName] : undefined;
  return known ?? eventText({ event, toState, detail: detailOf(detail) }, kind);
}

function detailOf(detail: unknown): Readonly<Record<string, unknown>> {
  return typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {};
}
