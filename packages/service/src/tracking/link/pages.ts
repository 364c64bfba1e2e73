// The routes behind a fax's link: /rx (typed code), /rx/<token or code>, its answers, and their style sheet.

import { todayFor } from '@pestle/rules/time-zone';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import { recognizeSecret } from '../../delivery/inside.ts';
import {
  type Answer,
  answering,
  formOf,
  goingTo,
  prepareFormPages,
  showing,
} from '../../kernel/web/pages/form-pages.ts';
import { servePageStyle } from '../../kernel/web/pages/style/style.ts';
import { createTryNames, judge } from '../../tries/tries.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import { recordReport } from '../report/record-report.ts';
import { findLink, isSecondFact, secondFactOf } from './access.ts';
import { dispensingStatusOf } from './dispensing-status.ts';
import * as entry from './entry-pages.ts';
import type { LinkPageDeps, Pages, SecretRequest, SecretRoute, Visit } from './opened.ts';
import { audit, open, pathOf, pharmacyIn, slowedDown, triesOf } from './opened.ts';
import { readRecord } from './record.ts';
import { REPORTS_DONE, type RecordView, type ReportDone, recordPage } from './record-page.ts';
import { readLinkReport } from './report-forms.ts';
import { createLinkSessions } from './session.ts';

export function linkPages(deps: LinkPageDeps): FastifyPluginAsync {
  const pages: Pages = {
    ...deps,
    sessions: createLinkSessions(
      deps.linkKey,
      deps.ports.clock,
      deps.baseUrl.startsWith('https:'),
      deps.linkKeysPrevious,
    ),
    tryName: createTryNames(deps.linkKey),
  };
  return async (app) => {
    await prepareFormPages(app, {
      formBytesMax: TRACKING_LIMITS.linkFormBytesMax,
      failurePage: ({ message }) => entry.failurePage(message),
    });
    servePageStyle(app);
    app.get(
      '/rx',
      answering(pages, async () => showing(200, entry.codePage())),
    );
    app.post('/rx', answering(pages, takeCode));
    app.get<SecretRoute>('/rx/:secret', answering(pages, showLink));
    app.post<SecretRoute>('/rx/:secret', answering(pages, takeFact));
    app.post<SecretRoute>('/rx/:secret/report', answering(pages, takeReport));
    app.post<SecretRoute>('/rx/:secret/leave', answering(pages, leave));
  };
}

/** The code from the paper leads to its link's own page; nothing is shown yet. */
async function takeCode(pages: Pages, request: FastifyRequest): Promise<Answer> {
  const presented = recognizeSecret(formOf(request).get('code') ?? '');
  if (presented === undefined)
    return showing(
      422,
      entry.codePage('This is not a complete code. Compare it with the fax, group by group.'),
    );
  const judged = await judge(
    pages,
    triesOf(pages, request),
    async () => (await findLink(pages.store, presented)) !== undefined,
  );
  if (judged.kind === 'slow-down') return slowedDown(judged);
  if (judged.kind === 'wrong') return showing(404, entry.unknownLinkPage());
  return goingTo(pathOf(presented));
}

async function showLink(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, path, session } = opening.opened;
  if (session === undefined) return await askFact(pages, opening.opened, 200);
  const nowMs = pages.ports.clock.now();
  const { done } = request.query;
  const view = await pages.store.withOrg(link.org_id, async (tx): Promise<RecordView> => {
    await audit(tx, pages, link, { action: 'link.view', outcome: 'success', request });
    const record = await readRecord(tx, link, nowMs);
    const { envelope, address } = record;
    const today = todayFor(address ?? envelope.patient.address, envelope.organization.timeZone, nowMs);
    const dispensing = dispensingStatusOf(record, today);
    return { record, dispensing, session, path, nowMs, done: isDone(done) ? done : undefined };
  });
  return showing(200, recordPage(view));
}

async function askFact(
  pages: Pages,
  { link, path }: Visit,
  status: number,
  problem?: string,
): Promise<Answer> {
  const pharmacy = await pages.store.withOrg(link.org_id, (tx) => pharmacyIn(tx, link));
  const asked = secondFactOf(pharmacy);
  return showing(status, entry.secondFactPage(path, pharmacy.name, asked, pages.operatorContact, problem));
}

/** The second fact travels in a form and leaves a short-lived cookie, never a trace in an address. */
async function takeFact(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, path } = opening.opened;
  const typed = formOf(request).get('fact') ?? '';
  const judged = await judge(pages, triesOf(pages, request), () =>
    pages.store.withOrg(link.org_id, async (tx) => {
      const matches = isSecondFact(await pharmacyIn(tx, link), typed);
      const outcome = matches ? 'success' : 'refused';
      await audit(tx, pages, link, { action: 'link.open', outcome, request });
      return matches;
    }),
  );
  if (judged.kind === 'slow-down') return slowedDown(judged);
  if (judged.kind === 'wrong')
    return await askFact(pages, opening.opened, 422, 'That is not a number of this pharmacy.');
  return goingTo(path, pages.sessions.begin(link.id, path));
}

/** The same report as over the hook. A double click is a duplicate, which changes nothing. */
async function takeReport(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, path, session } = opening.opened;
  const form = formOf(request);
  if (session === undefined || !pages.sessions.owns(session, form.get('form') ?? ''))
    return await askFact(
      pages,
      opening.opened,
      403,
      'The page was open for long. Identify your pharmacy again, then repeat your answer.',
    );
  const answer = readLinkReport(form);
  const recorded = await pages.store.withOrg(link.org_id, async (tx) => {
    const { transmission } = await readRecord(tx, link, pages.ports.clock.now());
    return await recordReport(tx, pages, {
      orgId: link.org_id,
      target: {
        kind: 'medication',
        orderId: link.order_id,
        prescriberOrderNumber: transmission.prescriber_order_number,
      },
      pharmacyIds: [link.pharmacy_id],
      statusText: answer.report,
      source: 'link',
      origin: originOf(request),
      ...answer,
    });
  });
  const refused = recorded?.lines.some(({ outcome }) => outcome === 'contradiction') === true;
  const done: ReportDone = recorded?.changed === true ? 'changed' : refused ? 'refused' : 'same';
  return goingTo(`${path}?done=${done}`);
}

async function leave(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  return goingTo('/rx', pages.sessions.end(opening.opened.path));
}

function isDone(text: unknown): text is ReportDone {
  return typeof text === 'string' && Object.hasOwn(REPORTS_DONE, text);
}
