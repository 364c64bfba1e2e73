// Owns the control room's page: the frame that the browser's modules fill.
import { html } from '@remix-run/html-template';
import { inScript } from '../in-script.ts';
import { PAGE_WORDS } from './words.ts';

/** The style sheets in the order in which they may speak against each other. */
const STYLES = [
  'colors',
  'style/base',
  'style/bar',
  'style/orders',
  'style/sent',
  'style/machines',
  'style/screens',
] as const;

export type PageOptions = {
  readonly title: string;
  /** What somebody can try when there is no order yet. */
  readonly suggestions: readonly string[];
};

/** The document. Its addresses are relative, so that it works under any prefix; the icon is that of the service it is mounted in. */
export function pageHtml({ title, suggestions }: PageOptions): string {
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${STYLES.map((name) => html`<link rel="stylesheet" href="assets/${name}.css" />`)}
    <script type="module" src="assets/main.js"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the orders</a>
    <header class="top">
      <p class="brand"><img src="/favicon.svg" width="28" height="28" alt="" /></p>
      <h1>${title}</h1>
      <p class="live" id="live" data-state="connecting"><span class="dot"></span><span id="live-text">Connecting</span></p>
      <nav class="views" aria-label="Views">
        <a href="#orders" data-view="orders">Orders <span class="count" id="count-orders"></span></a>
        <a href="#pharmacies" data-view="pharmacies">Pharmacies</a>
        <a href="#payers" data-view="payers">Payers <span class="count" id="count-payers"></span></a>
        <a href="#faxes" data-view="faxes">Fax machine <span class="count" id="count-faxes"></span></a>
        <a href="#texts" data-view="texts">Phone <span class="count" id="count-texts"></span></a>
      </nav>
    </header>
    <p class="notice" id="notice" role="status"></p>
    <main id="main" tabindex="-1">
      <noscript><p class="card">The control room shows orders as they happen and needs JavaScript for it.</p></noscript>
      <div id="view"></div>
    </main>
    <div class="visually-hidden" role="status" id="announcer"></div>
    <script type="application/json" id="words">${html.raw`${inScript(PAGE_WORDS)}`}</script>
    <template id="suggestions">
      ${suggestions.map((text) => html`<li>${text}</li>`)}
    </template>
  </body>
</html>
`);
}
