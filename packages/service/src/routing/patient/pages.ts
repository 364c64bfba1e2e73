// The routes behind a patient's link: /p/<token> leads to the visit, whose pages ask the date of birth, find a pharmacy, confirm it and show the status.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { serveFixed } from '../../kernel/web/pages/fixed-file.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import {
  answering,
  formOf,
  goingTo,
  prepareFormPages,
  send,
  showing,
} from '../../kernel/web/pages/form-pages.ts';
import { messagePage } from '../../kernel/web/pages/frame.ts';
import { servePageStyle } from '../../kernel/web/pages/style/style.ts';
import { createTryNames, judge, reserveTry } from '../../tries/tries.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import { choose, confirm, find, showChange, showChoice } from './choice.ts';
import type { OrderFacts } from './facts.ts';
import { patientFacts, revisionOf } from './facts.ts';
import { keepLanguage, toLanguage } from './language-choice.ts';
import { linkOfToken, linksStanding } from './links.ts';
import type { Opened, Pages, PatientPageDeps, VisitRequest, VisitRoute } from './opened.ts';
import { audit, NOBODYS, open, openProven, seen, slowedDown, triesOf } from './opened.ts';
import { createPhoneHashes } from './phone-hash.ts';
import { birthPage, typedBirth } from './view/birth-page.ts';
import { frameOf } from './view/layout.ts';
import { PATIENT_SCRIPT } from './view/patient-script.ts';
import type { Notice } from './view/status-page.ts';
import { isNotice, statusPage, tooLatePage } from './view/status-page.ts';
import { createPatientVisits, visitPath } from './visits.ts';
import { askWrongNumber, takeWrongNumber } from './wrong-number-page.ts';

type TokenRoute = { Params: { token: string } };

export function patientPages(deps: PatientPageDeps): FastifyPluginAsync {
  const pages: Pages = {
    ...deps,
    visits: createPatientVisits(
      deps.linkKey,
      deps.ports.clock,
      deps.baseUrl.startsWith('https:'),
      deps.linkKeysPrevious,
    ),
    tryName: createTryNames(deps.linkKey),
    phoneHashes: createPhoneHashes(deps.linkKey, deps.linkKeysPrevious),
    judgeStreams: deps.live.watch((links) => linksStanding(deps, links)),
  };
  return async (app) => {
    await prepareFormPages(app, {
      formBytesMax: LIMITS.patientFormBytesMax,
      failurePage: ({ message }) => messagePage(frameOf(NOBODYS), NOBODYS.texts.failedTitle, message),
    });
    servePageStyle(app);
    serveFixed(app, PATIENT_SCRIPT);
    // The one thing that these pages may ask of a device, and only when somebody presses the button for it.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()');
    });
    const visitRoute = '/p/visit/:linkId';
    app.get<TokenRoute>('/p/:token', answering(pages, beginVisit));
    app.get<VisitRoute>(visitRoute, answering(pages, showVisit));
    app.get<VisitRoute>(`${visitRoute}/change`, answering(pages, showChange));
    app.post<VisitRoute>(`${visitRoute}/birth`, answering(pages, takeBirth));
    app.post<VisitRoute>(`${visitRoute}/find`, answering(pages, find));
    app.post<VisitRoute>(`${visitRoute}/confirm`, answering(pages, confirm));
    app.post<VisitRoute>(`${visitRoute}/choose`, answering(pages, choose));
    app.post<VisitRoute>(`${visitRoute}/leave`, answering(pages, leave));
    app.get<VisitRoute>(`${visitRoute}/live`, { config: { isStream: true } }, (request, reply) =>
      follow(pages, request, reply),
    );
    app.get<VisitRoute>(`${visitRoute}/wrong-number`, answering(pages, askWrongNumber));
    app.post<VisitRoute>(`${visitRoute}/wrong-number`, answering(pages, takeWrongNumber));
    app.get<VisitRoute>(`${visitRoute}/revision`, (request, reply) => answerRevision(pages, request, reply));
  };
}

