// The frame of the pages for pharmacies: whose they are, the way between them, the language and the way out.
import { html, type SafeHtml } from '@remix-run/html-template';
import * as kit from '../../kernel/web/pages/frame.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { otherLanguage } from '../../kernel/web/pages/language-choice.ts';
import { type DeskWords, en } from './en.ts';
import { es } from './es.ts';

const WORDS: Readonly<Record<Language, DeskWords>> = { en, es };

export interface DeskReader {
  readonly language: Language;
  readonly words: DeskWords;
}

export const deskReader = (language: Language): DeskReader => ({ language, words: WORDS[language] });

export const PATHS = {
  start: '/pharmacy',
  signIn: '/pharmacy/sign-in',
  code: '/pharmacy/code',
  invitation: '/pharmacy/invitation',
  app: '/pharmacy/app',
  signOut: '/pharmacy/sign-out',
  orders: '/pharmacy/orders',
  facts: '/pharmacy/facts',
  key: '/pharmacy/key',
  password: '/pharmacy/password',
} as const;

/** Somebody who is signed in. */
export interface DeskVisit extends DeskReader {
  /** Of the page: one of the sections. */
  readonly path: string;
  readonly pharmacyName: string;
  readonly personName: string;
  /** Goes into every form. */
  readonly formToken: string;
}

function languageLink({ language, words }: DeskReader): SafeHtml {
  const other = otherLanguage(language);
  return html`<a href="?lang=${other}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>`;
}

/** A page before the sign-in is whole. It cannot be asked for again in another language where it answers a form. */
export function outerPage(reader: DeskReader, title: string, body: SafeHtml, hasSwitch = true): string {
  return kit.page(
    {
      look: 'card',
      language: reader.language,
      title: `${title} – ${reader.words.service}`,
      header: html`${reader.words.service}`,
      footer: hasSwitch ? languageLink(reader) : undefined,
    },
    html`<h1>${title}</h1>
${body}`,
  );
}

export function deskPage(visit: DeskVisit, title: string, body: SafeHtml): string {
  const { language, words, path } = visit;
  const link = (to: string, text: string): SafeHtml =>
    html`<li><a href="${to}"${path === to ? html` aria-current="page"` : ''}>${text}</a></li>`;
  const signOut = visitForm(visit, PATHS.signOut, html`<button class="quiet">${words.signOut}</button>`);
  return kit.page(
    {
      look: 'desk',
      language,
      title: `${title} – ${words.service}`,
      header: html`<a class="skip" href="#main">${words.skip}</a>
<div class="bar"><span>${visit.pharmacyName}</span>
<div class="who"><span>${visit.personName}</span>${signOut}</div></div>
<nav aria-label="${words.sections}"><ul>${link(PATHS.orders, words.orders)}${link(PATHS.facts, words.facts)}${link(PATHS.key, words.key)}${link(PATHS.password, words.passwordTitle)}</ul></nav>`,
      footer: languageLink(visit),
    },
    html`<h1>${title}</h1>
${body}`,
  );
}

/** A form with the proof that it came from our page. */
export function visitForm(
  { formToken }: Pick<DeskVisit, 'formToken'>,
  action: string,
  fields: SafeHtml,
  hidden: Readonly<Record<string, string>> = {},
): SafeHtml {
  return kit.form(action, { form: formToken, ...hidden }, fields);
}

export function messagePage(
  reader: DeskReader,
  title: string,
  ...sentences: readonly (string | SafeHtml)[]
): string {
  return outerPage(reader, title, html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`, false);
}

export interface FieldShown {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'url';
  readonly autocomplete?: string;
  readonly max: number;
  readonly required?: boolean;
  readonly help?: string;
  readonly wrong?: boolean;
  readonly numeric?: boolean;
}

/** A field with its label; `help` is read out with it. */
export function field(shown: FieldShown): SafeHtml {
  const {
    name,
    label,
    value = '',
    type = 'text',
    autocomplete,
    max,
    required = true,
    help,
    wrong = false,
  } = shown;
  const helpId = help === undefined ? undefined : `${name}-help`;
  return html`<label for="${name}">${label}</label>
${help === undefined ? '' : html`<p class="small" id="${helpId}">${help}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="${max}"${required ? html.raw` required` : ''}${
    autocomplete === undefined ? '' : html` autocomplete="${autocomplete}"`
  }${shown.numeric === true ? html.raw` inputmode="numeric"` : ''}${kit.describedBy(wrong, helpId)}>`;
}

/** A table in a part that scrolls by itself; its first column names the row. */
export function table(
  label: string,
  columns: readonly string[],
  rows: readonly (readonly (string | SafeHtml)[])[],
): SafeHtml {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}

/** `20 min ago`; the whole moment where it is asked for. */
export function ago({ words }: DeskReader, at: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 60_000));
  if (minutes < 60) return words.ago.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.ago.hours(hours) : words.ago.days(Math.floor(hours / 24));
}
