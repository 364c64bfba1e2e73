// The ways in which an endpoint can fail, by their fault, and what the service may make of each attempt.
import { gzipSync } from 'node:zlib';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { certificate, endpointCertificate } from '@pestle/testbed/network/certificates';
import type { EndpointWay } from './endpoint.ts';
import { answer, forEver } from './endpoint.ts';

export type AttemptOutcome = 'ACCEPTED' | 'REJECTED' | 'RETRY' | 'UNKNOWN';

export interface Way {
  readonly fault: 'F8' | 'F9' | 'F10' | 'F11' | 'F12' | 'F13' | 'F14' | 'F31';
  readonly name: string;
  /** What an attempt may be called: RETRY where nothing of the message can have been taken, UNKNOWN where it may. */
  readonly outcomes: readonly AttemptOutcome[];
  /** With it every attempt of the schedule is made, none before its time, and the message may be there afterwards or not. */
  readonly bySchedule?: { readonly mayHaveArrived: boolean };
  /** Null for a port at which nobody listens. */
  readonly endpoint: EndpointWay | null;
  /** Where it is not at the endpoint's own address. */
  readonly host?: string;
  /** The only reason that an attempt may give. */
  readonly reason?: string;
  /** What its integration says of SCRIPT, where that differs from the others. */
  readonly script?: Partial<NonNullable<NonNullable<SimulatedPharmacy['integration']>['script']>>;
  /** Nothing of a message may come through to whoever stands behind the connection. */
  readonly tellsNothing?: boolean;
  /** Messages come through: what keeps others from it is not the run. */
  readonly isTold?: boolean;
}

const UNKNOWN = ['UNKNOWN'] as const;
const RETRY = ['RETRY'] as const;
const EVERY_MS = 200;
const QUICK_MS = 1;
const BOMB = gzipSync(Buffer.alloc(50_000_000));
const MEGABYTE = Buffer.alloc(1_000_000, 'x');

const stranger = { cert: certificate('stranger.pem'), key: certificate('stranger.key') };

const status = (code: number, headers: Readonly<Record<string, string>> = {}): EndpointWay => ({
  onRequest: (asked) => answer(asked, code, '', headers),
});

function asksAgain(name: string, endpoint: EndpointWay, mayHaveArrived: boolean): Way {
  return { fault: 'F12', name, outcomes: RETRY, endpoint, bySchedule: { mayHaveArrived } };
}

/** Their Error says that the message is refused; it names no MessageID that we know. */
const SCRIPT_ERROR = `<?xml version="1.0" encoding="UTF-8"?><Message version="20170715" release="006"><Header><To Qualifier="D">1</To>
<From Qualifier="P">1</From><MessageID>E1</MessageID><RelatesToMessageID>0</RelatesToMessageID><SentTime>2026-01-01T00:00:00Z</SentTime></Header>
<Body><Error><Code>900</Code><DescriptionCode>144</DescriptionCode><Description>refused</Description></Error></Body></Message>`;

