// The part of the audit that says how often each rule of screening was shown, and how often somebody went on all the same.
import type { DataOf } from '@pestle/client';
import type { ScreeningCounts } from '@pestle/client/documents/portal-audit';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { AuditText } from '../text/en/audit.ts';

export type Counts = DataOf<typeof ScreeningCounts>['screeningCounts'];

export function screeningCounts(counts: Counts, { screening }: AuditText): TemplateResult {
  return html`<details class="fold"><summary>${screening.title}</summary>
    <p class="small muted">${screening.about}</p>
    ${
      counts.length === 0
        ? html`<p>${screening.none}</p>`
        : html`<div class="panel"><table><caption class="visually-hidden">${screening.title}</caption>
          <thead><tr>${screening.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>${counts.map(
            ({ rule, severity, shown, overridden }) => html`<tr>
              <td class="mono">${rule}</td>
              <td class="part">${severity === 'HIGH' ? screening.severe : screening.moderate}</td>
              <td class="part end">${shown}</td>
              <td class="part end">${overridden} (${Math.round((100 * overridden) / shown)} %)</td>
            </tr>`,
          )}</tbody></table></div>`
    }
  </details>`;
}
