// A pharmacy that is not ours: a few lines of HTTP with a log of its own, for operators' guides that are followed literally.
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { build, read, ScriptError, sentTime } from '@pestle/script';

export interface SmallPharmacy {
  readonly server: Server;
  /** What became of each MessageID. */
  readonly held: ReadonlyMap<string, string>;
  /** The MessageID of every NewRx in the order of arrival, again where it comes again. */
  readonly log: readonly string[];
}

/** It takes NewRx and the cancels of what it has, from whoever shows `key`; over TLS with a certificate. */
export function smallPharmacy(
  key: string,
  tls?: { readonly key: string; readonly cert: string },
): SmallPharmacy {
  const held = new Map<string, string>();
  const log: string[] = [];
  const take: RequestListener = (request, response) => {
    void (async () => {
      const body = await buffer(request);
      if (request.headers.authorization !== `Bearer ${key}`) return response.writeHead(401).end();
      const { status, answer } = answerTo(body, held, log);
      return response.writeHead(status, { 'content-type': 'application/xml' }).end(answer);
    })();
  };
  const server = tls === undefined ? createServer(take) : createTlsServer(tls, take);
  return { server, held, log };
}

function answerTo(
  body: Buffer,
  held: Map<string, string>,
  log: string[],
): { status: number; answer: string } {
  let message: ReturnType<typeof read>['message'];
  try {
    ({ message } = read(body, { version: '2017071' }));
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { status: 400, answer: '' };
  }
  const { messageId = '', relatesToMessageId = '', from } = message.header ?? {};
  const isKnown = message.type === 'NewRx' || held.has(relatesToMessageId);
  if (message.type === 'NewRx') {
    log.push(messageId);
    held.set(messageId, 'taken');
  }
  if (message.type !== 'NewRx' && isKnown) held.set(relatesToMessageId, 'canceled');
  const header = {
    to: { id: from?.id ?? '', qualifier: 'D' },
    from: { id: '1234567', qualifier: 'P' },
    messageId: `A${randomBytes(12).toString('hex')}`,
    relatesToMessageId: messageId,
    sentTime: sentTime(new Date()),
    senderSoftware: { developer: 'Small', product: 'Small', versionRelease: '1' },
  } as const;
  const response = isKnown
    ? ({ outcome: 'Approved', note: 'Canceled' } as const)
    : ({ outcome: 'Denied', denialReason: 'Not on file' } as const);
  const built =
    message.type === 'CancelRx'
      ? build({ type: 'CancelRxResponse', header, response }, { version: '2017071', form: 'xml' })
      : build({ type: 'Status', header, code: '010' }, { version: '2017071', form: 'xml' });
  return { status: 200, answer: built.text };
}
