// The style of the link's pages: black on white for paper first, large type, the system's dark colors on screens that ask for them.
export const STYLE = `
:root {
  --bg: #fff; --fg: #000; --muted: #3d4a56; --border: #76879a; --accent: #1257c7; --on-accent: #fff;
  --stop: #b42318; --stop-bg: #fdecea; --go: #0b6b3a; --go-bg: #e6f5ec; --warn: #8a4b00; --warn-bg: #fff4e0;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --bg: #0f151b; --fg: #e8eef4; --muted: #a5b3c1; --border: #7c8b9a; --accent: #7fb0ff; --on-accent: #0a1a33;
    --stop: #ff9a90; --stop-bg: #3b1714; --go: #7fd8a4; --go-bg: #10301f; --warn: #ffc46b; --warn-bg: #3a2a0d;
  }
}
* { box-sizing: border-box; }
html { font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
body { margin: 0; background: var(--bg); color: var(--fg); overflow-wrap: anywhere; }
main, footer { max-width: 860px; margin: 0 auto; padding: 16px; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 8px 0 16px; }
h2 { font-size: 1.15rem; margin: 28px 0 8px; border-bottom: 2px solid var(--fg); }
h3 { font-size: 1rem; margin: 16px 0 4px; }
p { margin: 8px 0; }
a { color: var(--accent); }
.small { font-size: .9rem; color: var(--muted); }
.standing { border: 4px solid var(--go); background: var(--go-bg); padding: 12px 16px; border-radius: 8px; }
.standing.stop { border-color: var(--stop); background: var(--stop-bg); }
.standing.problem { border-color: var(--warn); background: var(--warn-bg); }
.standing h1 { margin: 0; font-size: 1.9rem; }
.standing p { margin: 4px 0 0; }
.notice { border: 2px solid var(--warn); background: var(--warn-bg); padding: 8px 16px; margin: 16px 0; border-radius: 8px; font-weight: 700; }
.notice.done { border-color: var(--go); background: var(--go-bg); }
.notice.refused { border-color: var(--stop); background: var(--stop-bg); }
dl { margin: 0; display: grid; grid-template-columns: 11rem minmax(0, 1fr); }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 32px; }
.pair dl { grid-template-columns: 7.5rem minmax(0, 1fr); align-content: start; }
dt, dd { padding: 5px 0; border-bottom: 1px solid var(--border); }
dt { color: var(--muted); padding-right: 12px; overflow-wrap: normal; }
dd { margin: 0; font-weight: 700; white-space: pre-wrap; user-select: all; }
dd.drug { font-size: 1.3rem; }
.hash { font: 14px/1.4 ui-monospace, Consolas, "Liberation Mono", monospace; font-weight: 400; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: 5px 16px 5px 0; border-bottom: 1px solid var(--border); }
td:first-child { width: 14rem; }
.wide { overflow-x: auto; }
form { margin: 12px 0; }
label { display: block; font-weight: 700; margin: 12px 0 4px; }
input, select { font: inherit; width: 100%; max-width: 30rem; min-height: 48px; padding: 8px 12px; border: 2px solid var(--border); border-radius: 8px; background: var(--bg); color: var(--fg); }
input.code { font-family: ui-monospace, Consolas, "Liberation Mono", monospace; text-transform: uppercase; max-width: 36rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; }
button, .call { font: inherit; font-weight: 700; min-height: 48px; padding: 8px 20px; border: 2px solid var(--accent); border-radius: 8px; background: var(--bg); color: var(--accent); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button.main { background: var(--accent); color: var(--on-accent); }
button.plain { border-color: var(--border); color: var(--fg); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
details { margin: 12px 0; border: 1px solid var(--border); border-radius: 8px; padding: 4px 14px; }
summary { font-weight: 700; padding: 10px 0; min-height: 44px; cursor: pointer; }
.error { color: var(--stop); font-weight: 700; }
.paper { display: none; }
footer { font-size: .9rem; color: var(--muted); border-top: 1px solid var(--border); }
@media (max-width: 640px) {
  .pair { grid-template-columns: minmax(0, 1fr); }
  dl, .pair dl { grid-template-columns: minmax(0, 1fr); }
  dt { border: 0; padding-bottom: 0; }
  dd { padding-top: 0; }
  .buttons > * { flex: 1 1 100%; justify-content: center; }
}
@media print {
  html { font-size: 10.5pt; line-height: 1.3; }
  body { background: #fff; color: #000; }
  main, footer { max-width: none; padding: 0; }
  .screen { display: none !important; }
  .paper { display: block; }
  .standing, .notice, .standing.stop { border-color: #000; background: #fff; padding: 6pt 10pt; }
  .standing h1 { font-size: 15pt; }
  h2 { break-after: avoid; margin: 9pt 0 2pt; }
  p { margin: 4pt 0; }
  .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  dl { grid-template-columns: 9rem minmax(0, 1fr); }
  .pair dl { grid-template-columns: 8rem minmax(0, 1fr); }
  dt, dd, th, td { padding-top: 1.5pt; padding-bottom: 1.5pt; color: #000; border-color: #999; }
  dd.drug { font-size: 13pt; }
  tr, dd, dt { break-inside: avoid; }
  @page { margin: 12mm; }
}
`;
