// Owns how what can be done with a row of a list looks: quiet lines below it, so that no act is more than two presses away.
import type { TemplateResult } from 'lit';
import { css, html } from 'lit';

/** A list with such rows has one body for each of its rows, `tbody[data-item]`. */
export const rowActsStyles = css`
  td .acts > button, td .act-panel button { white-space: normal; }
  tbody[data-item] > tr:not(:last-child) > td { border-block-end: 0; }
  tbody[data-item]:not(:last-child) > tr:last-child > td { border-block-end: 1px solid var(--_line); }
  .does > td { padding-block-start: 0; }
  .does-now { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; min-block-size: 30px; }
  .does-now:empty, .does-now:has(> .of-line):not(:has(button, .note, p)) { display: none; }
  .does-now > .of-line { color: var(--_muted); font-size: 13px; margin-inline-end: 4px; }
  .does-now > .acts { display: contents; }
  .does-now > :is(.note, p) { flex: 1 0 100%; margin: 0; }
  .does-now > .act-panel { flex: 1 0 100%; margin-block: 4px; }
  .does-now .acts > button { flex: 0 0 auto; min-block-size: 30px; padding: 2px 10px; font-size: 13.5px; font-weight: 400; border-color: var(--_line); color: var(--_accent); background: none; }
  .does-now .acts > button.strong { border-color: var(--_accent); font-weight: 700; }
  .does-now .acts > button.grave { color: var(--_danger); }
  @media (max-width: 959.98px) {
    tbody[data-item] > tr:not(:last-child) { border-block-end: 0; padding-block-end: 4px; }
    /* Here the row has the line, not each of its cells. */
    tbody[data-item]:not(:last-child) > tr:last-child > td { border-block-end: 0; }
    .does { padding-block-start: 0; }
    /* As wide as the screen, whatever stands in its line: else what is beyond the edge could not be reached. */
    .does > td { min-inline-size: 0; }
    .does-now { min-block-size: 44px; }
    .does-now .acts > button { min-block-size: 44px; }
    /* One line that moves sideways, so that the next row stays in view. */
    .does-now:not(:has(.act-panel, form)) { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: thin; margin-inline: -14px; padding-inline: 14px; }
    .does-now:not(:has(.act-panel)) > .of-line { white-space: nowrap; }
  }
`;

/** The row below a row: one line for each group of what can be done. A group that holds nothing takes no room. */
export function rowActs(columns: number, groups: readonly unknown[]): TemplateResult {
  return html`<tr class="does"><td colspan=${columns}>${groups.map((group) => html`<div class="does-now">${group}</div>`)}</td></tr>`;
}

/** What can be done with one medicine of several, after its name. */
export function actsOfLine(line: string, acts: unknown): TemplateResult {
  return html`<span class="of-line">${line}</span>${acts}`;
}
