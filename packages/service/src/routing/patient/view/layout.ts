// The frame of the patient's pages.
import { formatPhone } from '@pestle/rules/phone';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Language } from './language.ts';
import type { PatientTexts } from './texts.ts';

export const STYLE_PATH = '/p/style.css';

/** In whose name and language a page speaks. */
export interface Speaker {
  readonly language: Language;
  readonly texts: PatientTexts;
  /** The practice and its ten digits; undefined before it is known whose page it is. */
  readonly practice: { readonly name: string; readonly phone: string | null } | undefined;
}

/** A whole page. The title names neither patient nor drug: it stays in the browser's history. */
export function page({ language, texts, practice }: Speaker, main: SafeHtml): string {
  const call =
    practice === undefined || practice.phone === null
      ? ''
      : html`<p>${texts.questions(practice.name, formatPhone(practice.phone))}</p>`;
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${texts.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
${practice === undefined ? '' : html`<header><p>${practice.name}</p></header>`}
<main>
${main}
</main>
<footer>${call}<p>${texts.emergency}</p></footer>
</body>
</html>
`;
  return String(whole);
}

/** A page with a heading and sentences. */
export function messagePage(speaker: Speaker, title: string, ...sentences: readonly string[]): string {
  return page(speaker, html`<h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}`);
}
