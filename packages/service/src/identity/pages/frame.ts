// What the sign-in and account pages share: their frame, the language switch, forms bound to a sign-in, and a page that only says something.
import { html, type SafeHtml } from '@remix-run/html-template';
import * as kit from '../../kernel/web/pages/frame.ts';
import type { Language } from './texts.ts';
import { TEXTS } from './texts.ts';

/** What every form of a sign-in needs. */
export interface FormFrame {
  readonly language: Language;
  /** `/sign-in/<uid>` */
  readonly action: string;
  /** Proves that the form came from our page. */
  readonly csrf: string;
  readonly application: string;
}

export interface ShownPage {
  readonly language: Language;
  readonly title: string;
  readonly body: SafeHtml;
  /** Where the other language is found; null where a page cannot be asked for again. */
  readonly languageLink: string | null;
  /** Path of a script of our own origin. */
  readonly script?: string;
}

export function page({ language, title, body, languageLink, script }: ShownPage): string {
  const other: Language = language === 'en' ? 'es' : 'en';
  return kit.page(
    {
      look: 'card',
      language,
      title: `${title} – Pestle`,
      header: html`Pestle`,
      footer:
        languageLink === null
          ? html``
          : html`<a href="${languageLink}?lang=${other}" hreflang="${other}" lang="${other}">${TEXTS[language].otherLanguage}</a>`,
      ...(script === undefined ? {} : { script }),
    },
    html`<h1>${title}</h1>
${body}`,
  );
}

export function messagePage(
  language: Language,
  title: string,
  text: string,
  reason: string | null = null,
): string {
  return page({
    language,
    title,
    languageLink: null,
    body: html`<p>${text}</p>${reason === null ? null : html`<p class="mono muted">${reason}</p>`}`,
  });
}

/** A form with its proof of origin and language; `step` names what it answers. */
export function form({ action, csrf, language }: FormFrame, step: string, fields: SafeHtml): SafeHtml {
  return kit.form(action, { csrf, lang: language, step }, fields, 'on');
}

/** What went wrong, where something did. */
export function problemNotice(problem: string | null): SafeHtml | null {
  return problem === null ? null : kit.notice('bad', problem);
}
