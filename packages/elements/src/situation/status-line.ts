// Owns how the stops of an order on its way look: a line of four or five, with times.

import { type Clock, momentText } from '@pestle/rules/moment';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { css } from '../kit/look/css.ts';
import { icon } from '../kit/look/icons.ts';
import type { SituationText } from '../text/en/situation.ts';
import type { Stop } from './status-stops.ts';

const ICONS = { done: 'ok', halted: 'danger' } as const;

/** `signed`: the word for that it was signed. */
export function statusLine(
  stops: readonly Stop[],
  { situations }: SituationText,
  { signed, clock }: { readonly signed: string; readonly clock: Clock },
): TemplateResult {
  return html`<ol class="track" part="status-line">${stops.map(
    ({
      key,
      state,
      at,
    }) => html`<li class=${state} aria-current=${state === 'now' || state === 'halted' ? 'step' : nothing}>
      <span class="dot">${state === 'done' || state === 'halted' ? icon(ICONS[state]) : nothing}</span>
      <b>${key === 'signed' ? signed : situations[key].word}</b>
      ${at === null ? nothing : html`<span class="unbroken">${momentText(at, clock)}</span>`}</li>`,
  )}</ol>`;
}

/** Where there is no room beside one another, the stops stand one under the other. */
export const statusLineStyles = css`
  .track { display: grid; font-size: var(--_small); line-height: 1.3; color: var(--_muted); }
  .track > li { position: relative; display: flex; flex-wrap: wrap; gap: 0 8px; padding: 3px 0 3px; padding-inline-start: 32px; min-block-size: 30px; align-items: center; }
  .track > li::before {
    content: ''; position: absolute; inset-inline-start: 10px; inset-block-start: -4px; inline-size: 2px; block-size: 8px; background: var(--_border);
  }
  .track > li:first-child::before { display: none; }
  .track .dot {
    position: absolute; inset-block-start: 4px; inset-inline-start: 0; inline-size: 22px; block-size: 22px; border-radius: 50%;
    border: 2px solid var(--_control); background: var(--_surface); display: grid; place-items: center;
  }
  .track .dot > svg { inline-size: 14px; block-size: 14px; stroke-width: 2.4; }
  .track .done, .track .now, .track .halted { color: var(--_fg); }
  .track .done::before, .track .now::before, .track .halted::before { background: var(--_ok); }
  .track .done .dot { border-color: var(--_ok); background: var(--_ok-bg); color: var(--_ok); }
  .track .now .dot { border: 6px solid var(--_accent); }
  .track .halted .dot { border-color: var(--_danger); background: var(--_danger-bg); color: var(--_danger); }
  @container svc (min-width: 480px) {
    .track { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
    .track > li { display: block; padding: 30px 3px 0; text-align: center; }
    .track > li::before {
      inset-block-start: 10px; inset-inline-start: calc(-50% + 12px); inline-size: calc(100% - 24px); block-size: 2px;
    }
    .track .dot { inset-block-start: 0; inset-inline-start: calc(50% - 11px); }
    .track b, .track .unbroken { display: block; }
  }
  @media (forced-colors: active) { .track .dot { border-color: CanvasText; } .track .now .dot { border-color: Highlight; } }
`;