export const WAYS: readonly Way[] = [
  { fault: 'F8', name: 'nobody listens', outcomes: RETRY, endpoint: null, tellsNothing: true },
  {
    fault: 'F8',
    name: 'no such host',
    outcomes: RETRY,
    endpoint: {},
    host: 'nobody.invalid',
    tellsNothing: true,
  },
  { fault: 'F8', name: 'takes the connection and says nothing', outcomes: UNKNOWN, endpoint: {} },
  {
    fault: 'F9',
    name: 'a certificate that nobody vouches for',
    outcomes: RETRY,
    endpoint: { tls: stranger },
    tellsNothing: true,
  },
  {
    fault: 'F9',
    name: 'a certificate that has expired',
    outcomes: RETRY,
    reason: 'cert-has-expired',
    endpoint: { tls: endpointCertificate('expired') },
    tellsNothing: true,
  },
  {
    fault: 'F9',
    name: 'a certificate for another host',
    outcomes: RETRY,
    reason: 'err-tls-cert-altname-invalid',
    endpoint: { tls: endpointCertificate('other-host') },
    tellsNothing: true,
  },
  {
    fault: 'F9',
    name: 'beside them a certificate of the same authority that is in order, and a 503',
    outcomes: RETRY,
    reason: 'HTTP 503',
    endpoint: { ...status(503), tls: endpointCertificate('in-order') },
    isTold: true,
  },
  {
    fault: 'F9',
    name: 'TLS 1.1 only',
    outcomes: RETRY,
    endpoint: {
      tls: { ...stranger, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    },
    tellsNothing: true,
  },
  {
    fault: 'F9',
    name: 'a handshake that does not end',
    outcomes: RETRY,
    endpoint: {},
    host: 'https',
    tellsNothing: false,
  },
  {
    fault: 'F10',
    name: 'an answer of a byte every 200 ms',
    outcomes: UNKNOWN,
    endpoint: {
      onRequest: ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\ncontent-length: 100000\r\n\r\n');
        forEver(socket, 'x', EVERY_MS);
      },
    },
  },
  {
    fault: 'F10',
    name: 'headers that do not end',
    outcomes: UNKNOWN,
    endpoint: {
      onRequest: ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        forEver(socket, 'x-more: y\r\n', EVERY_MS);
      },
    },
  },
  {
    fault: 'F10',
    name: '100 Continue, and then nothing',
    outcomes: UNKNOWN,
    endpoint: { onRequest: ({ socket }) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n') },
  },
  {
    fault: 'F11',
    name: 'reset before the request',
    outcomes: ['RETRY', 'UNKNOWN'],
    endpoint: { onConnect: (socket) => void socket.resetAndDestroy() },
  },
  {
    fault: 'F11',
    name: 'reset in the middle of the request',
    outcomes: ['RETRY', 'UNKNOWN'],
    endpoint: { onConnect: (socket) => void socket.once('data', () => socket.resetAndDestroy()) },
  },
  {
    fault: 'F11',
    name: 'reset behind the whole request',
    outcomes: UNKNOWN,
    endpoint: { onRequest: ({ socket }) => void socket.resetAndDestroy() },
  },
  {
    fault: 'F11',
    name: 'reset in the middle of the answer',
    outcomes: UNKNOWN,
    endpoint: {
      onRequest: ({ socket }) => {
        socket.write(
          'HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\ncontent-length: 900\r\n\r\n<Message',
        );
        setTimeout(() => socket.resetAndDestroy(), EVERY_MS);
      },
    },
  },
  asksAgain('500', status(500), true),
  asksAgain('503', status(503), false),
  asksAgain('503 that says when', status(503, { 'retry-after': '1' }), false),
  asksAgain('429 that says when', status(429, { 'retry-after': '1' }), false),
  asksAgain('408', status(408), false),
  asksAgain('425', status(425), false),
  { fault: 'F13', name: '200 with nothing', outcomes: UNKNOWN, endpoint: status(200) },
  {
    fault: 'F13',
    name: '200 with a page',
    outcomes: UNKNOWN,
    endpoint: {
      onRequest: (asked) =>
        answer(asked, 200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
    },
  },
  {
    fault: 'F13',
    name: '200 with garbage',
    outcomes: UNKNOWN,
    endpoint: { onRequest: (asked) => answer(asked, 200, '\u0000\u0001<<<') },
  },
  {
    fault: 'F13',
    name: '200 without end',
    outcomes: UNKNOWN,
    endpoint: {
      onRequest: ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n');
        forEver(socket, MEGABYTE, QUICK_MS);
      },
    },
  },
  {
    fault: 'F13',
    name: '200 with 50 MB in a few bytes of gzip',
    outcomes: UNKNOWN,
    endpoint: { onRequest: (asked) => answer(asked, 200, BOMB, { 'content-encoding': 'gzip' }) },
  },
  {
    fault: 'F13',
    name: 'an Error of SCRIPT within 200',
    outcomes: ['REJECTED'],
    endpoint: { onRequest: (asked) => answer(asked, 200, SCRIPT_ERROR) },
  },
];