/** The stream of a visit that is proven: that its order changed, without more. The page asks for what it shows as ever. */
async function follow(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opening = await open(pages, request);
  if ('ended' in opening) return send(reply, opening.ended);
  const { link, visit, speaker } = opening.opened;
  if (!visit.proven) return send(reply, showing(403, birthPage(speaker, visit, speaker.texts.reopen)));
  const { id: linkId, org_id: orgId, order_id: orderId } = link;
  await pages.live.follow(request, reply, { orgId, orderId, linkId });
  return reply;
}

/** A reading robot that follows the link changes nothing; what it gets is an empty visit. */
async function beginVisit(pages: Pages, request: FastifyRequest<TokenRoute>): Promise<Answer> {
  const link = await linkOfToken(pages.store, request.params.token);
  if (link === undefined) return await unknown(pages, request);
  return goingTo(visitPath(link.id), pages.visits.begin(link.id, false));
}

async function showVisit(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  const language = toLanguage(request.query.language);
  if (language !== undefined)
    return goingTo(visitPath(link.id), keepLanguage(language, pages.baseUrl.startsWith('https:')));
  if (!visit.proven) return showing(200, birthPage(speaker, visit));
  const { done } = request.query;
  const facts = await seen(pages, link, request);
  return await showOrder(pages, opening.opened, facts, isNotice(done) ? done : undefined);
}

async function showOrder(pages: Pages, opened: Opened, facts: OrderFacts, notice?: Notice): Promise<Answer> {
  const { visit, speaker } = opened;
  const nowMs = pages.ports.clock.now();
  switch (facts.stands) {
    case 'choose':
      return await showChoice(pages, opened, facts);
    case 'chosen':
    case 'canceled':
    case 'unreadable':
      return showing(
        200,
        statusPage(speaker, visit, facts, { nowMs, revision: String(facts.order.revision), notice }),
      );
    case 'too-late':
      return showing(200, tooLatePage(speaker));
    default:
      throw new Error(`unknown state ${String(facts.stands satisfies never)}`);
  }
}

/** A number that grows with every change of the order: whoever looks at the page asks for it, and for the page only when it is another. */
async function answerRevision(
  pages: Pages,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const opening = await open(pages, request);
  reply.type('text/plain; charset=utf-8');
  if ('ended' in opening) return reply.code(opening.ended.status).send('');
  const { link, visit } = opening.opened;
  if (!visit.proven) return reply.code(403).send('');
  return reply.send(await pages.store.withOrg(link.org_id, (tx) => revisionOf(tx, link)));
}

/** The date of birth travels in a form and leaves a short-lived cookie, never a trace in an address. */
async function takeBirth(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  const form = formOf(request);
  if (!pages.visits.owns(visit, form.get('form') ?? ''))
    return showing(403, birthPage(speaker, visit, speaker.texts.reopen));
  const judged = await judge(pages, triesOf(pages, request, link.id), () =>
    pages.store.withOrg(link.org_id, async (tx) => {
      const facts = await patientFacts(tx, link);
      const same = typedBirth(form) === facts.patient.date_of_birth;
      const outcome = same ? 'success' : 'refused';
      await audit(tx, pages, link, { action: 'patient-link.open', outcome, request, facts });
      return same;
    }),
  );
  if (judged.kind === 'slow-down') return slowedDown(speaker, judged);
  if (judged.kind === 'wrong') return showing(422, birthPage(speaker, visit, speaker.texts.birthWrong));
  return goingTo(visitPath(link.id), pages.visits.begin(link.id, true));
}

async function leave(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openProven(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, speaker } = opening.opened;
  const page = messagePage(frameOf(speaker), speaker.texts.reopenTitle, speaker.texts.unknown);
  return { ...showing(200, page), setCookie: pages.visits.end(link.id) };
}

/** Who tries tokens waits, too. */
async function unknown(pages: Pages, request: FastifyRequest): Promise<Answer> {
  const refused = await reserveTry(pages, triesOf(pages, request));
  if (refused !== null) return slowedDown(NOBODYS, refused);
  const { texts } = NOBODYS;
  return showing(404, messagePage(frameOf(NOBODYS), texts.unknownTitle, texts.unknown));
}
