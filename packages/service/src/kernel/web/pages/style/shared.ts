// What looks the same on every page that the service shows to people: type, fields, buttons, notices, focus.
export const SHARED = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { --mono: ui-monospace, Consolas, "Liberation Mono", monospace; font: var(--type, 16px)/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; color: var(--fg); }
body { margin: 0; background: var(--bg); overflow-wrap: anywhere; }
header, main, footer { max-width: var(--width); margin: 0 auto; padding: 12px 16px; }
header { color: var(--muted); font-weight: 700; }
footer { color: var(--muted); font-size: .9rem; border-top: 1px solid var(--border); margin-top: 24px; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 8px 0 12px; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 28px 0 8px; }
h3 { font-size: 1rem; margin: 16px 0 4px; }
p { margin: 8px 0; }
:is(header, main, .card) > :first-child { margin-top: 0; }
a { color: var(--accent); text-underline-offset: 3px; }
.muted, .small { color: var(--muted); }
.small { font-size: .875rem; }
.mono, .hash { font: .875rem/1.5 var(--mono); }
.key { font-family: var(--mono); }
form { margin: 12px 0; }
fieldset { border: 0; margin: 16px 0; padding: 0; min-width: 0; }
label, legend { display: block; font-weight: 700; padding: 0; }
label { margin-top: 12px; }
input, select { font: inherit; display: block; width: 100%; max-width: 30rem; min-height: 48px; padding: 8px 12px; margin: 4px 0 0; color: var(--fg); background: var(--surface); border: 2px solid var(--control); border-radius: 8px; }
input[aria-invalid=true] { border-color: var(--danger); }
.choice { display: flex; gap: 12px; align-items: center; min-height: 48px; padding: 8px 12px; margin: 8px 0; border: 1px solid var(--control); border-radius: 8px; font-weight: 400; cursor: pointer; }
.choice:has(:checked) { background: var(--selected); border-color: var(--accent); }
.choice input { width: 22px; min-height: 22px; height: 22px; flex: none; margin: 0; accent-color: var(--accent); }
button, .button { font: inherit; font-weight: 700; min-height: 48px; padding: 8px 20px; border: 2px solid var(--accent); border-radius: 8px; background: var(--surface); color: var(--accent); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; justify-content: center; text-align: center; }
.main { background: var(--accent); color: var(--on-accent); }
.quiet { border-color: var(--control); color: var(--fg); }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
.buttons form { margin: 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.notice { border: 2px solid var(--control); border-radius: 8px; padding: 8px 16px; margin: 12px 0; font-weight: 700; }
.good { border-color: var(--ok); background: var(--ok-bg); }
.warn { border-color: var(--warn); background: var(--warn-bg); }
.bad { border-color: var(--danger); background: var(--danger-bg); }
.list { list-style: none; margin: 0; padding: 0; }
@media (forced-colors: active) { .main { border: 3px solid ButtonText; } .choice:has(:checked) { outline: 2px solid Highlight; } }
`;
