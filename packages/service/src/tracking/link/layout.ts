// The frame of the link's pages, and the headers that keep what they show in this one browser window.
import { html, type SafeHtml } from '@remix-run/html-template';

export const STYLE_PATH = '/rx/style.css';

/** Nothing from elsewhere, no script at all, no frame, nothing kept, nothing indexed, no address passed on. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

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
<link rel="icon" href="data:,">
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
