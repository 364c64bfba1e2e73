// The frame of every page of the console: skip link, sections, language, who is signed in, and the way out.
import { html, type SafeHtml } from '@remix-run/html-template';
import * as kit from '../kernel/web/pages/frame.ts';
import type { Language } from '../kernel/web/pages/language.ts';
import type { ConsolePage, ConsoleSection } from './section.ts';
import { WORDS } from './words.ts';

export interface FrameParts {
  readonly sections: readonly Pick<ConsoleSection, 'path' | 'title'>[];
  readonly language: Language;
  /** Path and query of the page. */
  readonly address: string;
  /** The name of who is signed in. */
  readonly name: string;
  readonly signOut: SafeHtml;
  /** What stands on every page while it lasts. */
  readonly banners: readonly SafeHtml[];
}

export function consolePage(parts: FrameParts, { title, body }: ConsolePage): string {
  const { language } = parts;
  return kit.page(
    {
      look: 'desk',
      language,
      title: `${title} – ${WORDS[language].console}`,
      header: header(parts),
      footer: languageLink(language, parts.address),
    },
    html`<h1>${title}</h1>
${body}`,
  );
}

/** A page for somebody who is not signed in. */
export function outerPage(language: Language, title: string, body: SafeHtml): string {
  return kit.page(
    {
      look: 'card',
      language,
      title: `${title} – ${WORDS[language].console}`,
      header: html`${WORDS[language].console}`,
    },
    html`<h1>${title}</h1>
${body}`,
  );
}

function header({ sections, language, address, name, signOut, banners }: FrameParts): SafeHtml {
  const words = WORDS[language];
  const [path = '/'] = address.split('?');
  const link = (to: string, title: string): SafeHtml => {
    const here = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
    const current = here ? html` aria-current="page"` : '';
    return html`<li><a href="${to}"${current}>${title}</a></li>`;
  };
  return html`<a class="skip" href="#main">${words.skip}</a>
<div class="bar"><span>${words.console}</span>
<div class="who"><span>${name}</span>${signOut}</div></div>
<nav aria-label="${words.sections}"><ul>
${link('/', words.home)}
${sections.map((section) => link(section.path, section.title[language]))}
</ul></nav>
${banners.map((banner) => html`<p class="notice warn">${banner}</p>`)}`;
}

/** The same page in the other language. */
function languageLink(language: Language, address: string): SafeHtml {
  const other: Language = language === 'en' ? 'es' : 'en';
  const url = new URL(address, 'http://console.invalid');
  url.searchParams.set('lang', other);
  return html`<a href="${url.pathname}${url.search}" hreflang="${other}" lang="${other}">${WORDS[language].otherLanguage}</a>`;
}
