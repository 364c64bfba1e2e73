// The page with the form of a pharmacy or a partner, its fields in groups, filled with what is stored or was written before.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import type { ConsoleVisit } from '../section.ts';
import { FIELD_WORDS, type FieldGroup, type FieldWords } from './field-words.ts';
import { type FormField, isOfOtherCredentials, STATUSES } from './fields.ts';
import { isSealed, OTHERS, REVISION, shownIn } from './form-change.ts';
import type { NetworkWords } from './words.ts';
import { NETWORK_WORDS } from './words.ts';

/** What a form is of: a record that is stored, or a new one. */
export interface FormSubject {
  /** Where the form is and is sent to. */
  readonly action: string;
  /** Where one goes instead. */
  readonly back: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly FormField[];
  readonly record: { readonly revision?: number };
  /** Whether a message with the change can be shown. */
  readonly isPreviewed: boolean;
}

export interface Filled {
  /** What was written before. */
  readonly form?: URLSearchParams;
  readonly problems?: readonly string[];
}

export function formPage(
  subject: FormSubject,
  visit: ConsoleVisit,
  { form, problems = [] }: Filled = {},
): Answer {
  const words = NETWORK_WORDS[visit.language];
  const { action, back, title, help, fields, record, isPreviewed } = subject;
  const valueOf = (field: FormField): string => form?.get(field.path) ?? shownIn(record, field);
  const groups = [...new Set(fields.map(({ group }) => group))];
  const inner = html`${groups.map((group) => groupOf(visit, subject, group, valueOf))}
<label for="${OTHERS}">${words.others}</label><p class="small" id="others-help">${words.othersHelp}</p>
<textarea id="${OTHERS}" name="${OTHERS}" aria-describedby="others-help" spellcheck="false">${form?.get(OTHERS) ?? ''}</textarea>
<div class="buttons"><button class="main" type="submit" name="step" value="look">${words.look}</button>
${isPreviewed ? previewButtons(words) : null}
<a class="button quiet" href="${back}">${words.back}</a></div>`;
  const revision = form?.get(REVISION) ?? String(record.revision ?? '');
  const problem = problems.length === 0 ? null : html`${problems.map((text) => html`${text}<br>`)}`;
  const body = html`${problem === null ? null : notice('bad', problem)}<p>${help}</p>
${visit.form(action, inner, { [REVISION]: revision })}`;
  return showing(problems.length === 0 ? 200 : 422, visit.page({ title, body }));
}

/** The message that would leave with what the form says. */
export function previewButtons(words: NetworkWords): SafeHtml {
  return html`<button type="submit" name="step" value="preview">${words.seeMessage}</button>
<button type="submit" name="step" value="preview-cancel">${words.seeCancel}</button>`;
}

function groupOf(
  { language }: ConsoleVisit,
  { fields, record }: FormSubject,
  group: FieldGroup,
  valueOf: (field: FormField) => string,
): SafeHtml {
  const words = NETWORK_WORDS[language];
  const fieldWords = FIELD_WORDS[language];
  const kind = fields.find(({ label }) => label === 'authKind');
  const ownKind = kind === undefined ? '' : valueOf(kind);
  const all = fields.filter((field) => field.group === group);
  const row = (field: FormField): SafeHtml =>
    input({ words, fieldWords }, field, valueOf(field), isSealed(record, field));
  const others = all.filter((field) => isOfOtherCredentials(field, ownKind));
  return html`<fieldset><legend>${fieldWords.groups[group]}</legend>
${all.filter((field) => !others.includes(field)).map(row)}
${others.length === 0 ? null : html`<details${ownKind === '' ? html.raw` open` : ''}><summary>${words.otherCredentials}</summary>${others.map(row)}</details>`}
</fieldset>`;
}

interface Words {
  readonly words: NetworkWords;
  readonly fieldWords: FieldWords;
}

function input({ words, fieldWords }: Words, field: FormField, value: string, isKept: boolean): SafeHtml {
  const { path, kind, label, options = [] } = field;
  const isSecret = kind === 'secret' || kind === 'long-secret';
  const helpText = isSecret && isKept ? words.kept : helpOf(fieldWords, label);
  const help = helpText === undefined ? null : html`<p class="small" id="${path}-help">${helpText}</p>`;
  const described = help === null ? '' : html` aria-describedby="${path}-help"`;
  const head = html`<label for="${path}">${fieldWords.labels[label]}</label>${help}`;
  const choose = (choices: readonly (readonly [value: string, text: string])[]): SafeHtml =>
    html`${head}<select id="${path}" name="${path}"${described}>${[['', ''] as const, ...choices].map(
      ([option, text]) =>
        html`<option value="${option}"${option === value ? html.raw` selected` : ''}>${text}</option>`,
    )}</select>`;
  if (kind === 'choice') return choose(options.map((option) => [option, option]));
  if (kind === 'yes-no')
    return choose([
      ['true', words.yes],
      ['false', words.no],
    ]);
  if (kind === 'text' || kind === 'number' || kind === 'secret')
    return html`${head}<input id="${path}" name="${path}" type="${kind === 'secret' ? 'password' : 'text'}" value="${value}" autocomplete="off" spellcheck="false"${described}>`;
  return html`${head}<textarea id="${path}" name="${path}" spellcheck="false"${described}>${value}</textarea>`;
}

function helpOf({ helps }: FieldWords, label: FormField['label']): string | undefined {
  return label === 'statusWords' ? `${helps[label] ?? ''} ${STATUSES.join(', ')}.` : helps[label];
}
