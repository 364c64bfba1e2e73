// The style of the patient's pages: large type and targets, one column, the system's dark colors for who asks for them.
export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: #f6f8fa; --surface: #fff; --fg: #14202b; --muted: #50606f; --border: #c9d3dc; --control: #76879a;
  --accent: #1257c7; --on-accent: #fff; --focus: #1257c7; --danger: #b42318; --danger-bg: #fdecea;
  --warn: #8a4b00; --warn-bg: #fff4e0; --ok: #0b6b3a; --ok-bg: #e6f5ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f151b; --surface: #161e26; --fg: #e8eef4; --muted: #a5b3c1; --border: #33404d; --control: #7c8b9a;
    --accent: #7fb0ff; --on-accent: #0a1a33; --focus: #9cc3ff; --danger: #ff9a90; --danger-bg: #3b1714;
    --warn: #ffc46b; --warn-bg: #3a2a0d; --ok: #7fd8a4; --ok-bg: #10301f;
  }
}
* { box-sizing: border-box; }
html { font: 18px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
body { margin: 0; background: var(--bg); color: var(--fg); overflow-wrap: anywhere; }
header, main, footer { max-width: 640px; margin: 0 auto; padding: 12px 16px; }
header p { margin: 0; font-weight: 700; color: var(--muted); }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 8px 0 12px; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 28px 0 8px; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 8px 0; }
.small { font-size: .85rem; color: var(--muted); }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 12px 16px; margin: 12px 0; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.drug { font-weight: 700; }
ul.list { list-style: none; margin: 0; padding: 0; }
fieldset { border: 0; margin: 16px 0; padding: 0; min-width: 0; }
legend, label { font-weight: 700; padding: 0; }
.birth { display: flex; flex-wrap: wrap; gap: 12px; }
.birth label { display: block; }
.birth input[type="text"] { width: 4rem; }
.birth .year input[type="text"] { width: 6.25rem; }
.way { display: flex; align-items: center; gap: 12px; min-height: 48px; font-weight: 400; }
.way input { width: 24px; height: 24px; accent-color: var(--accent); flex: none; }
input[type="text"] { font: inherit; display: block; width: 100%; min-height: 48px; padding: 8px 12px; border: 2px solid var(--control); border-radius: 8px; background: var(--surface); color: var(--fg); margin-top: 4px; }
button, .button { font: inherit; font-weight: 700; min-height: 48px; padding: 8px 20px; border: 2px solid var(--accent); border-radius: 8px; background: var(--surface); color: var(--accent); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; justify-content: center; text-align: center; }
button.main { background: var(--accent); color: var(--on-accent); width: 100%; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.notice { border: 2px solid var(--ok); background: var(--ok-bg); color: var(--fg); border-radius: 8px; padding: 8px 16px; margin: 12px 0; font-weight: 700; }
.notice.problem { border-color: var(--danger); background: var(--danger-bg); }
ol.steps { list-style: none; display: grid; gap: 4px; margin: 12px 0; padding: 0; font-size: .85rem; }
ol.steps li { border-left: 6px solid var(--border); padding: 2px 0 2px 10px; color: var(--muted); }
ol.steps li.past { border-color: var(--ok); color: var(--fg); }
ol.steps li[aria-current] { font-weight: 700; }
/* Side by side where the longest of the words in both languages fits. */
@media (min-width: 560px) {
  ol.steps { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  ol.steps li { border-left: 0; border-top: 6px solid var(--border); padding: 4px 0 0; }
}
footer { border-top: 1px solid var(--border); margin-top: 24px; font-size: .9rem; color: var(--muted); }
@media (forced-colors: active) { ol.steps li.past { border-style: double; } }
`;
