// What pages of the console are made of: tables that scroll on narrow screens, fields, and what was done.
import { html, type SafeHtml } from '@remix-run/html-template';
import { describedBy, notice } from '../kernel/web/pages/frame.ts';
import type { Language } from '../kernel/web/pages/language.ts';
import { refusalWords } from './shown.ts';

/** A table in a part that scrolls by itself; its first column names the row. `none` stands for no rows. */
export function table(
  label: string,
  columns: readonly string[],
  rows: readonly (readonly (string | SafeHtml)[])[],
  none: string,
): SafeHtml {
  if (rows.length === 0) return html`<p class="muted">${none}</p>`;
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'number' | 'search' | 'datetime-local';
  readonly required?: boolean;
  readonly max?: number;
  /** What is to be written, under the label. */
  readonly help?: string;
  /** There is a problem that the page's notice tells. */
  readonly wrong?: boolean;
}

/** A field with its label; `help` is read out with it. */
export function field(shown: Field): SafeHtml {
  const { name, label, value = '', type = 'text', required = true, max, help, wrong = false } = shown;
  const helpId = help === undefined ? undefined : `${name}-help`;
  return html`<label for="${name}">${label}</label>
${help === undefined ? null : html`<p class="small" id="${helpId}">${help}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}"${required ? html.raw` required` : ''}${
    max === undefined ? '' : html` maxlength="${max}"`
  }${describedBy(wrong, helpId)}>`;
}

/** A choice of several. */
export function choices(
  legend: string,
  name: string,
  type: 'checkbox' | 'radio',
  options: readonly { readonly value: string; readonly label: string; readonly chosen?: boolean }[],
): SafeHtml {
  return html`<fieldset><legend>${legend}</legend>${options.map(
    ({ value, label, chosen }) =>
      html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${
        chosen === true ? html.raw` checked` : ''
      }>${label}</label>`,
  )}</fieldset>`;
}

/** What was done, at the top of the page that follows an act. */
export function done(text: string | undefined): SafeHtml | null {
  return text === undefined ? null : notice('good', text);
}

/** What an act answers, or in which words it was refused for what was written, in a section's own where it has them. Other failures pass. */
export async function refusalOf<T>(
  { language }: { readonly language: Language },
  act: () => Promise<T>,
  words: Readonly<Record<string, string>> = {},
): Promise<{ readonly result: T } | { readonly refused: string }> {
  try {
    return { result: await act() };
  } catch (error) {
    const refused = refusalWords(error, language, words);
    if (refused === undefined) throw error;
    return { refused };
  }
}

/** A moment of a form's `datetime-local` field, which is of UTC; undefined where nothing is written. */
export function momentIn(form: URLSearchParams, name: string): string | undefined {
  const written = form.get(name)?.trim() ?? '';
  if (written === '') return undefined;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`;
}
