// Owns the layout of the workflow: one column where the element is narrow, the order beside the form where it is wide.
import { css } from '../kit/look/css.ts';

const WIDE = '720px';

export const workflowStyles = css`
  :host { padding: 12px; }
  .workflow { display: flex; flex-direction: column; gap: 12px; }
  .both, .column.side, .side > .rest, .side > .end { display: contents; }
  .column { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); align-content: start; min-inline-size: 0; }

  .banner {
    display: flex; flex-wrap: wrap; gap: 2px 20px; align-items: baseline; padding: 10px 14px; background: var(--_surface);
    border: 1px solid var(--_border); border-inline-start: 6px solid var(--_accent); border-radius: var(--_radius-card);
    font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
  }
  .banner .who { font-size: 1.0625em; }
  .banner .act { margin-inline-start: auto; }
  .banner .act:empty { display: none; }
  .banner svg { inline-size: 1em; block-size: 1em; translate: 0 0.14em; }

  .pending > * + * { margin-block-start: 8px; }
  .drafts { display: grid; gap: 0; margin-block: 4px; }
  .draft { display: grid; gap: 8px; padding-block: 12px; border-block-start: 1px solid var(--_border); grid-template-columns: minmax(0, 1fr); }
  .draft:first-child { border-block-start: 0; padding-block-start: 4px; }
  .draft[aria-busy='true'] .lines { opacity: 0.6; }
  .lines { display: grid; gap: 2px; }
  .free { white-space: pre-line; }
  .problems { display: grid; gap: 4px; margin-block-start: 4px; }
  .problems li { padding-inline-start: 14px; position: relative; }
  .problems li::before { content: '•' / ''; position: absolute; inset-inline-start: 0; }
  .note > div > * + * { margin-block-start: 6px; }
  fieldset.wide, button.wide { display: none; }
  .who-signs { display: flex; flex-wrap: wrap; gap: 2px 12px; justify-content: space-between; align-items: baseline; padding-inline: 4px; }
  .action-bar {
    order: 9; grid-auto-flow: column; grid-auto-columns: auto 1fr; gap: 8px;
    position: sticky; inset-block-end: 0; z-index: 5; display: grid; padding: 12px 0 calc(12px + env(safe-area-inset-bottom, 0px));
    background: var(--_bg); border-block-start: 1px solid var(--_border);
  }
  .action-bar button { inline-size: 100%; min-block-size: 48px; }
  .action-bar > .narrow { padding-inline: 8px; }
  /* The page scrolls, not the element: only so what gets the focus comes out from under the bar (WCAG 2.4.11). */
  .workflow * { scroll-margin-block: 12px calc(max(96px, 6rem) + env(safe-area-inset-bottom, 0px)); }
  .action-bar * { scroll-margin-block: 0; }

  .order-sheet {
    position: fixed; inset: auto 0 0; margin: 0; inline-size: 100%; max-inline-size: none; max-block-size: 86dvh; overflow: auto;
    padding: 12px 12px calc(12px + env(safe-area-inset-bottom, 0px)); border: 0; border-radius: 12px 12px 0 0;
    background: var(--_bg); color: var(--_fg); overscroll-behavior: contain;
  }
  .order-sheet::backdrop { background: rgb(0 0 0 / 0.5); }
  .order-sheet > .stack > button { inline-size: 100%; }

  @container svc (min-width: ${WIDE}) {
    .workflow { display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; }
    /* The order stays in sight beside the form, and goes with it: what stands under both is never covered. */
    .both { display: grid; gap: 12px; grid-template-columns: minmax(0, 1.52fr) minmax(0, 1fr); align-items: start; }
    .both > .whole { grid-column: 1 / -1; }
    .column.side { display: grid; position: sticky; inset-block-start: 12px; }
    /* What is too high scrolls in itself, above signer and button: these stand at the window's edge, however long the order is. */
    .side > .rest { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); max-block-size: calc(100dvh - 120px); overflow: auto; scrollbar-width: thin; }
    .side > .end { display: grid; gap: 8px; position: sticky; inset-block-end: 0; z-index: 5; padding-block-end: 12px; background: var(--_bg); }
    .pending { padding-block: 10px; }
    .pending .draft { padding-block: 8px; gap: 4px; }
    .pending .acts > button { min-block-size: var(--_row); padding: 2px 10px; border-color: transparent; background: none; color: var(--_accent); font-size: 0.9375em; }
    fieldset.wide { display: block; }
    button.wide { display: inline-flex; }
    .narrow { display: none; }
    .action-bar { position: static; border: 0; padding: 0; grid-auto-columns: 1fr; }
  }
  /* A mouse hits what is smaller: more of the order stays in sight (WCAG 2.5.8 asks for 24 px). */
  @media (pointer: fine) {
    @container svc (min-width: ${WIDE}) {
      .workflow { --_target: 36px; --_row: 30px; --_area: 36px; --_inset: 5px; font-size: max(0.9375em, 15px); line-height: 1.4; }
      .workflow .card { padding: 12px 14px; }
      .workflow .stack { gap: 8px; }
    }
  }
  @media (forced-colors: active) {
    .banner { border: 1px solid CanvasText; border-inline-start-width: 6px; }
  }
`;
