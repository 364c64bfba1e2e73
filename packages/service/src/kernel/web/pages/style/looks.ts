// The looks of pages: a narrow card (sign-in and account), one column with large type and targets (patients), a sheet that is printed as
// well (the record behind a fax's link), and a wide desk with tables (the operators' console). Each is what differs from the shared style.

const CARD = `
[data-look=card] { --width: 26rem; }
[data-look=card] body { min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto; }
[data-look=card] :is(header, footer) { width: 100%; text-align: center; border: 0; }
[data-look=card] footer a { display: inline-block; padding: 10px 8px; }
[data-look=card] main { width: calc(100% - 32px); align-self: start; padding: 24px; background: var(--surface); border: 1px solid var(--border); border-radius: 10px; }
[data-look=card] .code { font-size: 1.25rem; letter-spacing: .2em; }
[data-look=card] :is(button, .button) { width: 100%; margin-top: 12px; }
[data-look=card] .plain { border-color: transparent; text-decoration: underline; text-underline-offset: 3px; }
.or { text-align: center; }
[data-look=card] .list li { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; align-items: center; padding: 8px 0; border-bottom: 1px solid var(--border); }
[data-look=card] .list :is(form, button) { width: auto; margin: 0; }
.codes { list-style: none; padding: 12px; display: grid; gap: 4px; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); font: 1rem/1.75 ui-monospace, monospace; border: 1px solid var(--border); border-radius: 8px; }
.qr { display: block; width: min(100%, 220px); height: auto; margin: 0 auto 16px; background: #fff; padding: 8px; border-radius: 8px; }
@media print { [data-look=card] :is(header, footer, button, form) { display: none; } [data-look=card] main { border: 0; } }
`;

const COLUMN = `
[data-look=column] { --type: 18px; --width: 30rem; }
[data-look=column] :is(button, .button, input:not([type=radio], [type=checkbox])) { min-height: 52px; }
[data-look=column] h1 { font-size: 1.75rem; }
[data-look=column] .buttons > *, [data-look=column] .buttons button { width: 100%; }
.top { display: flex; gap: 16px; justify-content: space-between; align-items: baseline; }
.language { padding: 12px 0; margin: -12px 0; white-space: nowrap; }
.phone { white-space: nowrap; }
.head { border-radius: 12px; padding: 16px; margin: 8px 0 16px; background: var(--selected); border: 1px solid var(--border); }
.head.ok { background: var(--ok-bg); }
.head.warn { background: var(--warn-bg); }
.head.danger { background: var(--danger-bg); }
.head h1 { margin: 0 0 4px; }
.head > :last-child { margin-bottom: 0; }
.fresh { color: var(--ok); font-weight: 700; display: flex; justify-content: space-between; gap: 16px; font-size: .9rem; }
.fresh span { color: var(--muted); font-weight: 400; white-space: nowrap; }
.open { color: var(--ok); font-weight: 700; }
.closed { color: var(--warn); font-weight: 700; }
[data-look=column] .main { width: 100%; }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 12px 16px; margin: 12px 0; }
:is(.card, .answer) > :last-child { margin-bottom: 0; }
p.drug { font-weight: 700; }
.birth { display: flex; flex-wrap: wrap; gap: 12px; }
.birth input { width: 4rem; }
.birth .year input { width: 6.25rem; }
.steps { list-style: none; display: grid; gap: 4px; margin: 12px 0; padding: 0; font-size: .85rem; }
.steps li { border-left: 6px solid var(--border); padding: 2px 0 2px 10px; color: var(--muted); }
.steps .past { border-color: var(--ok); color: var(--fg); }
.steps [aria-current] { font-weight: 700; }
@media (forced-colors: active) { .steps .past { border-style: double; } }
`;

