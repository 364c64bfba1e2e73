// The pages of a pharmacy's conformance runs: begun, followed while under way, and the last one read with its report.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CheckRuns, KnownCheck, NetworkAdministration } from '../../conformance/conformance.ts';
import { CONFORMANCE_PAGE_POLICY, conformancePage } from '../../conformance/conformance.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import { refusalOf, table } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited, visitOf } from '../section.ts';
import { facts, instantOr } from '../shown.ts';
import type { OfOne } from './change.ts';
import type { CheckWords } from './check-words.ts';
import { CHECK_WORDS } from './check-words.ts';

export interface CheckDeps {
  readonly network: NetworkAdministration;
  readonly checks: CheckRuns;
}

const pathOf = (id: string): string => `/pharmacies/${id}/check`;

export function checkRoutes(app: FastifyInstance, deps: CheckDeps): void {
  const { checks } = deps;
  app.get<OfOne>(pathOf(':id'), async (request, reply) => {
    const { id } = request.params;
    const last = await checks.lastKnown(id);
    // Without a script, until the run ends.
    if (isRunning(last)) reply.header('refresh', String(CONSOLE_LIMITS.liveSeconds));
    return await visited<OfOne>((visit) => checkPage(deps, visit, id, last))(request, reply);
  });
  app.post(
    pathOf(':id'),
    visited(async (visit, { params: { id } }: FastifyRequest<OfOne>) => {
      const { by } = visit.operator;
      const begun = await refusalOf(visit, () => checks.begin({ id, by }, CONSOLE_LIMITS.checkWaitMs));
      if ('refused' in begun)
        return await checkPage(deps, visit, id, await checks.lastKnown(id), begun.refused);
      return goingTo(pathOf(id));
    }),
  );
  app.get<OfOne>(`${pathOf(':id')}/report`, async (request, reply) => {
    visitOf(request);
    const last = await checks.lastKnown(request.params.id);
    if (last === null || last.report === null) throw notFound('report');
    return await reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONFORMANCE_PAGE_POLICY)
      .send(conformancePage(last.report));
  });
}

const isRunning = (last: KnownCheck | null): boolean =>
  last !== null && last.endedAt === null && !last.didNotEnd;

async function checkPage(
  { network }: CheckDeps,
  visit: ConsoleVisit,
  id: string,
  last: KnownCheck | null,
  problem?: string,
): Promise<Answer> {
  const words = CHECK_WORDS[visit.language];
  const { pharmacy } = await network.showPharmacy({ id });
  const button = html`<button class="main" type="submit">${last === null ? words.begin : words.again}</button>`;
  const begin = pharmacy.integration === null ? null : visit.form(pathOf(id), button);
  const body = html`${problemNotice(problem)}
${pharmacy.integration === null ? html`<p>${words.notConnected}</p>` : html`<p>${words.what}</p>`}
${isRunning(last) ? html`<p class="notice" role="status">${last?.isHere === true ? words.running : words.runningElsewhere}</p>` : null}
<div class="buttons">${isRunning(last) && last?.isHere === true ? null : begin}<a class="button quiet" href="/pharmacies/${id}">${words.back}</a></div>
<h2>${words.last}</h2>
${last === null ? html`<p class="muted">${words.none}</p>` : runOf(words, id, last)}`;
  return showing(problem === undefined ? 200 : 422, visit.page({ title: words.title(pharmacy.name), body }));
}

function runOf(words: CheckWords, id: string, run: KnownCheck): SafeHtml {
  const { by, startedAt, endedAt, passed, didNotEnd, failedCases, report } = run;
  const known = facts([
    [words.started, instantOr(startedAt)],
    [words.ended, instantOr(endedAt)],
    [words.by, by],
    [words.failedCases, failedCases.length === 0 ? null : failedCases.join(', ')],
  ]);
  if (didNotEnd) return html`${notice('warn', words.didNotEnd)}${known}`;
  if (passed === null) return known;
  const outcome = passed ? notice('good', words.passed) : notice('warn', words.failed);
  if (report === null) return html`${outcome}${known}<p class="muted">${words.noReport}</p>`;
  const rows = report.cases.map(({ title, verdict, seen, advice }) => [
    title,
    words.verdicts[verdict],
    seen,
    advice ?? '',
  ]);
  return html`${outcome}${known}
<p><a class="button" href="${pathOf(id)}/report">${words.report}</a></p>
${table(words.cases, words.columns, rows, words.none)}`;
}
