// The routes behind a patient's link: /p/<token> leads to the visit, whose pages ask the date of birth, find a pharmacy, confirm it and show the status.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, prepareFormPages, show } from '../../link-pages/form-pages.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import { choose, confirm, find, lookFor } from './choice.ts';
import type { OrderFacts } from './facts.ts';
import { patientFacts } from './facts.ts';
import { linkOfToken } from './links.ts';
import type { Opened, Pages, PatientPageDeps, VisitRequest, VisitRoute } from './opened.ts';
import { audit, isOpened, NOBODYS, open, openProven, seen } from './opened.ts';
import { WrongTries } from './tries.ts';
import { birthPage, typedBirth } from './view/birth-page.ts';
import { choosePage } from './view/choice-pages.ts';
import { messagePage, STYLE_PATH } from './view/layout.ts';
import { closedPage, statusPage } from './view/status-page.ts';
import { STYLE } from './view/style.ts';
import { createPatientVisits, visitPath } from './visits.ts';

export function patientPages(deps: PatientPageDeps): FastifyPluginAsync {
  const pages: Pages = {
    ...deps,
    visits: createPatientVisits(
      deps.linkKey,
      deps.ports.clock,
      deps.baseUrl.startsWith('https:'),
      deps.linkKeysPrevious,
    ),
    wrongTries: new WrongTries(deps.ports.clock),
  };
  return async (app) => {
    prepareFormPages(app, {
      formBytesMax: LIMITS.patientFormBytesMax,
      failurePage: ({ message }) => messagePage(NOBODYS, NOBODYS.texts.failedTitle, message),
    });
    app.get(STYLE_PATH, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
    );
    app.get<{ Params: { token: string } }>('/p/:token', async (request, reply) => {
      const link = await linkOfToken(pages.store, request.params.token);
      if (link === undefined) return unknown(pages, request, reply);
      // A reading robot that follows the link changes nothing; what it gets is an empty visit.
      return reply.header('set-cookie', pages.visits.begin(link.id, false)).redirect(visitPath(link.id), 303);
    });
    const visitRoute = '/p/visit/:linkId';
    app.get<VisitRoute>(visitRoute, async (request, reply) => await showVisit(pages, request, reply));
    app.post<VisitRoute>(
      `${visitRoute}/birth`,
      async (request, reply) => await takeBirth(pages, request, reply),
    );
    app.post<VisitRoute>(`${visitRoute}/find`, async (request, reply) => await find(pages, request, reply));
    app.post<VisitRoute>(
      `${visitRoute}/confirm`,
      async (request, reply) => await confirm(pages, request, reply),
    );
    app.post<VisitRoute>(
      `${visitRoute}/choose`,
      async (request, reply) => await choose(pages, request, reply),
    );
    app.post<VisitRoute>(`${visitRoute}/leave`, async (request, reply) => await leave(pages, request, reply));
  };
}

async function showVisit(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, visit, speaker } = opened;
  if (!visit.proven) return show(reply, 200, birthPage(speaker, visit));
  const { done } = request.query;
  const facts = await seen(pages, link, request);
  return await showOrder(
    pages,
    opened,
    facts,
    reply,
    done === 'just' || done === 'already' ? done : undefined,
  );
}

async function showOrder(
  pages: Pages,
  { link, visit, speaker }: Opened,
  facts: OrderFacts,
  reply: FastifyReply,
  notice?: 'just' | 'already',
): Promise<FastifyReply> {
  switch (facts.stands) {
    case 'choose': {
      const zip = facts.order.address?.postalCode ?? facts.patient.postal_code ?? '';
      const found = await lookFor(
        pages,
        link,
        { way: 'pickup', place: zip.slice(0, 5), after: null },
        speaker,
      );
      // The patient's own ZIP code is an offer, never a mistake of the patient's.
      const { problem: _problem, ...offered } = found;
      return show(reply, 200, choosePage(speaker, visit, facts, offered, pages.ports.clock.now()));
    }
    case 'chosen':
      return show(reply, 200, statusPage(speaker, visit, facts, notice));
    case 'too-late':
    case 'canceled':
      return show(reply, 200, closedPage(speaker, facts.stands));
    default:
      throw new Error(`unknown standing ${String(facts.stands satisfies never)}`);
  }
}

/** The date of birth travels in a form and leaves a short-lived cookie, never a trace in an address. */
async function takeBirth(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, visit, speaker } = opened;
  const form = formOf(request);
  if (!pages.visits.owns(visit, form.get('form') ?? ''))
    return show(reply, 403, birthPage(speaker, visit, speaker.texts.reopen));
  const waiting = pages.wrongTries.waitSeconds(request.ip, link.id);
  if (waiting > 0) {
    const { texts } = speaker;
    reply.header('retry-after', waiting);
    return show(reply, 429, messagePage(speaker, texts.waitTitle, texts.wait(waiting)));
  }
  const matches = await pages.store.withOrg(link.org_id, async (tx) => {
    const facts = await patientFacts(tx, link);
    const same = typedBirth(form) === facts.patient.date_of_birth;
    const outcome = same ? 'success' : 'refused';
    await audit(tx, pages, link, { action: 'patient-link.open', outcome, request, facts });
    return same;
  });
  if (!matches) {
    pages.wrongTries.count(request.ip, link.id);
    return show(reply, 422, birthPage(speaker, visit, speaker.texts.birthWrong));
  }
  return reply.header('set-cookie', pages.visits.begin(link.id, true)).redirect(visitPath(link.id), 303);
}

async function leave(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await openProven(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, speaker } = opened;
  reply.header('set-cookie', pages.visits.end(link.id));
  return show(reply, 200, messagePage(speaker, speaker.texts.reopenTitle, speaker.texts.unknown));
}

/** Who tries tokens waits, too. */
function unknown({ wrongTries }: Pages, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { texts } = NOBODYS;
  const waiting = wrongTries.waitSeconds(request.ip);
  if (waiting > 0) {
    reply.header('retry-after', waiting);
    return show(reply, 429, messagePage(NOBODYS, texts.waitTitle, texts.wait(waiting)));
  }
  wrongTries.count(request.ip);
  return show(reply, 404, messagePage(NOBODYS, texts.unknownTitle, texts.unknown));
}
