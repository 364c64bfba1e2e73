// Owns what the frame of the portal looks like: navigation at the side from 960 px, below behind a button.
import { css } from 'lit';

export const frameStyles = css`
  :host { background: var(--_bg); }
  .skip:not(:focus) { position: absolute; inline-size: 1px; block-size: 1px; min-block-size: 1px; min-inline-size: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
  .portal { display: grid; min-block-size: 100vh; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .nav { background: var(--_sunken); padding: 12px 8px; display: none; flex-direction: column; gap: 2px; }
  .nav[data-open] { display: flex; grid-row: 2; }
  .nav[data-open] + main { display: none; }
  .brand { display: flex; align-items: center; gap: 10px; padding: 4px 8px 14px; font-weight: 700; line-height: 1.2; font-size: 16px; }
  .brand > div > span { display: block; font-weight: 400; font-size: 13px; color: var(--_muted); }
  .logo { inline-size: 30px; block-size: 30px; border-radius: 8px; background: var(--_accent); color: var(--_on-accent); display: grid; place-items: center; flex: none; }
  .nav ul { display: grid; gap: 2px; }
  .nav li + li.first { border-block-start: 1px solid var(--_border); margin-block-start: 8px; padding-block-start: 8px; }
  .nav li a { display: flex; align-items: center; gap: 9px; min-block-size: max(38px, var(--_target)); padding-inline: 8px; border: 1px solid transparent;
    border-radius: var(--_radius); color: var(--_fg); text-decoration: none; font-size: 14px; }
  .nav li a > svg { color: var(--_muted); flex: none; }
  .nav li a[aria-current] { background: var(--_surface); border-color: var(--_border); border-inline-start: 3px solid var(--_accent); padding-inline-start: 6px; }
  .nav li a[aria-current] > svg { color: var(--_accent); }
  .count { margin-inline-start: auto; min-inline-size: 22px; padding: 1px 6px; border-radius: 999px; background: var(--_danger);
    color: light-dark(#fff, #2a0b08); font-size: 13px; font-weight: 700; text-align: center; }
  .me { margin-block-start: auto; padding: 10px; border-block-start: 1px solid var(--_border); font-size: 13.5px; display: grid; gap: 6px; }
  .me b { font-size: 14.5px; }
  .me p { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; align-items: center; white-space: nowrap; }
  .me a, .me button.inline { font-weight: 600; font-size: 13.5px; text-decoration: none; min-block-size: max(28px, calc(var(--_target) - 8px)); display: inline-flex; gap: 6px; align-items: center; }
  .me button.inline[aria-pressed='true'] { color: var(--_fg); text-decoration: underline; }
  main { padding: 14px; min-inline-size: 0; }
  main:focus-visible { outline: none; }
  .topbar { display: flex; align-items: center; gap: 10px; padding: 8px 12px; border-block-end: 1px solid var(--_border); background: var(--_sunken); }
  .topbar b { flex: 1; min-inline-size: 0; line-height: 1.25; }
  .topbar button { padding: 0; inline-size: 44px; min-block-size: 44px; }
  .topbar span { font-size: 13px; color: var(--_muted); }
  svc-client::part(sign-in) { max-inline-size: min(34em, 100% - 64px); margin-inline: auto; }
  .plain { max-inline-size: 34em; margin-inline: auto; padding: 24px 16px; display: grid; gap: 16px; }
  dialog { border: 1px solid var(--_border); border-radius: 12px; background: var(--_surface); color: var(--_fg); padding: 20px; max-inline-size: min(26em, calc(100vw - 32px)); }
  dialog::backdrop { background: #0008; }
  dialog dl { grid-template-columns: auto minmax(0, 1fr); gap: 8px 14px; margin-block: 12px; }
  dialog dt, dialog dd { margin: 0; color: inherit; font-size: 15px; white-space: normal; }
  dialog label { display: flex; gap: 8px; align-items: center; font-weight: 400; min-block-size: var(--_target); }
  @media (min-width: 960px) {
    .portal { grid-template-columns: 212px minmax(0, 1fr); grid-template-rows: 1fr; }
    .topbar { display: none; }
    .nav { display: flex; border-inline-end: 1px solid var(--_border); position: sticky; inset-block-start: 0; block-size: 100vh; overflow-y: auto; }
    .nav[data-open] { grid-row: auto; }
    .nav[data-open] + main { display: block; }
    main { padding: 16px 22px 24px; }
  }
  @media print {
    :host { background: none; color-scheme: light; }
    .portal { display: block; }
    .nav, .topbar, .skip { display: none; }
    main { padding: 0; }
  }
`;
