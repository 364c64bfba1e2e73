// Owns the portal's own shapes: one family with those of the situations, silent to screen readers, a word always beside them.
import { html, svg, type TemplateResult } from 'lit';

const SHAPES = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  pestle: 'M4 10h16M5 10c0 5 2.6 8 7 8s7-3 7-8M9 21h6M13 10l5-7',
  desk: 'M3 9h18M5 9v11M19 9v11M12 9v6h7M8 9V5h6v4',
  patients:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.3.8 3.5 2.8 3.5 5.5',
  orders: 'M9 6h12M9 12h12M9 18h12M4 6h.2M4 12h.2M4 18h.2',
  drafts: 'M4 20l1-4.5L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500',
  applications: 'M8 10.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM11.500 11.500L20 3M16.500 6.500l3 3',
  team: 'M12 4a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM5 20c0-4 3-6 7-6s7 2 7 6M4 7v4M2 9h4',
  templates: 'M5 4h10l4 4v12H5zM9 12h6M9 16h6',
  catalog: 'M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM4 18a2 2 0 0 1 2-1h13M8 7h7M8 11h5',
  disabled: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM6.500 6.500l11 11',
  pharmacies: 'M4 10v10h16V10M3 10l2-6h14l2 6M12 12v6M9 15h6',
  policies: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  audit:
    'M12 4c5 0 8.500 4.500 9.500 8-1 3.500-4.500 8-9.500 8s-8.500-4.500-9.500-8c1-3.500 4.500-8 9.500-8zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  out: 'M10 4H4v16h6M9 12h12M17 8l4 4-4 4',
  search: 'M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zM15.500 15.500L21 21',
  up: 'M6 14.500l6-6 6 6',
} as const;
export type PortalIcon = keyof typeof SHAPES;

export function portalIcon(name: PortalIcon, size = 18): TemplateResult {
  return html`<svg viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor" stroke-width="1.75"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${svg`<path d=${SHAPES[name]} />`}</svg>`;
}
