// The one stylesheet of the sign-in pages: light and dark, from 320 px, visible focus, no motion.
import { createHash } from 'node:crypto';

export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f6f8fa, #0f151b);
  --surface: light-dark(#ffffff, #161e26);
  --fg: light-dark(#14202b, #e8eef4);
  --muted: light-dark(#50606f, #a5b3c1);
  --border: light-dark(#c9d3dc, #33404d);
  --control: light-dark(#76879a, #7c8b9a);
  --accent: light-dark(#1257c7, #7fb0ff);
  --on-accent: light-dark(#ffffff, #0a1a33);
  --focus: light-dark(#1257c7, #9cc3ff);
  --danger: light-dark(#b42318, #ff9a90);
  --danger-bg: light-dark(#fdecea, #3b1714);
  --ok: light-dark(#0b6b3a, #7fd8a4);
  --ok-bg: light-dark(#e6f5ec, #10301f);
  --selected: light-dark(#dce9ff, #1e3a66);
}
* { box-sizing: border-box; }
html { font: 16px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--fg); }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto; }
header, footer { padding: 16px; text-align: center; color: var(--muted); }
header { font-weight: 700; letter-spacing: .02em; }
footer { font-size: 14px; }
main { width: 100%; max-width: 26rem; margin: 0 auto; padding: 0 16px 24px; }
section { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 24px; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 24px 0 8px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.or { color: var(--muted); text-align: center; margin: 8px 0; }
label { display: block; font-weight: 700; margin: 0 0 4px; }
.hint { color: var(--muted); font-size: 14px; margin: 0 0 4px; }
input:not([type=radio], [type=checkbox], [type=hidden]) {
  width: 100%; min-height: 44px; padding: 8px 12px; margin: 0 0 16px; font: inherit;
  color: var(--fg); background: var(--surface); border: 1px solid var(--control); border-radius: 8px;
}
input[aria-invalid=true] { border-color: var(--danger); border-width: 2px; }
input.code { font-size: 1.25rem; letter-spacing: .2em; font-variant-numeric: tabular-nums; }
button, .button {
  display: block; width: 100%; min-height: 44px; padding: 8px 16px; margin: 0 0 8px; font: inherit; font-weight: 700;
  text-align: center; text-decoration: none; cursor: pointer;
  color: var(--accent); background: transparent; border: 1px solid var(--control); border-radius: 8px;
}
button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.plain { border-color: transparent; text-decoration: underline; text-underline-offset: 3px; }
a { color: var(--accent); text-underline-offset: 3px; }
footer a { display: inline-block; padding: 10px 8px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.alert, .notice { border-radius: 8px; padding: 12px; margin: 0 0 16px; border: 1px solid currentColor; }
.alert { color: var(--danger); background: var(--danger-bg); }
.notice { color: var(--ok); background: var(--ok-bg); }
fieldset { border: 0; margin: 0 0 16px; padding: 0; }
legend { padding: 0; margin: 0 0 8px; }
.choice { display: flex; gap: 12px; align-items: center; min-height: 44px; padding: 8px 12px; margin: 0 0 8px;
  border: 1px solid var(--control); border-radius: 8px; font-weight: 400; cursor: pointer; }
.choice:has(:checked) { background: var(--selected); border-color: var(--accent); }
.choice input { width: 20px; height: 20px; flex: none; margin: 0; accent-color: var(--accent); }
.reason { font: 14px/1.5 ui-monospace, monospace; color: var(--muted); overflow-wrap: anywhere; }
.codes { list-style: none; margin: 0 0 16px; padding: 12px; display: grid; gap: 4px; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  font: 1rem/1.75 ui-monospace, monospace; border: 1px solid var(--border); border-radius: 8px; }
.qr { display: block; width: min(100%, 220px); height: auto; margin: 0 auto 16px; background: #ffffff; padding: 8px; border-radius: 8px; }
.list { list-style: none; margin: 0 0 16px; padding: 0; }
.list li { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; align-items: center; padding: 8px 0; border-bottom: 1px solid var(--border); }
.list button { width: auto; margin: 0; }
.key { font: 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
@media (forced-colors: active) { button.primary { border: 2px solid ButtonText; } .choice:has(:checked) { outline: 2px solid Highlight; } }
@media print { header, footer, button, form { display: none; } section { border: 0; } }
`;

/** The address changes with the content, so that browsers may keep it for good. */
export const STYLE_PATH = `/sign-in/style.${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`;
