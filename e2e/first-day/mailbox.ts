// The mail server of the day: takes what the service sends, and hands people the links of their e-mails.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const PATIENCE_MS = 30_000;

export interface Mailbox {
  readonly port: number;
  /** The link in the first e-mail to this address. */
  readonly linkFor: (address: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** It wants the password of the guide. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: { readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    // Without a certificate of its own; on this machine nothing asks for one.
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pestle' && password === 'its-password'
        ? done(null, { user: 'pestle' })
        : done(new Error('No.')),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address).join();
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // Quoted-printable, as mail programs undo it.
        const mail = Buffer.concat(parts)
          .toString('utf8')
          .replaceAll(/=\r?\n/g, '');
        mails.push({ to, text: mail.replaceAll('=3D', '=') });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    linkFor: async (address) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const mail = mails.find(({ to }) => to === address);
        const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
        if (link !== undefined) return link;
        assert.ok(Date.now() < deadline, `no e-mail with a link came to ${address}`);
        await sleep(50);
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
