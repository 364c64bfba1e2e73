// The routes behind a fax's link: /rx (typed code), /rx/<token or code>, its answers, and their style sheet.

import { todayFor } from '@pestle/rules/time-zone';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import { recognizeSecret } from '../../delivery/fax/link.ts';
import type { SecureLinkRow } from '../../delivery/fax/secure-links.ts';
import { findPharmacy, type PharmacyRow } from '../../directory/pharmacies.ts';
import { Buckets } from '../../kernel/buckets.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { formOf, prepareFormPages, show } from '../../link-pages/form-pages.ts';
import type { Store, Tx } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { DeliveryListener } from '../report/listener.ts';
import { recordReport } from '../report/record-report.ts';
import { closedBecause, findLink, isSecondFact, secondFactOf } from './access.ts';
import * as entry from './entry-pages.ts';
import { STYLE_PATH } from './layout.ts';
import { readRecord } from './record.ts';
import { REPORTS_DONE, type RecordView, type ReportDone, recordPage } from './record-page.ts';
import { readLinkReport } from './report-forms.ts';
import { createLinkSessions, type LinkSession, type LinkSessions } from './session.ts';
import { standingOf } from './standing.ts';
import { STYLE } from './style.ts';

export interface LinkPageDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly linkKey: Uint8Array;
  readonly linkKeysPrevious: readonly Uint8Array[];
  readonly delivery: DeliveryListener;
  readonly operatorContact: string | undefined;
}

interface Pages extends LinkPageDeps {
  readonly sessions: LinkSessions;
  readonly wrongTries: Buckets;
}

/** A visit to a link that is known and open. */
interface Visit {
  readonly link: SecureLinkRow;
  readonly path: string;
  readonly session: LinkSession | undefined;
}

type SecretRoute = { Params: { secret: string }; Querystring: { done?: unknown } };

export function linkPages(deps: LinkPageDeps): FastifyPluginAsync {
  const pages: Pages = {
    ...deps,
    sessions: createLinkSessions(
      deps.linkKey,
      deps.ports.clock,
      deps.baseUrl.startsWith('https:'),
      deps.linkKeysPrevious,
    ),
    wrongTries: new Buckets(deps.ports.clock, TRACKING_LIMITS.linkAddressesMax),
  };
  return async (app) => {
    prepareFormPages(app, {
      formBytesMax: TRACKING_LIMITS.linkFormBytesMax,
      failurePage: ({ message }) => entry.failurePage(message),
    });
    app.get(STYLE_PATH, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
    );
    app.get('/rx', async (_request, reply) => show(reply, 200, entry.codePage()));
    app.post('/rx', async (request, reply) => await takeCode(pages, request, reply));
    app.get<SecretRoute>('/rx/:secret', async (request, reply) => await showLink(pages, request, reply));
    app.post<SecretRoute>('/rx/:secret', async (request, reply) => await takeFact(pages, request, reply));
    app.post<SecretRoute>(
      '/rx/:secret/report',
      async (request, reply) => await takeReport(pages, request, reply),
    );
    app.post<SecretRoute>('/rx/:secret/leave', async (request, reply) => await leave(pages, request, reply));
  };
}

/** The code from the paper leads to its link's own page; nothing is shown yet. */
async function takeCode(pages: Pages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const waiting = mustWait(pages, request);
  if (waiting > 0) return slowDown(reply, waiting);
  const presented = recognizeSecret(formOf(request).get('code') ?? '');
  if (presented === undefined)
    return show(
      reply,
      422,
      entry.codePage('This is not a complete code. Compare it with the fax, group by group.'),
    );
  if ((await findLink(pages.store, presented)) === undefined) {
    countWrongTry(pages, request);
    return show(reply, 404, entry.unknownLinkPage());
  }
  return reply.redirect(`/rx/${presented.secret}`, 303);
}

