// Owns the control room as a Fastify plugin: the page, its files, the event stream and what the page asks for.
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { paletteCss } from '@pestle/rules/colors';
import type { FastifyInstance } from 'fastify';
import type { FaxRecord } from '../fax/records.ts';
import { MACHINE_ROWS_SHOWN_MAX } from '../limits.ts';
import { PAGE_HEADERS, requireHost } from '../own-host.ts';
import type { PeerEvent } from '../peers.ts';
import type { TextMessage } from '../phone/phone.ts';
import { apiRoutes } from './api.ts';
import type { ControlRoomPeers, ControlRoomSource } from './cards.ts';
import { createFeed } from './feed.ts';
import { pageHtml } from './page.ts';
import { createPayerBoard, type PayerBoard } from './payers.ts';
import { createWatchers } from './stream.ts';

export type ControlRoomOptions = {
  readonly source: ControlRoomSource;
  readonly peers: ControlRoomPeers;
  /** What payers were asked; left out where nobody asks any. */
  readonly payers?: PayerBoard;
  readonly title?: string;
  /** What to try, shown while there is no order. */
  readonly suggestions?: readonly string[];
  /** Host names under which the page may be asked for, besides loopback's own (a guard against DNS rebinding). */
  readonly hosts?: readonly string[];
};

const SUGGESTIONS = [
  'Send an order to Beacon Hill Apothecary: it is taken at once, and the report buttons here move it on.',
  'Send one to Witch City Pharmacy: it has a fax machine only, and the fax appears here as it came out.',
  'Send one to Newton Corner Pharmacy: it takes the order and hangs up before it answers.',
];

/** The security headers of everything the control room sends. */
const HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; object-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/**
 * The control room. Register it with a prefix: `app.register(controlRoom, { prefix: '/control-room', source, peers })`; the page is then
 * at `/control-room/`. It shows the sandbox's invented patients and asks nobody to sign in: never register it in production.
 */
export async function controlRoom(app: FastifyInstance, options: ControlRoomOptions): Promise<void> {
  const { source, peers, payers = createPayerBoard(), title = 'Pestle control room' } = options;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    return await requireHost(request, reply, options.hosts ?? []);
  });
  const feed = createFeed(source);
  const follow = { end: (): void => undefined };
  const watchers = createWatchers({
    come: () => {
      const ends = [
        feed.follow((event) => watchers.send(event.is, event)),
        peers.subscribe((event) => publishPeerEvent(watchers.send, event)),
        payers.subscribe((question) => watchers.send('payer', question)),
      ];
      follow.end = () => {
        for (const end of ends) end();
      };
    },
    left: () => follow.end(),
  });
  app.addHook('preClose', () => {
    feed.close();
    watchers.close();
  });
  const page = pageHtml({ title, suggestions: options.suggestions ?? SUGGESTIONS });
  app.get('/', (request, reply) => {
    // Relative addresses need the slash at the end.
    if (!request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect(`${lastSegment(request.url)}/`);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream; charset=utf-8' });
    const picture = {
      orders: feed.summaries(),
      reachable: feed.reachable(),
      held: feed.held(),
      waiting: feed.waiting(),
      faxes: peers.faxes().slice(-MACHINE_ROWS_SHOWN_MAX),
      texts: peers.texts().slice(-MACHINE_ROWS_SHOWN_MAX),
      payers: payers.summaries(),
    };
    if (!watchers.add(reply.raw, { name: 'picture', data: picture })) reply.raw.destroy();
  });
  app.get('/assets/colors.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(paletteCss()),
  );
  apiRoutes(app, { feed, peers, payers });
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('../../browser', import.meta.url)),
    prefix: '/assets/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => {
      response.header('cache-control', 'no-cache');
    },
  });
}

function publishPeerEvent(
  send: (name: string, data: FaxRecord | TextMessage | object) => void,
  event: PeerEvent,
): void {
  switch (event.is) {
    case 'fax':
      send('fax', event.fax);
      break;
    case 'text':
      send('text', event.text);
      break;
    case 'report':
      send('report', {
        orderId: event.report.orderId,
        status: event.report.status,
        answer: event.answer.status,
      });
      break;
    default:
      event satisfies never;
  }
}

function lastSegment(url: string): string {
  return url.split('?', 1)[0]?.split('/').at(-1) ?? '';
}
