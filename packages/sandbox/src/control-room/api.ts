// Owns what the control room's page asks for: one order in full, the pharmacies, pages of faxes, and reports by hand.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaxRecord } from '../fax/records.ts';
import { FOREIGN_ID_CHARACTERS_MAX, REPORT_BYTES_MAX, SHIPPING_CHARACTERS_MAX } from '../limits.ts';
import type { StatusReport } from '../pharmacies/reports.ts';
import { routeOf } from '../pharmacies/routes/route.ts';
import type { SimulatedPharmacy } from '../pharmacies/types.ts';
import type { ControlRoomPeers, OrderCard } from './cards.ts';
import type { Feed } from './feed.ts';
import type { PayerBoard } from './payers.ts';

/** What a pharmacy may be made to report. */
export const REPORTABLE = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'CANCELED', 'ERROR'] as const;

/**
 * What the browser's own PDF viewer may do. The rest is closed to a PDF anyway, and a policy that says `default-src 'none'` keeps
 * Chrome's viewer, which is a page with styles and an object of its own, from being drawn.
 */
const PDF_POLICY = "script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

type Options = {
  readonly feed: Feed;
  readonly peers: ControlRoomPeers;
  readonly payers: PayerBoard;
};
type Named = { Params: { id: string } };

/** `api/orders/:id`, `api/pharmacies`, `api/payers/:id`, `api/faxes/:id`, `api/faxes/:id/fax.pdf` and `POST api/reports`. */
export function apiRoutes(app: FastifyInstance, { feed, peers, payers }: Options): void {
  app.get<Named>('/api/orders/:id', (request, reply) => {
    const order = feed.find(request.params.id);
    if (order === undefined) return notFound(reply, 'The control room does not show this order any more.');
    return sendJson(reply, { order, ...attachments(order, peers) });
  });
  app.get('/api/pharmacies', (_request, reply) => {
    const received = new Map<string | null, number>();
    for (const { pharmacyId } of peers.log()) received.set(pharmacyId, (received.get(pharmacyId) ?? 0) + 1);
    return sendJson(reply, {
      pharmacies: peers.pharmacies.map((one) => rowOf(one, received.get(one.id) ?? 0)),
    });
  });
  app.get<Named>('/api/payers/:id', (request, reply) => {
    const payer = payers.find(request.params.id);
    return payer === undefined
      ? notFound(reply, 'The control room does not show this question any more.')
      : sendJson(reply, { payer });
  });
  app.get<Named>('/api/faxes/:id', (request, reply) => {
    const fax = peers.fax(request.params.id);
    if (fax === undefined) return notFound(reply, 'No fax has this id.');
    return sendJson(reply, { fax: withText(fax, peers) });
  });
  app.get<Named>('/api/faxes/:id/fax.pdf', (request, reply) => {
    const pdf = peers.faxPages(request.params.id);
    if (pdf === undefined) return notFound(reply, 'The pages of this fax are not kept.');
    return reply
      .headers({ 'content-security-policy': PDF_POLICY })
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="fax.pdf"')
      .send(pdf);
  });
  reportRoute(app, peers);
}

function reportRoute(app: FastifyInstance, peers: ControlRoomPeers): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/reports', { bodyLimit: REPORT_BYTES_MAX }, async (request, reply) => {
      // JSON needs a preflight from elsewhere, and a browser says where a request comes from: only this page may report.
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin')
        return reply
          .code(403)
          .type('text/plain; charset=utf-8')
          .send('Only the control room itself may report.\n');
      const report = readReport(String(request.body), peers);
      if (typeof report === 'string') return sendJson(reply.code(422), { error: report });
      const answer = await peers.report(report);
      return sendJson(reply, { status: answer.status, text: answer.text });
    });
  });
}

function readReport(body: string, peers: ControlRoomPeers): StatusReport | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'The report is not JSON.';
  }
  const { pharmacyId, orderId, status, carrier, trackingNumber } = (value ?? {}) as Record<string, unknown>;
  if (typeof pharmacyId !== 'string' || !peers.pharmacies.some(({ id }) => id === pharmacyId))
    return 'This pharmacy is not one of the sandbox: it cannot be made to report.';
  if (typeof orderId !== 'string' || orderId === '' || orderId.length > FOREIGN_ID_CHARACTERS_MAX)
    return 'The report names no order.';
  if (typeof status !== 'string' || !REPORTABLE.some((one) => one === status))
    return `The status must be one of ${REPORTABLE.join(', ')}.`;
  const isText = (text: unknown): text is string =>
    typeof text === 'string' && text !== '' && text.length <= SHIPPING_CHARACTERS_MAX;
  return {
    pharmacyId,
    orderId,
    status,
    ...(isText(carrier) && { carrier }),
    ...(isText(trackingNumber) && { trackingNumber }),
  };
}

/** What belongs to an order at the peers: its faxes, its texts, and what the pharmacies wrote down. */
function attachments(order: OrderCard, peers: ControlRoomPeers): object {
  const transmissions = order.fills.flatMap((fill) => fill.transmissions);
  const ids = transmissions.map(({ id }) => id);
  const numbers = new Set(transmissions.map(({ prescriberOrderNumber }) => prescriberOrderNumber));
  const isOurs = (id: string): boolean => ids.some((own) => id.startsWith(own));
  return {
    faxes: peers.faxes().flatMap((fax) => (isOurs(fax.faxId) ? [withText(fax, peers)] : [])),
    texts: peers.texts().filter(({ messageId }) => isOurs(messageId)),
    log: peers
      .log()
      .filter((entry) => entry.prescriberOrderNumber !== null && numbers.has(entry.prescriberOrderNumber)),
  };
}

function withText(fax: FaxRecord, peers: ControlRoomPeers): object {
  return { ...fax, lines: peers.faxLines(fax.faxId) };
}

function rowOf(pharmacy: SimulatedPharmacy, received: number): object {
  const { id, name, ncpdpId, kind, address, fax, does, expect, integration } = pharmacy;
  return {
    id,
    name,
    ncpdpId,
    kind,
    city: address.city,
    state: address.state,
    fax,
    does,
    expect,
    received,
    route: routeOf(integration),
  };
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function notFound(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send(`${message}\n`);
}
