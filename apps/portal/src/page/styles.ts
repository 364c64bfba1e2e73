// Owns what the portal's pages look like beyond the kit of the elements: ui-second's tokens, tables, chips and panels.
import { baseStyles, buttonStyles } from '@pestle/elements/views';
import { css, unsafeCSS } from 'lit';

/** Between these two a page is a column or has room; as the navigation, the one measure of the portal. */
const tokens = css`
  :host {
    --_sunken: light-dark(#edf1f5, #0a0f14);
    --_line: light-dark(#e2e8ee, #27323d);
    --_info: light-dark(#0f4aa8, #a3c6ff);
    --_info-bg: light-dark(#e9f1ff, #14294a);
    --_chosen: light-dark(#f3f7ff, #1a2736);
    --_pad: 16px;
    background: none;
    font-variant-numeric: tabular-nums;
  }
  @media (min-width: 720px) and (pointer: fine) {
    :host { --_target: 36px; --_pad: 14px; font-size: 15px; line-height: 1.45; }
  }
`;

const pageStyles = css`
  h1 { overflow-wrap: break-word; font: inherit; font-size: 26px; line-height: 1.25; font-weight: 700; letter-spacing: -0.01em; margin: 0; }
  h1 .drug { font-size: 1em; }
  h2 { font-size: 16px; }
  .page { display: grid; gap: 14px; grid-template-columns: minmax(0, 1fr); }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
  .head .end { margin-inline-start: auto; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .pair { display: grid; gap: 14px; grid-template-columns: minmax(0, 1fr); align-items: start; }
  @container (min-width: 760px) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
  .card { border-radius: 12px; }
  .card > h2 { font-size: 16px; }
  dl { display: grid; grid-template-columns: minmax(0, 1fr); }
  dt { color: var(--_muted); font-size: var(--_small); margin-block-start: 10px; }
  /* One after the other, as in the elements: each is short, and its label says what it is. */
  .facts { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: var(--_small); color: var(--_muted); }
  .facts dt, .facts dd { display: inline; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; }
  section > .note { margin-block: 8px; }
  .seal { margin-block-start: 16px; }
  .hash, code, pre { font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; font-size: var(--_small); overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; background: var(--_bg); border: 1px solid var(--_border); border-radius: var(--_radius); padding: 12px; margin: 0; }
  ol.events, ul.events { display: grid; gap: 8px; }
  /* Below each other, however long the word of a status is. */
  .dated { display: grid; gap: 2px 14px; align-items: baseline; grid-template-columns: minmax(0, 1fr); }
  .dated > .state { justify-self: start; }
  .directions { margin-block-start: 6px; }
  @container (min-width: 560px) { .dated { grid-template-columns: 12em minmax(0, 1fr); } }
  .secrets { display: grid; gap: 8px; margin-block-end: 14px; }
  :is(ol, ul).events li { border-block-start: 1px solid var(--_line); padding-block-start: 8px; }
  .applications { display: grid; gap: 8px; }
  .applications a { display: block; padding-block: 8px; }
  label { font-weight: 700; display: block; margin-block-end: 6px; }
  input:placeholder-shown { text-overflow: ellipsis; }
  svc-prescribe-workflow { display: block; margin-inline: -12px; }
  textarea, input:not([type='checkbox'], [type='radio']), select { font: inherit; font-size: 16px; inline-size: 100%; min-block-size: var(--_target);
    padding: 6px 12px; border: 1px solid var(--_control); border-radius: var(--_radius); background: var(--_surface); color: var(--_fg); }
  textarea { min-block-size: 6.5em; font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; font-size: var(--_small); }
  [aria-invalid='true'] { border-color: var(--_danger); }
  form { display: grid; gap: 16px; }
  button, .button { font-weight: 600; text-decoration: none; }
  a.button { color: var(--_fg); }
  a.button.primary { color: var(--_on-accent); }
  button.quiet.danger { color: var(--_danger); }
  .whole, .unbroken, .number { white-space: nowrap; }
  /* An id of 28 letters and digits stays on one line of a telephone. */
  .number { font-size: 13px; }
  .mono { font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; font-size: 0.93em; }
  fieldset { border: 0; padding: 0; margin: 0; display: grid; gap: 8px; min-inline-size: 0; }
  legend { font-weight: 700; padding: 0; margin-block-end: 6px; }
  label.check { display: flex; gap: 8px; align-items: center; font-weight: 400; margin: 0; min-block-size: var(--_target); }
  label.check > input { flex: none; inline-size: 20px; block-size: 20px; margin: 0; }
  .row { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
  .acts:not(.row) { display: grid; gap: 8px; justify-items: start; margin-block-start: 14px; }
  .confirm { display: grid; gap: 8px; padding: 10px 12px; border: 1px solid var(--_border); border-radius: var(--_radius); background: var(--_sunken); }
  ul.dots { list-style: disc; padding-inline-start: 20px; display: grid; gap: 4px; }
  .fold > summary { cursor: pointer; font-weight: 600; min-block-size: var(--_target); display: flex; align-items: center; }
  .fold > summary::before { content: '▸' / ''; inline-size: 1.2em; flex: none; }
  .fold[open] > summary::before { content: '▾' / ''; }
  .fold .chosen { font-weight: 400; margin-inline-start: 4px; }
  .empty { display: grid; gap: 12px; justify-items: center; text-align: center; padding: 40px 16px; }
`;

