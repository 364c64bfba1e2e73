// The routes behind a patient's link: /p/<token> leads to the visit, whose pages ask the date of birth, find a pharmacy, confirm it and show the status.
import { isId } from '@pestle/rules/ids';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import { findPharmacy } from '../../directory/pharmacies.ts';
import type { PharmacyRoom } from '../../directory/pharmacy/pharmacy-room.ts';
import { Buckets } from '../../kernel/buckets.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { formOf, prepareFormPages, show } from '../../link-pages/form-pages.ts';
import type { DepartureRow } from '../../prescribing/deps.ts';
import type { Store, Tx } from '../../store/store.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import { selectInTransaction } from '../select.ts';
import { birthPage, typedBirth } from './birth-page.ts';
import type { Found, Way } from './choice-pages.ts';
import { choosePage, confirmPage } from './choice-pages.ts';
import type { OrderFacts } from './facts.ts';
import { orderFacts, patientFacts } from './facts.ts';
import { languageOf } from './language.ts';
import type { Speaker } from './layout.ts';
import { messagePage, STYLE_PATH } from './layout.ts';
import type { PatientLinkRow } from './links.ts';
import { linkOfId, linkOfToken } from './links.ts';
import { typedPlace } from './place.ts';
import { closedPage, statusPage } from './status-page.ts';
import { STYLE } from './style.ts';
import { patientTexts } from './texts.ts';
import type { PatientVisit, PatientVisits } from './visits.ts';
import { createPatientVisits, visitPath } from './visits.ts';

export interface PatientPageDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  /** 32 secret bytes, the same from which the links derive. */
  readonly linkKey: Uint8Array;
  /** Visits that these began go on. */
  readonly linkKeysPrevious?: readonly Uint8Array[];
  readonly directory: Pick<PharmacyRoom, 'pharmaciesForPublic'>;
  readonly departures: (rows: readonly DepartureRow[]) => void;
}

interface Pages extends PatientPageDeps {
  readonly visits: PatientVisits;
  readonly wrongTries: Buckets;
}

/** A visit to a link that is known and open. */
interface Opened {
  readonly link: PatientLinkRow;
  readonly visit: PatientVisit;
  readonly speaker: Speaker;
}

type VisitRoute = { Params: { linkId: string }; Querystring: { done?: unknown } };
type VisitRequest = FastifyRequest<VisitRoute>;

const NOBODYS: Speaker = { language: 'en', texts: patientTexts('en'), practice: undefined };

