// The section of files of pharmacies and partners: one is pasted, compared with what there is, applied after a look, and downloaded.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { NetworkAdministration } from '../../conformance/conformance.ts';
import type { Verdict, VerdictCounts } from '../../directory/inside.ts';
import { applyFile, exportFile, networkFileOf, newCounts } from '../../directory/inside.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, showing } from '../../kernel/web/pages/form-pages.ts';
import { describedBy, notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import { refusalOf, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited, visitOf } from '../section.ts';
import { facts } from '../shown.ts';
import type { FileWords } from './words.ts';
import { FILE_WORDS } from './words.ts';

const PATH = '/network-file';
/** The text of the file, and what it was compared to mean. */
const [FILE, COMPARED] = ['file', 'compared'];

export interface NetworkFileSectionDeps {
  readonly network: NetworkAdministration;
}

export function networkFileSection({ network }: NetworkFileSectionDeps): ConsoleSection {
  return {
    path: PATH,
    title: { en: FILE_WORDS.en.title, es: FILE_WORDS.es.title },
    routes: (app) => {
      app.get(
        PATH,
        visited(async (visit) => filePage(visit, '')),
      );
      app.post(
        PATH,
        visited((visit, request) => answerFile(network, visit, formOf(request))),
      );
      exportRoute(app, network);
    },
  };
}

/** Page by page, so that its length does not matter. */
function exportRoute(app: FastifyInstance, network: NetworkAdministration): void {
  app.get(`${PATH}/export`, async (request, reply) => {
    visitOf(request);
    const pieces = exportFile((query) => network.exportEntries(query), await network.schemaUrl());
    return await reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="network.json"')
      .send(Readable.from(pieces));
  });
}

function filePage(visit: ConsoleVisit, text: string, problem?: string): Answer {
  const words = FILE_WORDS[visit.language];
  const isWrong = problem !== undefined;
  const fields = html`<label for="${FILE}">${words.file}</label><p class="small" id="file-help">${words.fileHelp(mostOf(visit))}</p>
<textarea id="${FILE}" name="${FILE}" rows="16" spellcheck="false" required${describedBy(isWrong, 'file-help')}>${text}</textarea>
<div class="buttons"><button class="main" type="submit" name="step" value="look">${words.look}</button></div>`;
  const body = html`${problemNotice(problem)}<p>${words.intro}</p>
${visit.form(PATH, fields)}
<h2>${words.export}</h2><p>${words.exportHelp}</p>
<p><a class="button" href="${PATH}/export" download>${words.export}</a></p>`;
  return showing(isWrong ? 422 : 200, visit.page({ title: words.title, body }));
}

const mostOf = ({ language }: ConsoleVisit): string =>
  CONSOLE_LIMITS.networkFileCharactersMax.toLocaleString(language);

async function answerFile(
  network: NetworkAdministration,
  visit: ConsoleVisit,
  form: URLSearchParams,
): Promise<Answer> {
  const words = FILE_WORDS[visit.language];
  const text = form.get(FILE) ?? '';
  if (form.get('step') === 'again') return filePage(visit, text);
  if (text.trim() === '') return filePage(visit, text, words.empty);
  if (text.length > CONSOLE_LIMITS.networkFileCharactersMax)
    return filePage(visit, text, words.tooLong(mostOf(visit)));
  const run = (dryRun: boolean) => refusalOf(visit, () => runFile(network, text, visit.operator.by, dryRun));
  const compared = await run(true);
  if ('refused' in compared) return filePage(visit, text, compared.refused);
  const isDone = form.get('step') === 'do';
  if (!isDone || form.get(COMPARED) !== compared.result.meaning)
    return lookPage(visit, text, compared.result, isDone);
  const applied = await run(false);
  if ('refused' in applied) return filePage(visit, text, applied.refused);
  return appliedPage(visit, applied.result);
}

interface FileRun {
  readonly counts: VerdictCounts;
  /** Those that are not as they were, as many as are shown. */
  readonly verdicts: readonly Verdict[];
  /** A hash of all verdicts: the same again means the same. */
  readonly meaning: string;
}

async function runFile(
  network: NetworkAdministration,
  text: string,
  by: string,
  dryRun: boolean,
): Promise<FileRun> {
  const counts = newCounts();
  const hash = createHash('sha256').update(text);
  const verdicts: Verdict[] = [];
  const all = applyFile((some) => network.applyEntries(some), networkFileOf(text), { by, dryRun });
  for await (const verdict of all) {
    counts[verdict.outcome] += 1;
    hash.update(JSON.stringify(verdict));
    if (verdict.outcome !== 'unchanged' && verdicts.length < CONSOLE_LIMITS.fileVerdictsShown)
      verdicts.push(verdict);
  }
  return { counts, verdicts, meaning: hash.digest('hex') };
}

function lookPage(visit: ConsoleVisit, text: string, run: FileRun, isOther: boolean): Answer {
  const words = FILE_WORDS[visit.language];
  const { added, changed } = run.counts;
  const doIt =
    added + changed === 0
      ? null
      : html`<button class="main" type="submit" name="step" value="do">${words.do}</button>`;
  const buttons = html`<div class="buttons">${doIt}<button class="quiet" type="submit" name="step" value="again">${words.again}</button></div>`;
  const body = html`${isOther ? notice('warn', words.changedMeanwhile) : null}<p>${words.comparedHelp}</p>
${outcomeOf(words, run)}
${visit.form(PATH, buttons, { [FILE]: text, [COMPARED]: run.meaning })}`;
  return showing(isOther ? 409 : 200, visit.page({ title: words.compared, body }));
}

function appliedPage(visit: ConsoleVisit, run: FileRun): Answer {
  const words = FILE_WORDS[visit.language];
  const isWhole = run.counts.refused === 0;
  const body = html`${isWhole ? notice('good', words.appliedWell) : notice('warn', words.appliedPartly)}
${outcomeOf(words, run)}
<div class="buttons"><a class="button quiet" href="${PATH}">${words.back}</a></div>`;
  return showing(200, visit.page({ title: words.applied, body }));
}

function outcomeOf(words: FileWords, { counts, verdicts }: FileRun): SafeHtml {
  const { added, changed, unchanged, refused } = counts;
  const numbers = [added, changed, unchanged, refused];
  const hidden = added + changed + refused - verdicts.length;
  return html`${facts(words.counts.map((name, index) => [name, String(numbers[index])]))}
<h2>${words.rows}</h2>${table(
    words.rows,
    words.columns,
    verdicts.map((one) => rowOf(words, one)),
    words.nothing,
  )}
${hidden > 0 ? html`<p>${words.more(hidden)}</p>` : null}`;
}

function rowOf(words: FileWords, verdict: Verdict): readonly (string | SafeHtml)[] {
  const { entry, line, outcome } = verdict;
  const head = [html`<span class="mono">${words.entry(entry, line)}</span>`];
  if (verdict.outcome === 'refused') {
    const { fields, message } = verdict;
    const lines = fields.length === 0 ? [message] : fields.map((one) => `${one.path}: ${one.message}`);
    return [...head, '', words.outcomes[outcome], lined(lines)];
  }
  const lines = verdict.changes.map((one) => {
    if (!('before' in one) && !('after' in one)) return `${one.field}: ${words.secret}`;
    return `${one.field}: ${textOf(one.before)} → ${textOf(one.after)}`;
  });
  const name = html`${verdict.name}<br><span class="mono">${verdict.id}</span>`;
  return [...head, name, words.outcomes[outcome], lined([...lines, ...verdict.notices])];
}

const lined = (lines: readonly string[]): SafeHtml => html`${lines.map((line) => html`${line}<br>`)}`;

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
