// The frame of the pages behind a fax's link, and in which language they speak.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { PageFrame } from '../../kernel/web/pages/frame.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { otherLanguage } from '../../kernel/web/pages/language-choice.ts';
import { RECORD_SCRIPT } from './record-script.ts';
import { RECORD_WORDS, type RecordWords } from './words/words.ts';

/** Who reads a page. */
export interface Reader {
  readonly language: Language;
  readonly words: RecordWords;
}

export function readerIn(language: Language): Reader {
  return { language, words: RECORD_WORDS[language] };
}

/** The switch leads to the same page, with what the browser has of it. */
export function frameOf({ language, words }: Reader, title: string, footer?: SafeHtml): PageFrame {
  const other = otherLanguage(language);
  const header = html`<a class="screen" href="?lang=${other}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>`;
  return { look: 'sheet', language, title, header, footer, script: RECORD_SCRIPT.path };
}
