// Goal: a fax by mail travels encrypted and known by one Message-ID; what the gateway says is a refusal, and its silence is none.
// Method: a real mail server in the process, which refuses, cuts or takes as the test says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { after, test } from 'node:test';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { FaxCarrier, OutgoingFax } from './carrier.ts';
import { createSmtpFaxCarrier } from './smtp-fax.ts';

const document = Buffer.from('%PDF-1.3\nthe page\n%%EOF\n');
const fax: OutgoingFax = {
  orgId: TEST_ORGANIZATION,
  faxId: 'trm_01JD0000000000000000000001-1',
  to: '6175550142',
  from: '6175550151',
  document,
  lines: ['José, lisinopril'],
};
const never = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

interface Gateway {
  readonly carrier: FaxCarrier;
  /** Ends every connection as a cable does. */
  readonly cut: () => void;
  readonly mails: { readonly to: string; readonly text: string; readonly encrypted: boolean }[];
}

/** A refusal as SMTP says it. */
const refusal = (responseCode: number): Error => Object.assign(new Error('No.'), { responseCode });

async function gateway(
  options: SMTPServerOptions,
  { scheme = 'smtp', host = '127.0.0.1' }: { scheme?: string; host?: string } = {},
): Promise<Gateway> {
  const mails: Gateway['mails'] = [];
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pestle' && password === 'a:secret' ? done(null, { user: 'pestle' }) : done(refusal(535)),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(parts).toString('utf8'),
          encrypted: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const carrier = createSmtpFaxCarrier({
    baseUrl: `${scheme}://${host}:${port}`,
    key: 'pestle:a:secret',
    account: '1NUMBER@fax.example.com',
    mailFrom: 'faxes@clinic.example',
  });
  closing.push(async () => {
    await carrier.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { carrier, mails, cut };
}

const send = async (options: SMTPServerOptions) => (await gateway(options)).carrier.sendFax(fax, never);

test('a fax goes to its number at the gateway, with the pages, a Message-ID of its own and no word about a patient', async () => {
  const { carrier, mails } = await gateway({ disabledCommands: ['STARTTLS'] });
  assert.deepEqual(await carrier.sendFax(fax, never), { state: 'taken' });
  const [mail] = mails;
  assert.equal(mail?.to, '16175550142@fax.example.com');
  assert.match(mail?.text ?? '', /^Message-ID: <trm_01JD0000000000000000000001-1@clinic\.example>\r?$/m);
  assert.match(mail?.text ?? '', /^From: faxes@clinic\.example\r?$/m);
  assert.ok(mail?.text.replaceAll(/\s/g, '').includes(document.toString('base64')), 'the pages are missing');
  assert.doesNotMatch(mail?.text ?? '', /lisinopril|Jos/);
  // Whoever gets the same mail again knows it.
  assert.deepEqual(await carrier.sendFax(fax, never), { state: 'taken' });
  const ids = mails.map(({ text }) => /^Message-ID: (.*?)\r?$/m.exec(text)?.[1]);
  assert.equal(new Set(ids).size, 1);
});

test('what a gateway refuses has failed: for good with 5xx, for now with 4xx, and for now where it does not know us', async () => {
  const atRecipient = (code: number): SMTPServerOptions => ({
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal(code)),
  });
  const atEnd = (code: number): SMTPServerOptions => ({
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(refusal(code)));
    },
  });
  const forGood = { state: 'failed', forGood: true } as const;
  assert.deepEqual(await send(atRecipient(550)), { ...forGood, reason: 'carrier-smtp-550' });
  assert.deepEqual(await send(atRecipient(451)), { state: 'failed', reason: 'carrier-smtp-451' });
  assert.deepEqual(await send(atEnd(554)), { ...forGood, reason: 'carrier-smtp-554' });
  assert.deepEqual(await send(atEnd(452)), { state: 'failed', reason: 'carrier-smtp-452' });
  const stranger = await send({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(refusal(535)),
  });
  assert.deepEqual(stranger, { state: 'failed', reason: 'carrier-smtp-535' });
});

test('a connection that ends once the message is on its way says nothing: the fax is unknown; before that nothing has left', async () => {
  const plain = { disabledCommands: ['STARTTLS'] };
  const late = await gateway({
    ...plain,
    onData: (stream) => {
      stream.resume();
      stream.on('end', () => late.cut());
    },
  });
  assert.deepEqual(await late.carrier.sendFax(fax, never), {
    state: 'unknown',
    reason: 'carrier-connection-lost',
  });
  const early = await gateway({ ...plain, onAuth: () => early.cut() });
  assert.deepEqual(await early.carrier.sendFax(fax, never), {
    state: 'failed',
    reason: 'carrier-not-reached',
  });
});

test('a gateway that says nothing until the time is over leaves the fax unknown', async () => {
  const silent = await gateway({ disabledCommands: ['STARTTLS'], onData: (stream) => void stream.resume() });
  assert.deepEqual(await silent.carrier.sendFax(fax, AbortSignal.timeout(2_000)), {
    state: 'unknown',
    reason: 'timeout',
  });
});

test('a gateway that is not there has got nothing', async () => {
  const { carrier } = await gateway({ disabledCommands: ['STARTTLS'] });
  await closing.pop()?.();
  assert.deepEqual(await carrier.sendFax(fax, never), { state: 'failed', reason: 'carrier-not-reached' });
});

test('no page leaves this machine unencrypted: without STARTTLS, or with a certificate of nobody, nothing is sent', async () => {
  // `localhost.` is this machine, and is not taken for it.
  const plain = await gateway({ disabledCommands: ['STARTTLS'] }, { host: 'localhost.' });
  const refused = await plain.carrier.sendFax(fax, never);
  assert.equal(refused.state, 'failed', JSON.stringify(refused));
  const tls = new URL('../../../../../testbed/src/network/tls/', import.meta.url);
  const certificate = {
    key: readFileSync(new URL('pharmacy.key', tls)),
    cert: readFileSync(new URL('pharmacy.pem', tls)),
  };
  for (const [options, scheme] of [
    [certificate, 'smtp'],
    [{ ...certificate, secure: true }, 'smtps'],
  ] as const) {
    const encrypted = await gateway(options, { scheme });
    const result = await encrypted.carrier.sendFax(fax, never);
    assert.equal(result.state, 'failed', JSON.stringify(result));
    assert.equal(encrypted.mails.length, 0);
  }
  assert.equal(plain.mails.length, 0);
});
