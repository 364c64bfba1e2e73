// Owns the line of stops that an order passes: what is done with its time, where it is, what is to come, and where it was halted.
import type { DataOf } from '@pestle/client';
import type { PortalOrder } from '@pestle/client/documents/portal-orders';
import type { Clock } from '@pestle/elements/views';
import { momentText } from '@pestle/elements/views';
import type { Situation } from '@pestle/rules/situations';
import { css, html, type TemplateResult } from 'lit';
import type { SharedWords } from '../page/words.ts';
import type { OrdersText } from '../text/en/orders.ts';

export type Order = DataOf<typeof PortalOrder>['order'];
export type Fill = Order['fills'][number];

interface Stop {
  readonly word: string;
  readonly at: string | null;
}

const HALTED = new Set(['STUCK', 'ERROR', 'CANCELED']);

/** Of one line of the order; each stop that was reached has its time, and the first without one is to come. */
export function statusLine(
  order: Order,
  fill: Fill,
  {
    words,
    shared,
    clock,
  }: { readonly words: OrdersText; readonly shared: SharedWords; readonly clock: Clock },
): TemplateResult {
  const word = (key: Situation): string => shared.situation.situations[key].word;
  const reached = (state: string): string | null =>
    fill.events.find(({ toState, event }) => toState === state && event !== 'reported-late')?.at ?? null;
  const isMail = (fill.fulfillment.type ?? '') === 'MAIL_ORDER';
  const stops: Stop[] = [
    { word: words.stops.signed, at: order.createdAt },
    { word: fill.channel === 'fax' ? word('faxed') : word('sent'), at: fill.sentAt },
    { word: word('received'), at: fill.receivedAt },
    { word: word('filling'), at: reached('FILLING') },
    ...(isMail ? [{ word: word('shipped'), at: reached('SHIPPED') }] : []),
    { word: isMail ? word('delivered') : word('picked-up'), at: reached('DELIVERED') },
  ];
  // A pharmacy may pass over stops: whoever has it dispensed has received it.
  const last = stops.findLastIndex(({ at }) => at !== null);
  const isHalted = HALTED.has(fill.state);
  return html`<ol class="track" aria-label=${words.way}>${stops.map(({ word: name, at }, index) => {
    const state =
      index < last
        ? 'done'
        : index > last
          ? 'todo'
          : isHalted
            ? 'halted'
            : index === stops.length - 1
              ? 'done'
              : 'now';
    return html`<li class=${state} aria-current=${index === last ? 'step' : 'false'}><b>${name}</b><span>${at === null ? '' : momentText(at, clock)}</span></li>`;
  })}</ol>`;
}

export const statusLineStyles = css`
  .track { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
  .track li { position: relative; padding: 28px 3px 0; font-size: 13px; line-height: 1.3; color: var(--_muted); text-align: center; }
  .track li::before { content: ''; position: absolute; inset-block-start: 9px; inset-inline-start: calc(-50% + 10px); inline-size: calc(100% - 20px); block-size: 2px; background: var(--_border); }
  .track li:first-child::before { display: none; }
  .track li::after { content: ''; position: absolute; inset-block-start: 0; inset-inline-start: calc(50% - 10px); inline-size: 20px; block-size: 20px; border: 2px solid var(--_control); border-radius: 50%; background: var(--_surface); }
  .track b { display: block; font-weight: 600; }
  .track .done, .track .now, .track .halted { color: var(--_fg); }
  .track .done::after { background: var(--_ok); border-color: var(--_ok); }
  .track .done::before, .track .now::before, .track .halted::before { background: var(--_ok); }
  .track .now::after { border: 6px solid var(--_accent); }
  .track .halted::after { border: 6px solid var(--_danger); border-radius: 4px; }
  @container (max-width: 479.98px) {
    .track { grid-auto-flow: row; gap: 8px; }
    .track li { padding: 0 0 0 30px; text-align: start; display: flex; gap: 8px; justify-content: space-between; min-block-size: 22px; }
    .track li::after { inset-inline-start: 0; }
    .track li::before { inset-block-start: -12px; inset-inline-start: 9px; inline-size: 2px; block-size: 12px; }
  }
`;
