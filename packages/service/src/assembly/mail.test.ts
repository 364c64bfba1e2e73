// E-mails really leave over SMTP, and a mail that cannot leave tells the log nothing of itself.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../kernel/log.ts';
import { createMailer } from './mail.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  DATA: '354 go on\r\n',
  STARTTLS: '502 not here\r\n',
};

/** A mail server that takes everything, and offers no encryption. */
async function openMailServer(): Promise<{ url: string; server: Server; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let body: string | undefined;
    socket.setEncoding('utf8').write('220 here\r\n');
    socket.on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').slice(0, -1)) {
        if (body === undefined) {
          received.push(line);
          if (line === 'DATA') body = '';
          socket.write(ANSWERS[line] ?? '250 ok\r\n');
        } else if (line === '.') {
          received.push(body);
          body = undefined;
          socket.write('250 taken\r\n');
        } else body += `${line}\n`;
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server, received };
}

test('a mail arrives as it was written, from the address that is configured', async () => {
  const { url, server, received } = await openMailServer();
  const mailer = createMailer({ url, from: 'pestle@clinic.example' }, createLog({ level: 'silent' }));
  try {
    await mailer.sendMail({
      to: 'ann@clinic.example',
      subject: 'Hello',
      text: 'https://rx.example/account\n',
    });
    assert.ok(received.includes('MAIL FROM:<pestle@clinic.example>'));
    assert.ok(received.includes('RCPT TO:<ann@clinic.example>'));
    assert.match(received.join('\n'), /Subject: Hello[\s\S]*https:\/\/rx\.example\/account/);
  } finally {
    mailer.close();
    server.close();
  }
});

test('a mail that cannot leave is an error, and the log holds neither address, link nor password', async () => {
  const { server, url } = await openMailServer();
  server.close();
  await once(server, 'close');
  const lines: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
  const mailer = createMailer(
    { url: url.replace('smtp://', 'smtp://user:canary-password@'), from: 'a@b.example' },
    log,
  );
  const mail = { to: 'canary@clinic.example', subject: 'canary', text: 'canary' };
  await assert.rejects(mailer.sendMail(mail));
  mailer.close();
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(''), /canary/);
});

test('a mail for another host than this machine is not sent without encryption', async () => {
  const { server, url, received } = await openMailServer();
  const mailer = createMailer(
    // Every address of 127/8 is this machine; this name of it is not recognised as such.
    { url: url.replace('127.0.0.1', '[::ffff:127.0.0.1]'), from: 'a@b.example' },
    createLog({ level: 'silent' }),
  );
  try {
    await assert.rejects(mailer.sendMail({ to: 'ann@clinic.example', subject: 's', text: 't' }));
    assert.ok(received.includes('STARTTLS'));
    assert.ok(!received.some((line) => line.startsWith('MAIL FROM')));
  } finally {
    mailer.close();
    server.close();
  }
});
