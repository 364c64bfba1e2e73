// Owns the style sheet that every body shares: tokens, type, buttons, cards and what forced colors and reduced motion ask.
import { css } from './css.ts';
import { colorDeclarations } from './tokens.ts';

/**
 * The base sheet. `all: initial` keeps out what the page's own CSS would hand down (font, color, line height, letter spacing);
 * a page sets the `--svc-` properties instead. Sizes follow the reader's own font size, and never fall below 16 px for input.
 */
export const baseStyles = css`
  :host {
    all: initial;
    display: block;
    container: svc / inline-size;
    color-scheme: light dark;
    ${colorDeclarations()}
    --_font: var(--svc-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif);
    --_radius: var(--svc-radius, 8px);
    --_radius-card: var(--svc-radius-card, 10px);
    --_target: 44px;
    --_row: 44px;
    --_small: max(0.8125em, 13px);
    box-sizing: border-box;
    background: var(--_bg);
    color: var(--_fg);
    font: max(16px, var(--svc-font-size, 1rem)) / 1.5 var(--_font);
    text-align: start;
    -webkit-text-size-adjust: 100%;
    overflow-wrap: break-word;
  }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  :host([hidden]), [hidden] { display: none !important; }
  *, ::before, ::after { box-sizing: border-box; }
  h2, h3, p, ul, ol, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
  ul, ol { list-style: none; }
  h2, h3 { font: inherit; font-weight: 700; }
  a { color: var(--_accent); text-underline-offset: 2px; }
  bdi { unicode-bidi: isolate; }

  :focus { outline: none; }
  :focus-visible, .card:focus-visible {
    outline: 3px solid var(--_focus); outline-offset: 2px; border-radius: var(--_radius);
  }
  [tabindex='-1']:focus-visible { outline-offset: 4px; }

  .visually-hidden {
    position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  .muted { color: var(--_muted); }
  .small { font-size: var(--_small); }
  .numeric { font-variant-numeric: tabular-nums; }
  .stack { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .row.end { justify-content: flex-end; }

  .card {
    background: var(--_surface); border: 1px solid var(--_border); border-radius: var(--_radius-card); padding: 16px;
  }
  .card > h2 { font-size: 0.9375em; letter-spacing: 0.01em; margin-block-end: 12px; }

  .drug { font-size: 1.0625em; font-weight: 700; line-height: 1.35; font-variant-numeric: tabular-nums; }
  .drug .plain { font-weight: 400; }
  .name { font-weight: 700; }

  .spinner {
    display: inline-block; inline-size: 1em; block-size: 1em; border: 2px solid var(--_border); border-block-start-color: var(--_accent);
    border-radius: 50%; animation: turn 0.9s linear infinite;
  }
  @keyframes turn { to { transform: rotate(1turn); } }

  .state { display: inline-flex; gap: 6px; align-items: baseline; font-size: var(--_small); font-weight: 700; }
  .state > svg, .note > svg { flex: none; inline-size: 1em; block-size: 1em; translate: 0 0.14em; }
  .chip { padding: 2px 10px; border-radius: 999px; background: var(--_bg); border: 1px solid var(--_border); }
  .ok { color: var(--_ok); }
  .warn { color: var(--_warn); }
  .danger { color: var(--_danger); }
  .chip.ok { background: var(--_ok-bg); border-color: transparent; }
  .chip.warn { background: var(--_warn-bg); border-color: transparent; }
  .chip.danger { background: var(--_danger-bg); border-color: transparent; }

  .note {
    display: flex; gap: 8px; align-items: flex-start; padding: 10px 12px; border-radius: var(--_radius); background: var(--_bg);
    border: 1px solid var(--_border); border-inline-start: 4px solid var(--_control);
  }
  .note > div { min-inline-size: 0; flex: 1; }
  .note.warn { background: var(--_warn-bg); border-color: var(--_warn); color: var(--_fg); }
  .note.danger { background: var(--_danger-bg); border-color: var(--_danger); color: var(--_fg); }
  .note.ok { background: var(--_ok-bg); border-color: var(--_ok); color: var(--_fg); }
  .note.warn > svg { color: var(--_warn); }
  .note.danger > svg { color: var(--_danger); }
  .note.ok > svg { color: var(--_ok); }

  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after { animation-duration: 2s !important; transition: none !important; scroll-behavior: auto !important; }
    .spinner { animation-timing-function: steps(8); }
  }
  @media (forced-colors: active) {
    .card, .note, .chip { border: 1px solid CanvasText; }
    .note { border-inline-start-width: 4px; }
    :focus-visible { outline-color: Highlight; }
    .spinner { border-block-start-color: Highlight; }
  }
`;

/** Buttons of every kind: one primary act a view, the rest quiet. Every target is at least 44 px. */
export const buttonStyles = css`
  button, .button {
    -webkit-appearance: none; appearance: none; display: inline-flex; align-items: center; justify-content: center; gap: 8px;
    min-block-size: var(--_target); min-inline-size: var(--_target); margin: 0; padding: 8px 16px;
    font: inherit; color: var(--_fg); background: var(--_surface); border: 1px solid var(--_control); border-radius: var(--_radius);
    text-align: center; text-decoration: none; cursor: pointer; touch-action: manipulation;
    transition: background-color 100ms, border-color 100ms;
  }
  @media (hover: hover) {
    button:hover:not([aria-disabled='true'], :disabled, .primary, [aria-selected='true']) { background: var(--_bg); border-color: var(--_fg); }
    button.primary:hover:not([aria-disabled='true'], :disabled) { filter: brightness(0.93); }
  }
  button.primary, .button.primary {
    background: var(--_accent); color: var(--_on-accent); border-color: var(--_accent); font-weight: 700;
  }
  button.strong { border: 2px solid var(--_accent); color: var(--_accent); font-weight: 700; }
  button.quiet { border-color: transparent; background: none; color: var(--_accent); padding-inline: 12px; }
  button.inline {
    min-block-size: 24px; min-inline-size: 24px; padding: 0 2px; border: 0; background: none; color: var(--_accent);
    text-decoration: underline; text-underline-offset: 2px; font-size: inherit;
  }
  button[aria-disabled='true'], button:disabled { opacity: 0.6; cursor: not-allowed; }
  @media (forced-colors: active) {
    button { border-color: ButtonText; }
    button.primary { background: Highlight; color: HighlightText; forced-color-adjust: none; border-color: Highlight; }
    button[aria-disabled='true'], button:disabled { color: GrayText; border-color: GrayText; opacity: 1; }
  }
`;
