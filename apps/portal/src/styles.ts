// Owns what the portal's pages look like beyond the kit of the elements.
import { baseStyles, buttonStyles } from '@pestle/elements/views';
import { css, unsafeCSS } from 'lit';

const pageStyles = css`
  header { background: var(--_surface); border-block-end: 1px solid var(--_border); }
  header > div, main { max-inline-size: 1040px; margin-inline: auto; padding: 12px 16px; }
  header > div { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
  header .who { margin-inline-start: auto; }
  nav ul { display: flex; flex-wrap: wrap; gap: 16px; }
  nav a { display: inline-block; padding-block: 10px; font-weight: 700; }
  nav a[aria-current] { color: var(--_fg); text-decoration-thickness: 3px; }
  h1 { font: inherit; font-size: 1.375em; font-weight: 700; margin: 8px 0 16px; }
  .page { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
  .pair { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
  @container (min-width: 760px) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; } }
  dl { display: grid; grid-template-columns: minmax(0, 1fr); }
  dt { color: var(--_muted); font-size: var(--_small); margin-block-start: 10px; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; }
  section > .note { margin-block: 8px; }
  .seal { margin-block-start: 16px; }
  .hash, code, pre { font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; font-size: var(--_small); overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; background: var(--_bg); border: 1px solid var(--_border); border-radius: var(--_radius); padding: 12px; margin: 0; }
  ol.events { display: grid; gap: 8px; }
  ol.events li { border-block-start: 1px solid var(--_border); padding-block-start: 8px; }
  .applications { display: grid; gap: 8px; }
  .applications a { display: block; padding-block: 8px; }
  label { font-weight: 700; display: block; }
  textarea, input { font: inherit; inline-size: 100%; min-block-size: var(--_target); padding: 8px 12px; border: 1px solid var(--_control);
    border-radius: var(--_radius); background: var(--_surface); color: var(--_fg); }
  textarea { min-block-size: 6.5em; font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; font-size: var(--_small); }
  [aria-invalid='true'] { border-color: var(--_danger); }
  form { display: grid; gap: 16px; }
`;

export const portalStyles = [unsafeCSS(baseStyles), unsafeCSS(buttonStyles), pageStyles];
