// The frame of the link's pages.
import { html, type SafeHtml } from '@remix-run/html-template';

export const STYLE_PATH = '/rx/style.css';

/** A whole page. The title never names a patient or a drug: it stays in the browser's history. */
export function page(title: string, main: SafeHtml, footer?: SafeHtml): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
${main}
</main>
${footer === undefined ? '' : html`<footer>${footer}</footer>`}
</body>
</html>
`;
  return String(whole);
}

/** A page with a heading and a few sentences. */
export function messagePage(title: string, ...sentences: readonly (string | SafeHtml)[]): string {
  return page(title, html`<h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}`);
}
