// The frame of every sign-in page.
import type { SafeHtml } from '@remix-run/html-template';
import { html } from '@remix-run/html-template';
import type { Language } from '../pages/texts.ts';
import { TEXTS } from '../pages/texts.ts';
import { STYLE_PATH } from './style.ts';

export interface Frame {
  readonly language: Language;
  readonly title: string;
  readonly body: SafeHtml;
  /** Where the other language is found; null where a page cannot be asked for again. */
  readonly languageLink: string | null;
  /** Path of a script of our own origin. */
  readonly script?: string;
}

/** A complete HTML document. */
export function page(frame: Frame): string {
  const other: Language = frame.language === 'en' ? 'es' : 'en';
  const switcher =
    frame.languageLink === null
      ? null
      : html`<a href="${frame.languageLink}?lang=${other}" hreflang="${other}" lang="${other}">${TEXTS[frame.language].otherLanguage}</a>`;
  return String(html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${frame.title} – Pestle</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
${frame.script === undefined ? null : html`<script type="module" src="${frame.script}"></script>`}
</head>
<body>
<header>Pestle</header>
<main><section>
<h1>${frame.title}</h1>
${frame.body}
</section></main>
<footer>${switcher}</footer>
</body>
</html>
`);
}

/** A message that a screen reader says at once. */
export function alert(text: string | null): SafeHtml | null {
  return text === null ? null : html`<p class="alert" role="alert" id="problem">${text}</p>`;
}
