// Owns the shapes of the situations: one family, each silent to screen readers, because its word stands beside it.
import type { SituationIcon } from '@pestle/rules/situations';
import { html, type TemplateResult } from 'lit/html.js';

/** One path each, on a grid of 24. */
const SHAPES: Readonly<Record<SituationIcon, string>> = {
  again: 'M20 11a8 8 0 1 0-2.3 6.3M20 4.5V11h-6.5',
  bag: 'M5 8h14l1 13H4zM9 11V7a3 3 0 0 1 6 0v4',
  ban: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM5.7 5.7l12.6 12.6',
  bottle: 'M7 3h10v4H7zM8 7v2l-2 2v10h12V11l-2-2V7M9.5 15.5h5M12 13v5',
  bubble: 'M4 5h16v11h-9l-5 4v-4H4z',
  cal: 'M4 5h16v15H4zM4 10h16M8.5 3v4M15.5 3v4',
  check: 'M4.5 12.5l5 5 10-11',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3.5 2.5',
  fax: 'M7 9V3h10v6M3 9h18v11H3zM7 13h5M7 16.5h5M16 13h.2M16 16.5h.2',
  home: 'M3 11.5L12 4l9 7.5M6 9.5V20h12V9.5M10 20v-6h4v6',
  ok: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.3l2.8 2.8L16 9.5',
  pen: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  phone: 'M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4c0 1-1 2-2 2C11 21 3 13 3 5c0-1 1-2 2-2z',
  send: 'M3 11.5L21 4l-6.5 17-3.5-7.5zM11 13.5L21 4',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16.3v.2',
  swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  tray: 'M3 13l3-8h12l3 8v6H3zM3 13h5l1.5 3h5L16 13h5',
  truck:
    'M2 6h12v10H2zM14 10h4l4 3.5V16h-8M6.5 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM17.5 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  wait: 'M6 3h12M6 21h12M7.5 3c0 5 4.5 6 4.5 9s-4.5 4-4.5 9M16.5 3c0 5-4.5 6-4.5 9s4.5 4 4.5 9',
  warn: 'M12 3.5l10 17H2zM12 10v5M12 17.5v.2',
};

export function situationIcon(name: SituationIcon): TemplateResult {
  return html`<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.75"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d=${SHAPES[name]} /></svg>`;
}