export const SHEET = `
[data-look=sheet] { --type: 17px; --width: 860px; }
[data-look=sheet] header { text-align: right; }
[data-look=sheet] h2 { border-bottom: 2px solid var(--fg); line-height: 1.5; }
[data-look=sheet] .code { font-family: var(--mono); text-transform: uppercase; max-width: 36rem; }
.answer { border-style: solid; border-width: 4px; padding: 12px 16px; border-radius: 8px; }
.answer h1 { margin: 0; font-size: 1.9rem; }
dl { margin: 0; display: grid; grid-template-columns: 11rem minmax(0, 1fr); }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 32px; }
.pair dl { grid-template-columns: 7.5rem minmax(0, 1fr); align-content: start; }
dt, dd, th, td { padding: 5px 0; border-bottom: 1px solid var(--control); }
dt { color: var(--muted); padding-right: 12px; overflow-wrap: normal; }
dd { margin: 0; font-weight: 700; white-space: pre-wrap; user-select: all; unicode-bidi: plaintext; }
dd.drug { font-size: 1.3rem; }
.groups { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 12px; margin: 8px 0; padding: 0; font: 1.1rem var(--mono); text-transform: uppercase; }
mark { background: var(--danger-bg); color: var(--fg); border-bottom: 3px solid var(--danger); }
dd { position: relative; }
@media screen { .copyable { display: block; padding-right: 4.5rem; min-height: 32px; } }
.phone { white-space: nowrap; }
.copy { position: absolute; top: 0; right: 0; min-height: 32px; padding: 2px 10px; border-color: transparent; font-size: .85rem; user-select: none; }
.tell .buttons { display: grid; }
.tell { min-width: 0; }
@media screen and (min-width: 60rem) {
  [data-look=sheet] { --width: 72rem; }
  .record { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: 40px; align-items: start; }
  .tell { position: sticky; top: 0; max-height: 100vh; overflow: auto; }
}
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; }
:is(th, td):first-child { width: min(14rem, 40%); padding-right: 16px; }
.wide { overflow-x: auto; }
details { margin: 12px 0; border: 1px solid var(--control); border-radius: 8px; padding: 4px 14px; }
summary { font-weight: 700; padding: 10px 0; min-height: 44px; cursor: pointer; }
.paper { display: none; }
@media (max-width: 640px) {
  .pair, dl, .pair dl { grid-template-columns: minmax(0, 1fr); }
  dt { border: 0; padding-bottom: 0; }
  dd { padding-top: 0; }
  [data-look=sheet] .buttons > * { flex: 1 1 100%; }
}
@media print {
  [data-look=sheet] { --type: 10.5pt; line-height: 1.3; }
  [data-look=sheet] :is(main, footer) { max-width: none; padding: 0; }
  .screen { display: none !important; }
  .paper { display: block; }
  .answer, [data-look=sheet] .notice { border-color: #000; background: #fff; padding: 6pt 10pt; }
  .answer h1 { font-size: 15pt; }
  [data-look=sheet] h2 { break-after: avoid; margin: 9pt 0 2pt; }
  [data-look=sheet] p { margin: 4pt 0; }
  dt, dd, th, td { padding-top: 1.5pt; padding-bottom: 1.5pt; color: #000; border-color: #999; }
  tr, dd, dt { break-inside: avoid; }
  @page { margin: 12mm; }
}
`;

const DESK = `
[data-look=desk] { --width: 72rem; }
[data-look=desk] .bar { display: flex; flex-wrap: wrap; gap: 8px 24px; justify-content: space-between; align-items: center; }
[data-look=desk] .who { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; font-weight: 400; }
[data-look=desk] .who form { margin: 0; }
[data-look=desk] nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0 4px; margin: 8px 0 0; padding: 0; border-bottom: 1px solid var(--border); }
[data-look=desk] nav a { display: block; padding: 10px 12px; min-height: 44px; border-bottom: 4px solid transparent; text-decoration: none; }
[data-look=desk] nav a[aria-current] { border-color: var(--accent); color: var(--fg); }
[data-look=desk] :is(th, td) { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--border); width: auto; }
[data-look=desk] .wide:has(th:nth-child(4)) table { min-width: 40rem; }
[data-look=desk] .wide:has(th:nth-child(4)) { overflow-wrap: normal; }
[data-look=desk] header .notice { color: var(--fg); }
[data-look=desk] .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
[data-look=desk] textarea { font: .875rem/1.5 var(--mono); display: block; width: 100%; min-height: 12rem; padding: 8px 12px; margin: 4px 0 0; color: var(--fg); background: var(--surface); border: 2px solid var(--control); border-radius: 8px; }
[data-look=desk] .secret { display: block; padding: 12px; border: 2px solid var(--control); border-radius: 8px; user-select: all; }
`;

/** Black on white outside dark screens: the sheet is paper first. Stands before the dark colors, which win on a dark screen. */
export const PAPER = '[data-look=sheet] { --bg: #fff; --fg: #000; --muted: #3d4a56; }\n';

export const LOOKS = `${CARD}${COLUMN}${SHEET}${DESK}`;
