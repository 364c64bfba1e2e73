// Owns the few shapes that stand beside words, so that no state is told by color alone (U15).
import { html, nothing, type TemplateResult } from 'lit/html.js';

/** One path each. */
const SHAPES = {
  ok: 'M3 8.5l3.2 3.2L13 4.8',
  warn: 'M8 2.2 14.6 13.6H1.4Z M8 6.4v3.4 M8 11.6v.2',
  danger: 'M5.3 1.6h5.4l3.7 3.7v5.4l-3.7 3.7H5.3l-3.7-3.7V5.3Z M8 4.6v4.2 M8 11v.2',
  info: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6Z M8 7.4v3.8 M8 4.7v.2',
  wait: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6Z M8 4.4V8l2.4 1.6',
  off: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6Z M3.6 3.6l8.8 8.8',
} as const;
export type IconName = keyof typeof SHAPES;

/** A shape in the color of its text, silent to screen readers: the words beside it say the same. */
export function icon(name: IconName): TemplateResult {
  return html`<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d=${SHAPES[name]} /></svg>`;
}

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'wait' | 'off';

/** A state as shape and words, in a pill. */
export function chip(tone: Tone, words: string): TemplateResult {
  return html`<span class="state chip ${colorOf(tone)}" part="chip">${icon(tone)}<span>${words}</span></span>`;
}

/** A message that stays where it is: what happened, and perhaps what to do. */
export function note(
  tone: Tone,
  content: unknown,
  more: { readonly id?: string; readonly role?: 'alert' } = {},
): TemplateResult {
  return html`<div class="note ${colorOf(tone)}" part="note" id=${more.id ?? nothing} role=${more.role ?? nothing}
    >${icon(tone)}<div>${content}</div></div>`;
}

function colorOf(tone: Tone): string {
  return tone === 'ok' || tone === 'warn' || tone === 'danger' ? tone : '';
}
