// What the sign-in and account pages share: their frame, the language switch, forms bound to a sign-in, and a page that only says something.
import { html, type SafeHtml } from '@remix-run/html-template';
import * as kit from '../../kernel/web/pages/frame.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
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
  readonly script?: string | undefined;
}

export function page({ language, title, body, languageLink, script }: ShownPage): string {
  const other: Language = language === 'en' ? 'es' : 'en';
  const footer =
    languageLink === null
      ? html``
      : html`<a href="${languageLink}?lang=${other}" hreflang="${other}" lang="${other}">${TEXTS[language].otherLanguage}</a>`;
  return kit.page(
    { look: 'card', language, title: `${title} – Pestle`, header: html`Pestle`, footer, script },
    html`<h1>${title}</h1>\n${body}`,
  );
}

export function messagePage(language: Language, title: string, text: string, reason?: string): string {
  const body = html`<p>${text}</p>${reason && html`<p class="mono muted">${reason}</p>`}`;
  return page({ language, title, languageLink: null, body });
}

/** A form with its proof of origin and language; `step` names what it answers. */
export function form({ action, csrf, language }: FormFrame, step: string, fields: SafeHtml): SafeHtml {
  return kit.form(action, { csrf, lang: language, step }, fields, 'on');
}
