// Goal: an exchange proves who we are, believes only whom it may, and never says that nothing left when something may have (D4, D6).
// Method: real HTTP and TLS servers on loopback; certificates of an authority of the tests, good for a hundred years.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { certificate } from '@pestle/testbed/network/certificates';
import { OUTGOING_LIMITS } from '../limits.ts';
import type { ExchangeRequest } from './exchange.ts';
import { createExchange } from './exchange.ts';
import { isPrivateRange } from './network-policy.ts';

const authority = certificate('authority.pem');
const service = { cert: certificate('service.pem'), key: certificate('service.key'), ca: authority };
const stranger = { cert: certificate('stranger.pem'), key: certificate('stranger.key'), ca: authority };

const exchange = createExchange({ loopbackOnly: true });
const servers: Server[] = [];
after(async () => {
  await exchange.close();
  for (const server of servers) server.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const plain = async (handler: Handler): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(handler))}/rx`;

/** A pharmacy that takes only connections with a certificate of the authority, and says whose it was. */
async function mutual(): Promise<{ url: string }> {
  const server = createTlsServer(
    {
      cert: certificate('pharmacy.pem'),
      key: certificate('pharmacy.key'),
      ca: authority,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject;
      response.end(Array.isArray(CN) ? CN.join() : CN);
    },
  );
  const port = await listening(server);
  return { url: `https://127.0.0.1:${port}/rx` };
}

/** An address of this machine that is private and not its loopback. */
const privateAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(
    ({ address, internal, family }) =>
      !internal && isPrivateRange(`${address}/${family === 'IPv4' ? 32 : 128}`),
  );

test('F14: a private endpoint is reached where operators opened its range and it names it, and only then', {
  skip: privateAddress === undefined ? 'this machine has no private address' : false,
}, async () => {
  const { address, family } = privateAddress ?? { address: '', family: 'IPv4' };
  const server = createServer((_request, response) => response.end('there'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const host = family === 'IPv4' ? address : `[${address}]`;
  const network = `${address}/${family === 'IPv4' ? 32 : 128}`;
  const url = `http://${host}:${(server.address() as AddressInfo).port}/rx`;
  const request = {
    endpointKey: 'phr_private',
    url,
    method: 'POST',
    headers: {},
    body: Buffer.from('x'),
    timeoutMs: 5_000,
  } as const;
  const open = createExchange({ loopbackOnly: false, openedRanges: [network] });
  const closed = createExchange({ loopbackOnly: false });
  try {
    const reached = await open.send({ ...request, privateNetwork: network });
    assert.equal(reached.answered && Buffer.from(reached.body).toString(), 'there');
    for (const refused of [
      await open.send(request),
      await closed.send({ ...request, privateNetwork: network }),
    ])
      assert.deepEqual(refused, { answered: false, mayHaveLeft: false, reason: 'eforbidden' });
  } finally {
    await Promise.all([open.close(), closed.close()]);
  }
});

let endpoints = 0;
const send = (url: string, more: Partial<ExchangeRequest> = {}) => {
  endpoints += 1;
  return exchange.send({
    endpointKey: `phr_${endpoints}`,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from('<Message/>'),
    timeoutMs: 5_000,
    ...more,
  });
};

describe('mutual TLS (D6)', () => {
  test('the service shows its certificate, and the pharmacy its own', async () => {
    const { url } = await mutual();
    const result = await send(url, { tls: service });
    assert.ok(result.answered);
    assert.equal(Buffer.from(result.body).toString(), 'service');
  });

  test('without a certificate, or with one of another authority, nothing is answered', async () => {
    const { url } = await mutual();
    for (const tls of [{ ca: authority } as typeof service, stranger]) {
      const result = await send(url, { tls });
      assert.equal(result.answered, false);
    }
  });

  test('a pharmacy whose certificate nobody vouches for gets nothing', async () => {
    const { url } = await mutual();
    const result = await send(url, { tls: { cert: service.cert, key: service.key } });
    assert.deepEqual(
      { answered: result.answered, left: 'mayHaveLeft' in result && result.mayHaveLeft },
      { answered: false, left: false },
    );
  });

  test('a certificate that was replaced is used from the next message on', async () => {
    const { url } = await mutual();
    const endpointKey = 'phr_rotates';
    assert.equal((await send(url, { endpointKey, tls: service })).answered, true);
    assert.equal((await send(url, { endpointKey, tls: stranger })).answered, false);
  });
});

describe('what may have left (D4)', () => {
  test('no connection: nothing left', async () => {
    const port = await listening(createServer());
    servers.pop()?.close();
    const result = await send(`http://127.0.0.1:${port}/rx`);
    assert.deepEqual(result, { answered: false, mayHaveLeft: false, reason: 'econnrefused' });
  });

  test('a connection that drops after the request: it may have', async () => {
    const url = await plain((request) => request.on('data', () => request.socket.destroy()));
    const result = await send(url);
    assert.partialDeepStrictEqual(result, { answered: false, mayHaveLeft: true });
  });

  test('no answer within the time: it may have', async () => {
    const url = await plain(() => undefined);
    const result = await send(url, { timeoutMs: 1_500 });
    assert.deepEqual(result, { answered: false, mayHaveLeft: true, reason: 'timeout' });
  });

  test('an answer that stops in the middle is none', async () => {
    const url = await plain((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('<Message>');
      setTimeout(() => response.destroy(), 20);
    });
    assert.partialDeepStrictEqual(await send(url), { answered: false, mayHaveLeft: true });
  });
});

test('the type of an answer comes with it; none where it names none, or two', async () => {
  const typeOf = async (type: string | string[] | undefined): Promise<unknown> => {
    const url = await plain((_request, response) => {
      if (type !== undefined) response.setHeader('content-type', type);
      response.end('OK');
    });
    const result = await send(url);
    return result.answered && result.contentType;
  };
  assert.equal(await typeOf('text/html; charset=utf-8'), 'text/html; charset=utf-8');
  assert.equal(await typeOf(undefined), undefined);
  assert.equal(await typeOf(['text/html', 'application/xml']), undefined);
});

describe('bounds', () => {
  test('a redirect is an answer, and is not followed', async () => {
    let asked = 0;
    const elsewhere = await plain((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await plain((_request, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    assert.partialDeepStrictEqual(await send(url), { answered: true, status: 307 });
    assert.equal(asked, 0);
  });

  test('an answer without end is cut at its bound', async () => {
    const url = await plain((_request, response) => {
      const chunk = Buffer.alloc(65_536, 32);
      const more = (): void => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const result = await send(url);
    assert.ok(result.answered && result.truncated);
    assert.ok(result.body.byteLength <= OUTGOING_LIMITS.answerBytesMax + 65_536);
  });

  test('an asker that wants less reads less, and one that has gone waits no longer', async () => {
    const url = await plain((_request, response) => response.end(Buffer.alloc(2_000, 32)));
    const short = await send(url, { answerBytesMax: 1_000 });
    assert.ok(short.answered && short.truncated);
    const abort = new AbortController();
    const silent = await plain(() => abort.abort());
    const result = await send(silent, { signal: abort.signal });
    assert.deepEqual(result, { answered: false, mayHaveLeft: true, reason: 'aborted' });
  });

  test('an address that deliveries may not reach is not connected to', async () => {
    const result = await send('http://10.0.0.1/rx', { timeoutMs: 500 });
    assert.deepEqual(result, { answered: false, mayHaveLeft: false, reason: 'eforbidden' });
  });
});
