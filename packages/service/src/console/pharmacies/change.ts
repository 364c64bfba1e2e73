// The pages on which an operator adds or changes a pharmacy or a partner: a form, then what would change, then the change. Nobody overwrites another.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Preview } from '../../conformance/conformance.ts';
import type { ChangeRequest, FieldChange, Written } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { table } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import type { FormField } from './fields.ts';
import { changeIn, OTHERS, REVISION } from './form-change.ts';
import { type FormSubject, formPage, previewButtons } from './form-page.ts';
import { messageBody } from './message.ts';
import type { NetworkWords } from './words.ts';
import { NETWORK_WORDS } from './words.ts';

type Change = Readonly<Record<string, unknown>>;

/** What can be changed: pharmacies or partners. */
export interface Changed {
  /** Above the ids: `/pharmacies`. */
  readonly path: string;
  readonly fields: readonly FormField[];
  /** What a new one begins with, and how its form is called. */
  readonly adding: (words: NetworkWords) => {
    readonly title: string;
    readonly help: string;
    readonly record: Change;
  };
  /** As it is shown, with its revision. Throws NOT_FOUND. */
  readonly show: (id: string) => Promise<{ readonly name: string; readonly revision: number }>;
  /** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
  readonly write: (request: ChangeRequest) => Promise<Written>;
  /** The message that would leave with a change, where one leaves. Throws as `write`. */
  readonly preview?: (id: string, change: Change, isCancel: boolean) => Promise<Preview>;
}

export type OfOne = { Params: { readonly id: string } };

/** A form that is worked on: of one that is stored, or of a new one, which has no id yet. */
interface Worked {
  readonly changed: Changed;
  readonly visit: ConsoleVisit;
  readonly id: string | undefined;
  readonly subject: FormSubject;
}

export function changeRoutes(app: FastifyInstance, changed: Changed): void {
  const path = `${changed.path}/:id/change`;
  app.get(
    path,
    visited(async (visit, { params: { id } }: FastifyRequest<OfOne>) =>
      formPage((await changing(changed, visit, id)).subject, visit),
    ),
  );
  app.post(
    path,
    visited(async (visit, request: FastifyRequest<OfOne>) =>
      answerForm(await changing(changed, visit, request.params.id), formOf(request as FastifyRequest)),
    ),
  );
  app.get(
    `${changed.path}/new`,
    visited(async (visit) => formPage(adding(changed, visit).subject, visit)),
  );
  app.post(
    `${changed.path}/new`,
    visited((visit, request) => answerForm(adding(changed, visit), formOf(request))),
  );
}

/** The way to the form of a new one. */
export function addLink(path: string, title: string): SafeHtml {
  return html`<p><a class="button main" href="${path}/new">${title}</a></p>`;
}

async function changing(changed: Changed, visit: ConsoleVisit, id: string): Promise<Worked> {
  const words = NETWORK_WORDS[visit.language];
  const { path, fields, show, preview } = changed;
  const record = await show(id);
  const subject = {
    action: `${path}/${id}/change`,
    back: `${path}/${id}`,
    title: words.changeTitle(record.name),
    help: words.changeHelp,
    fields,
    record,
    isPreviewed: preview !== undefined,
  };
  return { changed, visit, id, subject };
}

function adding(changed: Changed, visit: ConsoleVisit): Worked {
  const { path, fields } = changed;
  const form = changed.adding(NETWORK_WORDS[visit.language]);
  const subject = { ...form, action: `${path}/new`, back: path, fields, isPreviewed: false };
  return { changed, visit, id: undefined, subject };
}

async function answerForm(worked: Worked, form: URLSearchParams): Promise<Answer> {
  const { changed, visit, id, subject } = worked;
  const words = NETWORK_WORDS[visit.language];
  const again = (problems: readonly string[]): Answer => formPage(subject, visit, { form, problems });
  const step = form.get('step');
  if (step === 'again') return again([]);
  // What a new one begins with is written too: only what is stored may be left out of a change.
  const made = changeIn(form, id === undefined ? {} : subject.record, subject.fields);
  if (made === undefined) return again([words.noJson]);
  const change = id === undefined ? made : { ...made, id, revision: Number(form.get(REVISION)) };
  try {
    if (id !== undefined && changed.preview !== undefined && step?.startsWith('preview') === true)
      return messagePage(worked, form, await changed.preview(id, change, step === 'preview-cancel'));
    const isDone = step === 'do';
    const as = id === undefined ? 'add' : 'set';
    const written = await changed.write({ change, by: visit.operator.by, as, dryRun: !isDone });
    return isDone ? goingTo(`${changed.path}/${written.id}?done=1`) : lookPage(worked, form, written);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'REVISION_CONFLICT') return conflictPage(worked);
    if (error.code !== 'INVALID_INPUT') throw error;
    const { fields = [] } = error.detail;
    return again(fields.length === 0 ? [error.message] : fields.map((one) => `${one.path}: ${one.message}`));
  }
}

/** The form's values go with each page, so that the change is exactly what is shown there. */
function keptForm({ visit, subject }: Worked, form: URLSearchParams, buttons: SafeHtml): SafeHtml {
  const kept = [...subject.fields.map(({ path }) => path), OTHERS, REVISION];
  const hidden = Object.fromEntries(kept.map((name) => [name, form.get(name) ?? '']));
  const words = NETWORK_WORDS[visit.language];
  const inner = html`<div class="buttons">${buttons}<button class="quiet" type="submit" name="step" value="again">${words.again}</button></div>`;
  return visit.form(subject.action, inner, hidden);
}

function lookPage(worked: Worked, form: URLSearchParams, written: Written): Answer {
  const { visit, subject } = worked;
  const words = NETWORK_WORDS[visit.language];
  const isNew = written.outcome === 'added';
  const doIt =
    written.outcome === 'unchanged'
      ? null
      : html`<button class="main" type="submit" name="step" value="do">${isNew ? words.doAdd : words.do}</button>`;
  const body = html`<p>${words.lookHelp}</p>
${table(
  words.look,
  words.changeColumns,
  written.changes.map((one) => changeRow(words, one)),
  words.nothing,
)}
${written.notices.map((text) => notice('warn', text))}
${keptForm(worked, form, html`${doIt}${subject.isPreviewed ? previewButtons(words) : null}`)}`;
  const title = isNew ? words.addTitle(written.name) : words.lookTitle(written.name);
  return showing(200, visit.page({ title, body }));
}

function messagePage(worked: Worked, form: URLSearchParams, preview: Preview): Answer {
  const { visit } = worked;
  const words = NETWORK_WORDS[visit.language];
  const look = html`<button class="main" type="submit" name="step" value="look">${words.look}</button>`;
  const body = html`<p>${words.proposedHelp}</p>
${messageBody(words, preview)}
${keptForm(worked, form, look)}`;
  return showing(200, visit.page({ title: words.previewTitle(preview.name), body }));
}

export function changeRow(words: NetworkWords, one: FieldChange): readonly (string | SafeHtml)[] {
  const text = (value: unknown): string =>
    value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  const isSecret = !('before' in one) && !('after' in one);
  const name = html`<span class="mono">${one.field}</span>`;
  return isSecret ? [name, words.secret, words.secret] : [name, text(one.before), text(one.after)];
}

function conflictPage({ visit, subject }: Worked): Answer {
  const words = NETWORK_WORDS[visit.language];
  const body = html`${problemNotice(words.conflict)}<p>${words.conflictHelp}</p>
<div class="buttons"><a class="button main" href="${subject.back}">${words.lookNow}</a></div>`;
  return showing(409, visit.page({ title: words.conflict, body }));
}
