// E-mail over SMTP: what identity sends to people. Nothing of a mail reaches the log.
import { createTransport } from 'nodemailer';
import type { SendMail } from '../identity/identity.ts';
import { MAIL_LIMITS } from '../kernel/limits.ts';
import type { Log } from '../kernel/log.ts';
import { isLoopback } from '../kernel/web/loopback.ts';

export interface Mailer {
  /** Rejects when the mail was not taken. */
  readonly sendMail: SendMail;
  close(): void;
}

/** `url` is `smtps://user:password@host:port`, or `smtp://…`, which must offer STARTTLS unless the host is this machine. */
export function createMailer(
  { url, from }: { readonly url: string; readonly from: string },
  log: Log,
  count: (outcome: 'sent' | 'failed') => void = () => undefined,
): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: MAIL_LIMITS.connectTimeoutMs,
    greetingTimeout: MAIL_LIMITS.connectTimeoutMs,
    socketTimeout: MAIL_LIMITS.silenceTimeoutMs,
    // A mail says what we wrote, whatever a name in it looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // A connection that fails is told to whoever sends by it.
  transport.on('error', () => undefined);
  return {
    sendMail: async ({ to, subject, text, id }) => {
      try {
        const messageId = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` };
        await transport.sendMail({ from, to, subject, text, ...messageId });
        count('sent');
      } catch (error) {
        count('failed');
        log.error({ err: error }, 'an e-mail could not be sent');
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Of an address, which may stand in angle brackets behind a name. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replace(/[>\s]+$/, '');
}
