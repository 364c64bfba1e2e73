// Shows a message that would leave, with its request, and what settings or a change of them make of it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Preview } from '../../conformance/conformance.ts';
import type { NetworkWords } from './words.ts';

export function messageBody(words: NetworkWords, preview: Preview): SafeHtml {
  const { request, lines, channel } = preview;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return html`<h2>${words.request}</h2>${block(words.request, [`${request.method} ${request.url}`, ...headers])}
${differencesOf(words, words.proposed, preview, 'stored')}
${channel === 'api' ? null : differencesOf(words, words.modified, preview, 'unmodified')}
<h2>${words.message}</h2>${block(words.message, lines)}`;
}

function differencesOf(
  words: NetworkWords,
  title: string,
  { differences }: Preview,
  wanted: Preview['differences'][number]['against'],
): SafeHtml | null {
  const found = differences.find(({ against }) => against === wanted);
  if (found === undefined) return null;
  const changed = found.lines.filter(({ sign }) => sign !== ' ').map(({ sign, text }) => `${sign} ${text}`);
  return html`<h2>${title}</h2>${changed.length === 0 ? html`<p>${words.nothing}</p>` : block(title, changed)}`;
}

/** Scrolls by itself, also with the keyboard. */
function block(label: string, lines: readonly string[]): SafeHtml {
  return html`<pre class="mono wide" tabindex="0" role="region" aria-label="${label}">${lines.join('\n')}</pre>`;
}