export function patientPages(deps: PatientPageDeps): FastifyPluginAsync {
  const pages: Pages = {
    ...deps,
    visits: createPatientVisits(
      deps.linkKey,
      deps.ports.clock,
      deps.baseUrl.startsWith('https:'),
      deps.linkKeysPrevious,
    ),
    wrongTries: new Buckets(deps.ports.clock, LIMITS.patientTriesKeptMax),
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

/** The visit, or an answer that ends it: unknown, ended, or without its cookie. */
async function open(
  pages: Pages,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<Opened | FastifyReply> {
  const link = await linkOfId(pages.store, request.params.linkId);
  const visit = link === undefined ? undefined : pages.visits.read(request.headers.cookie, link.id);
  // Without the cookie nobody learns whether there is such a link.
  if (link === undefined || visit === undefined)
    return show(reply, 403, messagePage(NOBODYS, NOBODYS.texts.reopenTitle, NOBODYS.texts.reopen));
  const speaker = await pages.store.withOrg(link.org_id, async (tx) => {
    const { patient, organization } = await patientFacts(tx, link);
    const language = languageOf(patient.language);
    const { name, phone } = organization;
    return { language, texts: patientTexts(language), practice: { name, phone } };
  });
  if (link.revoked_at !== null || Date.parse(link.expires_at) <= pages.ports.clock.now())
    return show(reply, 410, messagePage(speaker, speaker.texts.endedTitle, speaker.texts.ended));
  return { link, visit, speaker };
}

/** As `open`, for what only the patient may see or do: after the date of birth, and from a form of this visit. */
async function openProven(
  pages: Pages,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<Opened | FastifyReply> {
  const opened = await open(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { visit, speaker } = opened;
  if (visit.proven && pages.visits.owns(visit, formOf(request).get('form') ?? '')) return opened;
  return show(reply, 403, birthPage(speaker, visit, speaker.texts.reopen));
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

/** What the order is about now, with an entry that it was looked at. */
async function seen(pages: Pages, link: PatientLinkRow, request: VisitRequest): Promise<OrderFacts> {
  return await pages.store.withOrg(link.org_id, async (tx) => {
    const facts = await orderFacts(tx, link, pages.ports.clock.now());
    await audit(tx, pages, link, { action: 'patient-link.view', outcome: 'success', request, facts });
    return facts;
  });
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
  const waiting = mustWait(pages, request, link);
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
    countWrongTry(pages, request, link);
    return show(reply, 422, birthPage(speaker, visit, speaker.texts.birthWrong));
  }
  return reply.header('set-cookie', pages.visits.begin(link.id, true)).redirect(visitPath(link.id), 303);
}

async function find(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await openProven(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, visit, speaker } = opened;
  const facts = await seen(pages, link, request);
  if (facts.stands !== 'choose') return reply.redirect(visitPath(link.id), 303);
  const form = formOf(request);
  const way: Way = form.get('way') === 'mail' ? 'mail' : 'pickup';
  const place = (form.get('place') ?? '').slice(0, LIMITS.patientPlaceCharactersMax).trim();
  const found = await lookFor(pages, link, { way, place, after: form.get('after') }, speaker);
  return show(reply, 200, choosePage(speaker, visit, facts, found, pages.ports.clock.now()));
}

interface Wanted {
  readonly way: Way;
  readonly place: string;
  readonly after: string | null;
}

async function lookFor(
  { directory }: Pages,
  link: PatientLinkRow,
  { way, place, after }: Wanted,
  { texts }: Speaker,
): Promise<Found> {
  const near = way === 'mail' ? null : typedPlace(place);
  if (near === undefined) return { way, place, hits: undefined, problem: texts.placeUnknown };
  try {
    const hits = await directory.pharmaciesForPublic(link.org_id, {
      near,
      kinds: [way === 'mail' ? 'MAIL_ORDER' : 'LOCAL_PICKUP'],
      first: LIMITS.patientPharmaciesShown,
      ...(after === null || after === '' ? {} : { after }),
    });
    return { way, place, hits };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'INVALID_INPUT') throw error;
    return { way, place, hits: undefined, problem: texts.placeUnknown };
  }
}

async function confirm(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await openProven(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, visit, speaker } = opened;
  const facts = await seen(pages, link, request);
  if (facts.stands !== 'choose') return reply.redirect(visitPath(link.id), 303);
  const id = formOf(request).get('pharmacy') ?? '';
  const pharmacy = await pages.store.withOrg(link.org_id, (tx) => findPharmacy(tx, id));
  const nowMs = pages.ports.clock.now();
  if (pharmacy === undefined || !pharmacy.active || !pharmacy.serves_public) {
    const nothing: Found = { way: 'pickup', place: '', hits: undefined };
    return show(reply, 422, choosePage(speaker, visit, facts, nothing, nowMs, speaker.texts.goneElsewhere));
  }
  return show(reply, 200, confirmPage(speaker, visit, facts, pharmacy, nowMs));
}

/** The choice. Sent twice, it is made once: the second finds the order with its pharmacy. */
async function choose(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await openProven(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, visit, speaker } = opened;
  const id = formOf(request).get('pharmacy') ?? '';
  const path = visitPath(link.id);
  try {
    const departures = await pages.store.withOrg(link.org_id, async (tx) => {
      const facts = await orderFacts(tx, link, pages.ports.clock.now());
      if (facts.stands !== 'choose') return facts.order.pharmacy_id === id ? 'just' : 'already';
      if (!isId('phr', id)) throw notSelectable();
      const rows = await selectInTransaction(tx, pages.ports, {
        orgId: link.org_id,
        orderId: link.order_id,
        pharmacyId: id,
        selectedBy: 'patient',
      });
      const detail = { pharmacyId: id };
      await audit(tx, pages, link, {
        action: 'order.select-pharmacy',
        outcome: 'success',
        request,
        facts,
        detail,
      });
      return rows;
    });
    if (typeof departures === 'string') return reply.redirect(`${path}?done=${departures}`, 303);
    pages.departures(departures);
    return reply.redirect(`${path}?done=just`, 303);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Two taps at once: the other one was first.
    if (error.code === 'ORDER_NOT_ROUTING' || error.code === 'PRESCRIPTION_TOO_OLD')
      return reply.redirect(`${path}?done=already`, 303);
    if (error.code !== 'PHARMACY_NOT_SELECTABLE' && error.code !== 'NOT_FOUND') throw error;
    const facts = await seen(pages, link, request);
    const nothing: Found = { way: 'pickup', place: '', hits: undefined };
    const nowMs = pages.ports.clock.now();
    return show(reply, 422, choosePage(speaker, visit, facts, nothing, nowMs, speaker.texts.goneElsewhere));
  }
}

function notSelectable(): Failure {
  return new Failure('PHARMACY_NOT_SELECTABLE', 'This pharmacy cannot be chosen.');
}

async function leave(pages: Pages, request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await openProven(pages, request, reply);
  if (!isOpened(opened)) return opened;
  const { link, speaker } = opened;
  reply.header('set-cookie', pages.visits.end(link.id));
  return show(reply, 200, messagePage(speaker, speaker.texts.reopenTitle, speaker.texts.unknown));
}

interface Entry {
  readonly action: 'patient-link.open' | 'patient-link.view' | 'order.select-pharmacy';
  readonly outcome: 'success' | 'refused';
  readonly request: VisitRequest;
  readonly facts: Pick<OrderFacts, 'patient'>;
  readonly detail?: Readonly<Record<string, string>>;
}

async function audit(
  tx: Tx,
  { ports }: Pages,
  link: PatientLinkRow,
  { action, outcome, request, facts, detail = {} }: Entry,
): Promise<void> {
  const patientId = facts.patient.id;
  await recordAudit(tx, ports, {
    orgId: link.org_id,
    // Before the date of birth nobody knows who it is.
    actor: { kind: 'patient', id: outcome === 'success' ? patientId : null, origin: originOf(request) },
    action,
    subject: { kind: 'order', id: link.order_id },
    outcome,
    detail: { linkId: link.id, patientId, ...detail },
  });
}

/** Slows down the source, and a link that is tried from many; neither is ever locked. */
function mustWait({ wrongTries }: Pages, request: VisitRequest, link: PatientLinkRow): number {
  const { patientWrongTries: own, patientTryIntervalMs, patientLinkWrongTries: all } = LIMITS;
  return Math.max(
    wrongTries.look(`from ${addressKey(request.ip)}`, own, own * patientTryIntervalMs).waitSeconds,
    wrongTries.look(`at ${link.id}`, all, all * LIMITS.patientLinkTryIntervalMs).waitSeconds,
  );
}

function countWrongTry(
  { wrongTries }: Pages,
  request: FastifyRequest,
  link: PatientLinkRow | undefined,
): void {
  const { patientWrongTries: own, patientTryIntervalMs, patientLinkWrongTries: all } = LIMITS;
  wrongTries.take(`from ${addressKey(request.ip)}`, own, own * patientTryIntervalMs);
  if (link !== undefined) wrongTries.take(`at ${link.id}`, all, all * LIMITS.patientLinkTryIntervalMs);
}

/** Who tries tokens waits, too. */
function unknown(pages: Pages, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { patientWrongTries: own, patientTryIntervalMs } = LIMITS;
  const { waitSeconds } = pages.wrongTries.look(
    `from ${addressKey(request.ip)}`,
    own,
    own * patientTryIntervalMs,
  );
  const { texts } = NOBODYS;
  if (waitSeconds > 0) {
    reply.header('retry-after', waitSeconds);
    return show(reply, 429, messagePage(NOBODYS, texts.waitTitle, texts.wait(waitSeconds)));
  }
  countWrongTry(pages, request, undefined);
  return show(reply, 404, messagePage(NOBODYS, texts.unknownTitle, texts.unknown));
}

function isOpened(found: Opened | FastifyReply): found is Opened {
  return 'visit' in found;
}
