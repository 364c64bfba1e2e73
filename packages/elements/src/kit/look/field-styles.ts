// Owns the styles of fields and of what opens in place, which only forms have; in a file of its own, so that a list loads without them.

import { css } from './css.ts';
import { formStyles } from './form-styles.ts';
import { listStyles } from './list-styles.ts';

/** Below this width of the element everything is one column, and lists are sheets. Container queries take no variables. */
const WIDE = '720px';

/** Fields: label above, the control, then what is wrong, what is worth a thought and what helps, each under the other. */
export const fieldStyles = css`
  .fields { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); align-items: start; }
  .field { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); align-content: start; }
  .field > label, fieldset > legend {
    font-size: 0.875em; font-weight: 700; display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline;
  }
  fieldset > legend { margin-block-end: 4px; }
  .field .optional { font-weight: 400; color: var(--_muted); }
  .field .counter { margin-inline-start: auto; font-weight: 400; color: var(--_muted); font-variant-numeric: tabular-nums; }
  .calculated { font-weight: 400; color: var(--_ok); }
  input:not([type='checkbox'], [type='radio']), select, textarea {
    -webkit-appearance: none; appearance: none; inline-size: 100%; min-inline-size: 0; min-block-size: var(--_target); margin: 0;
    padding: var(--_inset, 9px) 12px; font: inherit; font-size: max(1em, 16px); line-height: 1.5; color: var(--_fg); background: var(--_surface);
    border: 1px solid var(--_control); border-radius: var(--_radius); text-align: start;
  }
  textarea { resize: vertical; min-block-size: var(--_area, 72px); field-sizing: content; max-block-size: 320px; }
  select {
    padding-inline-end: 32px;
    background-image: linear-gradient(45deg, transparent 50%, currentcolor 50%), linear-gradient(-45deg, transparent 50%, currentcolor 50%);
    background-position: calc(100% - 18px) 55%, calc(100% - 13px) 55%; background-size: 5px 5px; background-repeat: no-repeat;
  }
  :host(:dir(rtl)) select { background-position: 13px 55%, 18px 55%; }
  ::placeholder { color: var(--_muted); opacity: 1; }
  .numeric input { font-variant-numeric: tabular-nums; }
  [aria-invalid='true'] { border-color: var(--_danger) !important; box-shadow: inset 0 0 0 1px var(--_danger); }
  input:is([type='checkbox'], [type='radio']) {
    flex: none; inline-size: 20px; block-size: 20px; margin: 0; accent-color: var(--_accent); translate: 0 2px;
  }
  .check { display: flex; gap: 10px; align-items: flex-start; min-block-size: var(--_target); padding-block: 8px; cursor: pointer; }
  .messages { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); }
  .message { display: flex; gap: 6px; font-size: 0.875em; }
  .message > svg { flex: none; inline-size: 1em; block-size: 1em; translate: 0 0.2em; }
  .hint { color: var(--_muted); font-size: 0.875em; }
  .message.error { color: var(--_danger); }
  .message.warning { color: var(--_warn); }
  @container svc (min-width: ${WIDE}) {
    .fields.two { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .fields > .whole { grid-column: 1 / -1; }
  }
  @media (forced-colors: active) {
    input, select, textarea { border-color: ButtonText; }
    [aria-invalid='true'] { outline: 2px dashed Mark; }
    select { background-image: none; appearance: auto; }
  }
`;

const openingStyles = css`
  .combobox { position: relative; }
  /* Of a size of its own, so that a letter lays out the input and not the page around it. */
  .combobox > input { display: block; contain: size layout; block-size: calc(1lh + 2 * var(--_inset, 9px) + 2px); }
  .combobox > .spinner { position: absolute; inset-inline-end: 14px; inset-block-start: 14px; }
  .popup {
    position: absolute; z-index: 10; inset-inline: 0; inset-block-start: calc(100% + 4px);
    max-block-size: min(60dvh, var(--_popup-max, 28em)); overflow: auto; overscroll-behavior: contain;
    background: var(--_raised); border: 1px solid var(--_control); border-radius: var(--_radius);
    box-shadow: 0 8px 24px rgb(0 0 0 / 18%); padding-block: 4px; scroll-padding-block: 36px 4px;
  }
  .popup.old [role='option'] { opacity: 0.6; }
  .group-title {
    padding: 8px 12px 4px; font-size: var(--_small); font-weight: 700; color: var(--_muted);
    position: sticky; inset-block-start: -4px; background: var(--_raised);
  }
  [role='group'] + [role='group'] { border-block-start: 1px solid var(--_border); margin-block-start: 4px; padding-block-start: 4px; }
  /* Blocks: as a grid, each letter would lay them out twice. */
  [role='option'] { padding: 8px 12px; min-block-size: var(--_target); align-content: center; cursor: pointer; }
  [role='option'] > * { display: block; }
  [role='option'] > .state { display: flex; }
  .apart { border-block-start: 1px dashed var(--_control); }
  .several { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between; padding: 6px 12px; }
  .several > span { display: grid; }
  .beside { display: flex; flex-wrap: wrap; gap: 6px; }
  .beside > [role='option'] { padding: 2px 12px; border: 1px solid var(--_control); border-radius: 999px; min-inline-size: var(--_target); text-align: center; white-space: nowrap; }
  .beside > [role='option'].active { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent); font-weight: 700; }
  [role='option'].active { background: var(--_selected); box-shadow: inset 3px 0 0 var(--_accent); }
  :host(:dir(rtl)) [role='option'].active { box-shadow: inset -3px 0 0 var(--_accent); }
  [role='option'][aria-disabled='true'] { cursor: not-allowed; }
  [role='option'][aria-disabled='true'] .drug { color: var(--_muted); }
  @media (hover: hover) { [role='option']:hover:not(.active) { background: var(--_bg); } }
  .popup-note { padding: 10px 12px; color: var(--_muted); }
  @container svc (max-width: 719.98px) {
    .combobox.sheet { position: static; }
    .sheet-frame { position: relative; }
    .combobox.sheet > .popup { inset-inline: -1px; border-radius: 0 0 var(--_radius-card) var(--_radius-card); inset-block-start: auto; margin-block-start: 4px; }
  }

  details > summary { display: flex; gap: 8px; align-items: center; min-block-size: var(--_target); cursor: pointer; color: var(--_accent); list-style: none; }
  details > summary::-webkit-details-marker { display: none; }
  details > summary::before { content: '\\25b8' / ''; inline-size: 1em; }
  details[open] > summary { margin-block-end: 8px; }
  details[open] > summary::before { content: '\\25be' / ''; }

  .undo { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: space-between; padding: 4px 4px 4px 12px; border: 1px dashed var(--_control); border-radius: var(--_radius); }
  .undo + .undo { margin-block-start: 8px; }
  @media (forced-colors: active) {
    .popup { border: 2px solid CanvasText; }
    [role='option'].active { outline: 2px solid Highlight; outline-offset: -2px; }
    [role='option'][aria-disabled='true'] { color: GrayText; }
  }
`;

/** What opens (lists, disclosures, what can be undone), and the arrangements of form and history. */
export const widgetStyles = openingStyles + formStyles + listStyles;