/** The visit, or an answer that ends it: unknown, replaced, expired. */
async function visit(
  pages: Pages,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<Visit | FastifyReply> {
  const presented = recognizeSecret(request.params.secret);
  const link = presented === undefined ? undefined : await findLink(pages.store, presented);
  if (link === undefined || presented === undefined) {
    const waiting = mustWait(pages, request);
    if (waiting > 0) return slowDown(reply, waiting);
    countWrongTry(pages, request);
    return show(reply, 404, entry.unknownLinkPage());
  }
  const closed = closedBecause(link, pages.ports.clock.now());
  if (closed !== undefined) return show(reply, 410, entry.closedLinkPage(closed));
  const session = pages.sessions.read(request.headers.cookie, link.id);
  return { link, path: `/rx/${presented.secret}`, session };
}

async function showLink(
  pages: Pages,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await visit(pages, request, reply);
  if (!isVisit(found)) return found;
  const { link, path, session } = found;
  if (session === undefined) return await askFact(pages, found, reply, 200);
  const nowMs = pages.ports.clock.now();
  const { done } = request.query;
  const view = await pages.store.withOrg(link.org_id, async (tx): Promise<RecordView> => {
    await audit(tx, pages, link, { action: 'link.view', outcome: 'success', request });
    const record = await readRecord(tx, link);
    const { envelope, address } = record;
    const today = todayFor(address ?? envelope.patient.address, envelope.organization.timeZone, nowMs);
    const standing = standingOf(record, today);
    return { record, standing, session, path, nowMs, done: isDone(done) ? done : undefined };
  });
  return show(reply, 200, recordPage(view));
}

async function askFact(
  pages: Pages,
  { link, path }: Visit,
  reply: FastifyReply,
  status: number,
  problem?: string,
): Promise<FastifyReply> {
  const pharmacy = await pharmacyOf(pages, link);
  const asked = secondFactOf(pharmacy);
  return show(
    reply,
    status,
    entry.secondFactPage(path, pharmacy.name, asked, pages.operatorContact, problem),
  );
}

/** The second fact travels in a form and leaves a short-lived cookie, never a trace in an address. */
async function takeFact(
  pages: Pages,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await visit(pages, request, reply);
  if (!isVisit(found)) return found;
  const { link, path } = found;
  const waiting = mustWait(pages, request);
  if (waiting > 0) return slowDown(reply, waiting);
  const matches = isSecondFact(await pharmacyOf(pages, link), formOf(request).get('fact') ?? '');
  await pages.store.withOrg(link.org_id, (tx) =>
    audit(tx, pages, link, { action: 'link.open', outcome: matches ? 'success' : 'refused', request }),
  );
  if (!matches) {
    countWrongTry(pages, request);
    return await askFact(pages, found, reply, 422, 'That is not a number of this pharmacy.');
  }
  return reply.header('set-cookie', pages.sessions.begin(link.id, path)).redirect(path, 303);
}

/** The same report as over the hook. A double click is a duplicate, which changes nothing. */
async function takeReport(
  pages: Pages,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await visit(pages, request, reply);
  if (!isVisit(found)) return found;
  const { link, path, session } = found;
  const form = formOf(request);
  if (session === undefined || !pages.sessions.owns(session, form.get('form') ?? ''))
    return await askFact(
      pages,
      found,
      reply,
      403,
      'The page was open for long. Identify your pharmacy again, then repeat your answer.',
    );
  const answer = readLinkReport(form);
  const recorded = await pages.store.withOrg(link.org_id, async (tx) => {
    const { transmission } = await readRecord(tx, link);
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
  return reply.redirect(`${path}?done=${done}`, 303);
}

async function leave(
  pages: Pages,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await visit(pages, request, reply);
  if (!isVisit(found)) return found;
  return reply.header('set-cookie', pages.sessions.end(found.path)).redirect('/rx', 303);
}

async function pharmacyOf({ store }: Pages, link: SecureLinkRow): Promise<PharmacyRow> {
  const pharmacy = await store.withOrg(link.org_id, (tx) => findPharmacy(tx, link.pharmacy_id));
  if (pharmacy === undefined) throw new Error('a link to a pharmacy that is not there');
  return pharmacy;
}

async function audit(
  tx: Tx,
  { ports }: Pages,
  link: SecureLinkRow,
  {
    action,
    outcome,
    request,
  }: {
    readonly action: 'link.open' | 'link.view';
    readonly outcome: 'success' | 'refused';
    readonly request: FastifyRequest<SecretRoute>;
  },
): Promise<void> {
  await recordAudit(tx, ports, {
    orgId: link.org_id,
    // Before the second fact nobody knows who it is.
    actor: {
      kind: 'pharmacy',
      id: outcome === 'success' ? link.pharmacy_id : null,
      origin: originOf(request),
    },
    action,
    subject: { kind: 'link', id: link.id },
    outcome,
    detail: { fillId: link.fill_id, pharmacyId: link.pharmacy_id },
  });
}

function mustWait({ wrongTries }: Pages, request: FastifyRequest): number {
  const { linkWrongTries: size, linkTryIntervalMs } = TRACKING_LIMITS;
  return wrongTries.look(addressKey(request.ip), size, size * linkTryIntervalMs).waitSeconds;
}

/** Slows the source down, never the link: whoever holds a fax must not be able to lock the pharmacy out. */
function countWrongTry({ wrongTries }: Pages, request: FastifyRequest): void {
  const { linkWrongTries: size, linkTryIntervalMs } = TRACKING_LIMITS;
  wrongTries.take(addressKey(request.ip), size, size * linkTryIntervalMs);
}

function slowDown(reply: FastifyReply, seconds: number): FastifyReply {
  return show(reply.header('retry-after', seconds), 429, entry.slowDownPage(seconds));
}

function isVisit(found: Visit | FastifyReply): found is Visit {
  return 'link' in found;
}

function isDone(text: unknown): text is ReportDone {
  return typeof text === 'string' && Object.hasOwn(REPORTS_DONE, text);
}