const listStyles = css`
  .panel { background: var(--_surface); border: 1px solid var(--_border); border-radius: 12px; overflow: clip; }
  table { inline-size: 100%; border-collapse: collapse; font-size: 14px; line-height: 1.4; }
  caption { text-align: start; }
  th { text-align: start; font-size: 13px; font-weight: 600; color: var(--_muted); padding: 8px 10px; border-block-end: 1px solid var(--_border); white-space: nowrap; }
  td { padding: 9px 10px; border-block-end: 1px solid var(--_line); vertical-align: top; }
  tbody:last-child > tr:last-child > td { border-block-end: 0; }
  th:first-child, td:first-child { padding-inline-start: var(--_pad); }
  th:last-child, td:last-child { padding-inline-end: var(--_pad); }
  td .drug { font-size: 14px; font-weight: 400; }
  td button, td .button { min-block-size: 32px; padding: 4px 10px; font-size: 13.5px; white-space: nowrap; }
  td > a:first-child { font-weight: 700; }
  tr:has([data-row]:focus-visible) > td { background: var(--_chosen); }
  .chips { display: flex; flex-wrap: wrap; gap: 6px; }
  .chips button { border-radius: 999px; min-block-size: max(30px, calc(var(--_target) - 6px)); padding: 2px 12px; font-weight: 400; gap: 6px; border-color: var(--_border); }
  .chips button[aria-pressed='true'] { background: var(--_selected); border-color: var(--_accent); font-weight: 700; }
  .state.chip { border-radius: 6px; padding: 2px 8px; white-space: nowrap; background: var(--_sunken); border-color: transparent; }
  .state.chip.info { background: var(--_info-bg); color: var(--_info); }
  .state.chip.ok { background: var(--_ok-bg); }
  .state.chip.warn { background: var(--_warn-bg); }
  .state.chip.danger { background: var(--_danger-bg); }
  .filters { display: grid; gap: 10px 12px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5em), 1fr)); align-items: end; }
  .filters label { font-size: 13px; font-weight: 600; color: var(--_muted); }
  .search { position: relative; display: block; flex: 1 1 16em; max-inline-size: 26em; }
  .head > .end:has(> .search) { flex: 1 1 24em; justify-content: flex-end; }
  .search > svg { position: absolute; inset-block-start: calc(50% - 8px); inset-inline-start: 12px; color: var(--_muted); }
  .search > input[type='search'] { padding-inline: 38px 40px; }
  .search > kbd { position: absolute; inset-block-start: calc(50% - 11px); inset-inline-end: 10px; color: var(--_muted); }
  kbd { font: 600 12px / 1 var(--_font); padding: 4px 6px; border: 1px solid currentcolor; border-radius: 4px; }
  thead.sorting button { min-block-size: 24px; padding: 0; font: inherit; color: inherit; display: inline-flex; gap: 4px; align-items: center; }
  thead.sorting .down svg { rotate: 180deg; }
  .sort-choice { display: none; }
  .age { font-weight: 600; white-space: nowrap; }
  .age.late { color: var(--_danger); }
  @media (hover: none) { kbd, .keys { display: none; } }
  @media (max-width: 959.98px) {
    .panel { border-radius: 0; border-inline: 0; margin-inline: -14px; }
    table, tbody, td { display: block; }
    thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    tr { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; padding: 12px 14px; border-block-end: 1px solid var(--_line); }
    tbody:last-child > tr:last-child { border-block-end: 0; }
    td, td:first-child, td:last-child { padding: 0; border: 0; flex: 1 0 100%; }
    td.part { flex: 0 1 auto; }
    td.part.end { margin-inline-start: auto; }
    td.part.end.line { margin-inline-start: 0; flex: 1 0 100%; display: flex; flex-wrap: wrap; gap: 2px 14px; }
    /* What the heading of its column says where there is room for one. */
    td[data-label]:not(:empty)::before { content: attr(data-label) ': '; color: var(--_muted); }
    td:empty { display: none; }
    thead.sorting { display: none; }
    .sort-choice { display: block; max-inline-size: 26em; }
    .head > .end:has(> .search) { flex-basis: 100%; justify-content: flex-start; }
    .search { flex-basis: 100%; }
    td button, td .button { min-block-size: 44px; font-size: 15px; }
    .head .end { margin-inline-start: 0; }
  }
  @media (forced-colors: active) { .chips button[aria-pressed='true'] { outline: 2px solid Highlight; } }
`;

export const portalStyles = [unsafeCSS(baseStyles), unsafeCSS(buttonStyles), tokens, pageStyles, listStyles];
