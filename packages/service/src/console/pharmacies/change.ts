// The pages on which an operator changes a pharmacy or a partner: a form, then what would change, then the change. Nobody overwrites another.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChangeRequest, FieldChange, Written } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { table } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import type { FormField } from './fields.ts';
import { changeIn, isOfOtherCredentials, isSealed, OTHERS, REVISION, shownIn } from './fields.ts';
import type { NetworkWords } from './words.ts';
import { NETWORK_WORDS } from './words.ts';

/** What can be changed: pharmacies or partners. */
export interface Changed {
  /** Above the ids: `/pharmacies`. */
  readonly path: string;
  readonly fields: readonly FormField[];
  /** As it is shown, with its revision. Throws NOT_FOUND. */
  readonly show: (id: string) => Promise<{ readonly name: string; readonly revision: number }>;
  /** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
  readonly write: (request: ChangeRequest) => Promise<Written>;
}

export type OfOne = { Params: { readonly id: string } };

export function changeRoutes(app: FastifyInstance, changed: Changed): void {
  const path = `${changed.path}/:id/change`;
  app.get(
    path,
    visited(async (visit, { params: { id } }: FastifyRequest<OfOne>) =>
      formPage(changed, visit, id, { record: await changed.show(id) }),
    ),
  );
  app.post(
    path,
    visited((visit, request: FastifyRequest<OfOne>) =>
      change(changed, visit, request.params.id, formOf(request as FastifyRequest)),
    ),
  );
}

interface Filled {
  readonly record: Awaited<ReturnType<Changed['show']>>;
  /** What was written before. */
  readonly form?: URLSearchParams;
  readonly problems?: readonly string[];
}

function formPage(changed: Changed, visit: ConsoleVisit, id: string, filled: Filled): Answer {
  const words = NETWORK_WORDS[visit.language];
  const { record, form, problems = [] } = filled;
  const value = (field: FormField): string => form?.get(field.path) ?? shownIn(record, field);
  const row = (field: FormField): SafeHtml => input(words, field, value(field), isSealed(record, field));
  const kind = changed.fields.find(({ label }) => label === 'authKind');
  const isOther = (field: FormField): boolean =>
    isOfOtherCredentials(field, kind === undefined ? '' : value(kind));
  const fields = html`${changed.fields.filter((field) => !isOther(field)).map(row)}
<details><summary>${words.otherCredentials}</summary>${changed.fields.filter(isOther).map(row)}</details>
<label for="${OTHERS}">${words.others}</label><p class="small" id="others-help">${words.othersHelp}</p>
<textarea id="${OTHERS}" name="${OTHERS}" aria-describedby="others-help" spellcheck="false">${form?.get(OTHERS) ?? ''}</textarea>
<div class="buttons"><button class="main" type="submit" name="step" value="look">${words.look}</button>
<a class="button quiet" href="${changed.path}/${id}">${words.back}</a></div>`;
  const revision = form?.get(REVISION) ?? String(record.revision);
  const problem = problems.length === 0 ? null : html`${problems.map((text) => html`${text}<br>`)}`;
  const body = html`${problem === null ? null : notice('bad', problem)}<p>${words.changeHelp}</p>
${visit.form(`${changed.path}/${id}/change`, fields, { [REVISION]: revision })}`;
  const title = words.changeTitle(record.name);
  return showing(problems.length === 0 ? 200 : 422, visit.page({ title, body }));
}

function input(words: NetworkWords, field: FormField, value: string, isKept: boolean): SafeHtml {
  const { path, kind, label, options = [] } = field;
  const isSecret = kind === 'secret' || kind === 'long-secret';
  const help = isSecret && isKept ? html`<p class="small" id="${path}-help">${words.kept}</p>` : null;
  const described = help === null ? '' : html` aria-describedby="${path}-help"`;
  const head = html`<label for="${path}">${words.labels[label]}</label>${help}`;
  if (kind === 'choice')
    return html`${head}<select id="${path}" name="${path}">${['', ...options].map(
      (option) =>
        html`<option value="${option}"${option === value ? html.raw` selected` : ''}>${option}</option>`,
    )}</select>`;
  if (kind === 'lines' || kind === 'long' || kind === 'long-secret')
    return html`${head}<textarea id="${path}" name="${path}" spellcheck="false"${described}>${value}</textarea>`;
  const type = kind === 'secret' ? 'password' : 'text';
  return html`${head}<input id="${path}" name="${path}" type="${type}" value="${value}" autocomplete="off" spellcheck="false"${described}>`;
}

async function change(
  changed: Changed,
  visit: ConsoleVisit,
  id: string,
  form: URLSearchParams,
): Promise<Answer> {
  const words = NETWORK_WORDS[visit.language];
  const record = await changed.show(id);
  const again = (problems: readonly string[]): Answer =>
    formPage(changed, visit, id, { record, form, problems });
  if (form.get('step') === 'again') return formPage(changed, visit, id, { record, form });
  const made = changeIn(form, record, changed.fields);
  if (made === undefined) return again([words.noJson]);
  const revision = Number(form.get(REVISION));
  const isDone = form.get('step') === 'do';
  try {
    const written = await changed.write({
      change: { ...made, id, revision },
      by: visit.operator.by,
      as: 'set',
      dryRun: !isDone,
    });
    if (isDone) return goingTo(`${changed.path}/${id}?done=1`);
    return lookPage(changed, visit, { id, form, written });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'REVISION_CONFLICT') return conflictPage(changed, visit, id);
    if (error.code !== 'INVALID_INPUT') throw error;
    const { fields = [] } = error.detail;
    return again(fields.length === 0 ? [error.message] : fields.map((one) => `${one.path}: ${one.message}`));
  }
}

/** The form's values go with it, so that the change is exactly what is shown here. */
function lookPage(
  changed: Changed,
  visit: ConsoleVisit,
  { id, form, written }: { readonly id: string; readonly form: URLSearchParams; readonly written: Written },
): Answer {
  const words = NETWORK_WORDS[visit.language];
  const kept = [...changed.fields.map(({ path }) => path), OTHERS, REVISION];
  const hidden = Object.fromEntries(kept.map((name) => [name, form.get(name) ?? '']));
  const doIt =
    written.outcome === 'unchanged'
      ? null
      : html`<button class="main" type="submit" name="step" value="do">${words.do}</button>`;
  const buttons = html`<div class="buttons">${doIt}<button class="quiet" type="submit" name="step" value="again">${words.again}</button></div>`;
  const body = html`<p>${words.lookHelp}</p>
${table(
  words.look,
  words.changeColumns,
  written.changes.map((one) => changeRow(words, one)),
  words.nothing,
)}
${written.notices.map((text) => notice('warn', text))}
${visit.form(`${changed.path}/${id}/change`, buttons, hidden)}`;
  return showing(200, visit.page({ title: words.lookTitle(written.name), body }));
}

function changeRow(words: NetworkWords, one: FieldChange): readonly (string | SafeHtml)[] {
  const text = (value: unknown): string =>
    value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  const isSecret = !('before' in one) && !('after' in one);
  const name = html`<span class="mono">${one.field}</span>`;
  return isSecret ? [name, words.secret, words.secret] : [name, text(one.before), text(one.after)];
}

function conflictPage({ path }: Changed, visit: ConsoleVisit, id: string): Answer {
  const words = NETWORK_WORDS[visit.language];
  const body = html`${problemNotice(words.conflict)}<p>${words.conflictHelp}</p>
<div class="buttons"><a class="button main" href="${path}/${id}">${words.lookNow}</a></div>`;
  return showing(409, visit.page({ title: words.conflict, body }));
}
