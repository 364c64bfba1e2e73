// The console's section about recalls: look, start, follow, export for whoever calls the pharmacies, and end.
import { Readable } from 'node:stream';
import { html } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { PreviewInput, RecallAdministration, RecallSummary } from '../../delivery/inside.ts';
import { csvLines, EXPORT_COLUMNS } from '../../delivery/inside.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited, visitOf } from '../section.ts';
import { refusalWords } from '../shown.ts';
import type { LookFields } from './pages.ts';
import { listBody, lookFields, NEW_PATH, RECALLS_PATH, recallBody, recallUrl, startFields } from './pages.ts';
import { WORDS } from './words.ts';

interface OfRecall {
  readonly Params: { readonly id: string };
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

export function recallSection(recalls: RecallAdministration): ConsoleSection {
  return {
    path: RECALLS_PATH,
    title: { en: WORDS.en.title, es: WORDS.es.title },
    routes: (app) => {
      lookRoutes(app, recalls);
      showRoutes(app, recalls);
      startRoutes(app, recalls);
      endRoutes(app, recalls);
    },
  };
}

function lookRoutes(app: FastifyInstance, recalls: RecallAdministration): void {
  app.get(
    RECALLS_PATH,
    visited(async ({ language, page }) => {
      const words = WORDS[language];
      return showing(200, page({ title: words.title, body: listBody(words, await recalls.list()) }));
    }),
  );
  app.get(
    NEW_PATH,
    visited(async (visit) => showing(200, lookPage(visit, { kind: '', named: '', from: '', until: '' }))),
  );
  app.post(
    NEW_PATH,
    visited(async (visit, request): Promise<Answer> => {
      const form = formOf(request);
      const field = (name: string): string => form.get(name)?.trim() ?? '';
      const typed: LookFields = {
        kind: field('kind'),
        named: field('named'),
        from: field('from'),
        until: field('until'),
      };
      try {
        const { id } = await recalls.preview(previewOf(typed, visit.operator.by));
        await recalls.advance(id);
        return goingTo(recallUrl(id));
      } catch (error) {
        const why = refusalWords(error, visit.language, WORDS[visit.language].refusals);
        if (why === undefined) throw error;
        return showing(422, lookPage(visit, typed, why));
      }
    }),
  );
}

function lookPage({ language, page, form }: ConsoleVisit, typed: LookFields, problem?: string): string {
  const words = WORDS[language];
  return page({ title: words.fresh, body: form(NEW_PATH, lookFields(words, typed, problem)) });
}

/** What the form says; the administration judges it. */
function previewOf({ kind, named, from, until }: LookFields, by: string): PreviewInput {
  const names = named.split(/\s*\n\s*/).filter((name) => name !== '');
  return {
    ...(kind === 'medicine' && { medicines: names }),
    ...(kind === 'prescriptions' && { prescriptions: names }),
    ...(kind === 'pharmacy' && { pharmacies: names }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
    by,
  };
}

function showRoutes(app: FastifyInstance, recalls: RecallAdministration): void {
  app.get<OfRecall>(`${RECALLS_PATH}/:id`, async (request, reply) => {
    const summary = await recalls.show(request.params.id);
    // Until the walk is over, which goes on by itself; without a script.
    if (!summary.isComplete) reply.header('refresh', String(CONSOLE_LIMITS.liveSeconds));
    return await visited<OfRecall>(async (visit) => showing(200, recallPage(visit, summary)))(request, reply);
  });
  app.post<OfRecall>(
    `${RECALLS_PATH}/:id/go-on`,
    visited<OfRecall>(async (_visit, { params: { id } }) => {
      await recalls.advance(id);
      return goingTo(recallUrl(id));
    }),
  );
  app.get<OfRecall>(`${RECALLS_PATH}/:id/export.csv`, async (request, reply) => {
    visitOf(request);
    const { id } = request.params;
    // Refused before anything is sent.
    const { id: known } = await recalls.show(id);
    return await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${known}.csv"`)
      .send(Readable.from(csvOf(recalls, known, request.query['all'] === '1')));
  });
}

/** Page by page, so that a million rows take no more memory than a thousand. */
async function* csvOf(recalls: RecallAdministration, id: string, all: boolean): AsyncGenerator<string> {
  yield `${EXPORT_COLUMNS.join(',')}\r\n`;
  let after: string | undefined;
  do {
    const page = await recalls.fills(id, after);
    const lines = csvLines(page, all);
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

function recallPage(
  { language, page, form }: ConsoleVisit,
  summary: RecallSummary,
  problem?: string,
  reason = '',
): string {
  const words = WORDS[language];
  const { id, action } = summary;
  const again = form(`${recallUrl(id)}/start`, html`<button type="submit">${words.again}</button>`, {
    reason: summary.reason ?? '',
    action: action ?? 'hold',
  });
  const forms = {
    start: form(`${recallUrl(id)}/start`, startFields(words, reason)),
    again,
    goOn: form(`${recallUrl(id)}/go-on`, html`<button type="submit">${words.goOn}</button>`),
  };
  const said = { STARTED: words.doneStart, ENDED: words.doneEnd, PREVIEWED: undefined }[summary.state];
  const body = html`${said === undefined || problem !== undefined || summary.startedAt === null ? '' : notice('good', said)}${recallBody(words, summary, forms, problem)}`;
  return page({ title: `${words.recall} ${id}`, body });
}

function startRoutes(app: FastifyInstance, recalls: RecallAdministration): void {
  app.post<OfRecall>(
    `${RECALLS_PATH}/:id/start`,
    visited<OfRecall>(async (visit, request): Promise<Answer> => {
      const { id } = request.params;
      const form = formOf(request);
      const reason = form.get('reason') ?? '';
      const action = form.get('action') === 'notify' ? 'notify' : 'hold';
      try {
        await recalls.start({ id, reason, action, by: visit.operator.by });
      } catch (error) {
        const why = refusalWords(error, visit.language, WORDS[visit.language].refusals);
        if (why === undefined) throw error;
        return showing(422, recallPage(visit, await recalls.show(id), why, reason));
      }
      await recalls.advance(id);
      return goingTo(recallUrl(id));
    }),
  );
}

function endRoutes(app: FastifyInstance, recalls: RecallAdministration): void {
  app.get<OfRecall>(
    `${RECALLS_PATH}/:id/end`,
    visited<OfRecall>(async ({ language, page, form }, { params }) => {
      const words = WORDS[language];
      const { id, state, held } = await recalls.show(params.id);
      const [title, effect] =
        state === 'PREVIEWED' ? [words.putAway, words.putAwayEffect] : [words.end, words.endEffect];
      const body = html`<p class="key">${id}</p><p>${words.held}: ${held}</p><p>${effect}</p>
<div class="buttons">${form(`${recallUrl(id)}/end`, html`<button class="main" type="submit">${title}</button>`)}<a class="button quiet" href="${recallUrl(id)}">${words.leaveIt}</a></div>`;
      return showing(200, page({ title, body }));
    }),
  );
  app.post<OfRecall>(
    `${RECALLS_PATH}/:id/end`,
    visited<OfRecall>(async (visit, { params: { id } }) => {
      await recalls.end({ id, by: visit.operator.by });
      await recalls.advance(id);
      return goingTo(recallUrl(id));
    }),
  );
}
