// The routes behind a fax's link: /rx (typed code), /rx/<token or code>, its answers, and their style sheet.

import { html } from '@remix-run/html-template';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recognizeSecret } from '../../delivery/inside.ts';
import { serveFixed } from '../../kernel/web/pages/fixed-file.ts';
import {
  type Answer,
  answering,
  formOf,
  goingTo,
  prepareFormPages,
  showing,
} from '../../kernel/web/pages/form-pages.ts';
import { form as formIn } from '../../kernel/web/pages/frame.ts';
import { createLanguageChoice } from '../../kernel/web/pages/language-choice.ts';
import { servePageStyle } from '../../kernel/web/pages/style/style.ts';
import { createTryNames, judge } from '../../tries/tries.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import { findLink, isSecondFact, secondFactOf } from './access.ts';
import * as entry from './entry-pages.ts';
import type { LinkPageDeps, Pages, SecretRequest, SecretRoute, Visit } from './opened.ts';
import { audit, open, pathOf, pharmacyIn, readerOf, slowedDown, triesOf } from './opened.ts';
import { askOn, type RecordVisit, reportOn, showRecord } from './record-acts.ts';
import { RECORD_SCRIPT } from './record-script.ts';
import { createLinkSessions, type LinkSession } from './session.ts';

export function linkPages(deps: LinkPageDeps): FastifyPluginAsync {
  const secure = deps.baseUrl.startsWith('https:');
  const language = createLanguageChoice({
    name: 'pestle-rx-language',
    path: '/rx',
    seconds: TRACKING_LIMITS.languageSeconds,
    secure,
  });
  const pages: Pages = {
    ...deps,
    sessions: createLinkSessions(deps.linkKey, deps.ports.clock, secure, deps.linkKeysPrevious),
    tryName: createTryNames(deps.linkKey),
    language,
  };
  return async (app) => {
    await prepareFormPages(app, {
      formBytesMax: TRACKING_LIMITS.linkFormBytesMax,
      failurePage: ({ message }, request) => entry.failurePage(readerOf(pages, request), message),
    });
    language.offer(app);
    servePageStyle(app);
    serveFixed(app, RECORD_SCRIPT);
    app.get(
      '/rx',
      answering(pages, async (_pages, request) => showing(200, entry.codePage(readerOf(pages, request)))),
    );
    app.post('/rx', answering(pages, takeCode));
    app.get<SecretRoute>('/rx/:secret', answering(pages, showLink));
    app.post<SecretRoute>('/rx/:secret', answering(pages, takeFact));
    app.post<SecretRoute>('/rx/:secret/report', answering(pages, takeReport));
    app.post<SecretRoute>('/rx/:secret/ask', answering(pages, takeQuestion));
    app.post<SecretRoute>('/rx/:secret/leave', answering(pages, leave));
  };
}

/** The code from the paper leads to its link's own page; nothing is shown yet. */
async function takeCode(pages: Pages, request: FastifyRequest): Promise<Answer> {
  const reader = readerOf(pages, request);
  const typed = formOf(request).get('code') ?? '';
  const presented = recognizeSecret(typed);
  if (presented === undefined) return showing(422, entry.codePage(reader, entry.wrongCode(reader, typed)));
  const judged = await judge(
    pages,
    triesOf(pages, request),
    async () => (await findLink(pages.store, presented)) !== undefined,
  );
  if (judged.kind === 'slow-down') return slowedDown(reader, judged);
  // The check characters fit, so that it was not mistyped: nothing goes by it here.
  if (judged.kind === 'wrong')
    return showing(404, entry.codePage(reader, { typed, problem: reader.words.unknownCode }));
  return goingTo(pathOf(presented));
}

async function showLink(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { session } = opening.opened;
  if (session === undefined) return await askFact(pages, opening.opened, 200);
  return await showRecord(pages, visitOf(opening.opened, session), request);
}

function visitOf({ link, path, reader }: Visit, { formToken }: LinkSession): RecordVisit {
  return {
    subject: {
      ...link,
      looked: {
        action: 'link.view',
        subject: { kind: 'link', id: link.id },
        detail: { fillId: link.fill_id, pharmacyId: link.pharmacy_id },
      },
    },
    reader,
    path,
    formToken,
    leave: formIn(
      `${path}/leave`,
      { form: formToken },
      html`<button class="quiet">${reader.words.leave}</button>`,
    ),
  };
}

async function askFact(
  pages: Pages,
  { link, path, reader }: Visit,
  status: number,
  problem?: string,
): Promise<Answer> {
  const pharmacy = await pages.store.withOrg(link.org_id, (tx) => pharmacyIn(tx, link));
  const asked = {
    path,
    pharmacyName: pharmacy.name,
    fact: secondFactOf(pharmacy),
    contact: pages.operatorContact,
    problem,
  };
  return showing(status, entry.secondFactPage(reader, asked));
}

/** The second fact travels in a form and leaves a short-lived cookie, never a trace in an address. */
async function takeFact(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, path, reader } = opening.opened;
  const typed = formOf(request).get('fact') ?? '';
  const judged = await judge(pages, triesOf(pages, request), () =>
    pages.store.withOrg(link.org_id, async (tx) => {
      const matches = isSecondFact(await pharmacyIn(tx, link), typed);
      await audit(tx, pages, link, { outcome: matches ? 'success' : 'refused', request });
      return matches;
    }),
  );
  if (judged.kind === 'slow-down') return slowedDown(reader, judged);
  if (judged.kind === 'wrong') return await askFact(pages, opening.opened, 422, reader.words.wrongFact);
  return goingTo(path, pages.sessions.begin(link.id, path));
}

/** A form of this very session. */
async function withForm(
  pages: Pages,
  request: SecretRequest,
  act: (visit: RecordVisit, form: URLSearchParams) => Promise<Answer>,
): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { session, reader } = opening.opened;
  const form = formOf(request);
  if (session === undefined || !pages.sessions.owns(session, form.get('form') ?? ''))
    return await askFact(pages, opening.opened, 403, reader.words.openForLong);
  return await act(visitOf(opening.opened, session), form);
}

function takeReport(pages: Pages, request: SecretRequest): Promise<Answer> {
  return withForm(pages, request, (visit, form) => reportOn(pages, visit, form, request));
}

function takeQuestion(pages: Pages, request: SecretRequest): Promise<Answer> {
  return withForm(pages, request, (visit, form) => askOn(pages, visit, form, request));
}

async function leave(pages: Pages, request: SecretRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  return goingTo('/rx', pages.sessions.end(opening.opened.path));
}
