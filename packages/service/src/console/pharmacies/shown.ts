// What the pages of pharmacies and partners share: what is stored as JSON, and who changed what.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { ShownPharmacy } from '../../directory/inside.ts';
import { table } from '../parts.ts';
import { instant } from '../shown.ts';
import type { NetworkWords } from './words.ts';

/** Closed at first: it is long. */
export function storedDetails(words: NetworkWords, record: unknown): SafeHtml {
  return html`<details><summary>${words.settings}</summary><p class="small">${words.settingsHelp}</p>
<pre class="mono wide" tabindex="0" role="region" aria-label="${words.settings}">${JSON.stringify(record, undefined, 2)}</pre></details>`;
}

/** The latest first. */
export function history(words: NetworkWords, acts: ShownPharmacy['acts']): SafeHtml {
  const rows = acts.toReversed().map(({ at, operator, action, detail }) => [
    instant(at),
    operator,
    html`<span class="mono">${action}</span>`,
    Object.entries(detail)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join('; '),
  ]);
  return html`<h2>${words.history}</h2>${table(words.history, words.historyColumns, rows, words.none)}`;
}
