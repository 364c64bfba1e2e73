// Owns the looks of what people do with an order after sending: its buttons, and the panel that stands in place of them.
import { css } from './css.ts';

export const actStyles = css`
  .acts { gap: 6px; margin-block-start: 4px; }
  .acts.awaited { min-block-size: 44px; }
  .acts > button { flex: 0 1 auto; padding-inline: 12px; }
  .acts > button.grave { border-color: var(--_danger); color: var(--_danger); }
  .again { gap: 6px; margin-block-start: 4px; }
  .again > .acts { display: contents; }
  .again > .act-panel { flex: 1 0 100%; }
  .act-panel button.primary.grave { background: var(--_danger); border-color: var(--_danger); color: var(--_surface); }
  .act-panel {
    display: grid; gap: 10px; grid-template-columns: minmax(0, 1fr); margin-block-start: 4px; padding: 12px;
    border: 1px solid var(--_accent); border-radius: var(--_radius); background: var(--_selected);
  }
  .act-panel .note { background: var(--_surface); }
  .proposed { padding-inline-start: 12px; border-inline-start: 4px solid var(--_accent); }
  .proposed .facts { color: var(--_fg); }
  .ways { display: grid; gap: 14px; margin: 0; padding: 0; list-style: none; }
  .ways > .proposed { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; }
  .ways .top { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: flex-start; align-items: baseline; }
  .ways .about { flex: 1 1 20em; min-inline-size: 0; }
  .ways button { flex: 0 1 auto; max-inline-size: 100%; white-space: normal; }
  @container svc (max-width: 479.98px) { .acts > button, .again > .row, .again > .row > button, .act-panel > .row > button, .ways button { flex: 1 1 7em; } }
  @media (hover: hover) and (pointer: fine) {
    @container svc (min-width: 720px) { .acts > button { min-block-size: 36px; padding-block: 4px; } .acts.awaited { min-block-size: 36px; } }
  }
  @media (forced-colors: active) {
    .act-panel { border: 2px solid CanvasText; }
    .acts > button.strong { border-color: Highlight; }
  }
`;
