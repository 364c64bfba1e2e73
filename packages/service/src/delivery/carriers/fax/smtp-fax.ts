// Faxes by e-mail to a gateway (number@gateway), over SMTP.
//
// A gateway that has taken a mail tells nothing more that a machine could trust: its reports go to the mailbox that the mails come
// from, and people read them. So what was taken is `taken`, never `delivered`. The Message-ID is made of the fax's id: a mail whose
// end nobody knows is sent again under the same one, by which a gateway can tell it from another fax (RFC 5322, 3.6.4).
//
// Mails leave one by one over connections of their own, because only so it is known how far one came: before the message itself begins
// nothing has left, whatever goes wrong; afterwards only an answer of the gateway says that it did not take it.
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { isLoopback } from '../../../kernel/web/loopback.ts';
import { FAX_PROVIDER_LIMITS, SMTP_FAX_LIMITS } from '../../limits.ts';
import type { FaxCarrier, FaxCarrierAddress, FaxResult, OutgoingFax } from './carrier.ts';

/** The place of the ten digits in the gateway's form of an address. */
const NUMBER = 'NUMBER';

export function createSmtpFaxCarrier(address: FaxCarrierAddress): FaxCarrier {
  const { baseUrl, key, account = '', mailFrom = '' } = address;
  const [user = '', ...rest] = key.split(':');
  const login = { user, pass: rest.join(':') };
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const open = new Set<SMTPConnection>();
  return {
    sendFax: async (fax, signal) => {
      const to = account.replaceAll(NUMBER, fax.to);
      const message = await messageOf(fax, { from: mailFrom, to, domain });
      const connection = new SMTPConnection(optionsOf(baseUrl));
      open.add(connection);
      try {
        return await hand(connection, { login, envelope: { from: mailFrom, to }, message }, signal);
      } finally {
        open.delete(connection);
        connection.close();
      }
    },
    close: async () => {
      for (const connection of open) connection.close();
    },
  };
}

function optionsOf(url: string): SMTPConnection.Options {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // What says who takes which medicine travels encrypted, or not at all.
    requireTLS: !secure && !isLoopback(hostname),
    connectionTimeout: FAX_PROVIDER_LIMITS.connectTimeoutMs,
    greetingTimeout: FAX_PROVIDER_LIMITS.connectTimeoutMs,
    socketTimeout: SMTP_FAX_LIMITS.silenceTimeoutMs,
  };
}

/** Nothing about a patient stands outside the page. */
async function messageOf(
  { faxId, document }: OutgoingFax,
  { from, to, domain }: { readonly from: string; readonly to: string; readonly domain: string },
): Promise<Buffer> {
  const mail = new MailComposer({
    from,
    to,
    messageId: `<${faxId}@${domain}>`,
    subject: 'Fax',
    text: '',
    attachments: [{ filename: 'fax.pdf', contentType: 'application/pdf', content: Buffer.from(document) }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await mail.compile().build();
}

interface Mail {
  readonly login: { readonly user: string; readonly pass: string };
  readonly envelope: { readonly from: string; readonly to: string };
  readonly message: Buffer;
}

function hand(
  connection: SMTPConnection,
  { login, envelope, message }: Mail,
  signal: AbortSignal,
): Promise<FaxResult> {
  return new Promise((resolve) => {
    /** The gateway is given the mail: from here on only its answer says that it has not got it. */
    let begun = false;
    const lost = (reason: string): void => resolve({ state: begun ? 'unknown' : 'failed', reason });
    const ended = (error: unknown): void => {
      const refused = refusalOf(error);
      if (refused !== undefined) resolve(refused);
      else lost(begun ? 'carrier-connection-lost' : 'carrier-not-reached');
    };
    signal.addEventListener('abort', () => lost('timeout'), { once: true });
    if (signal.aborted) return lost('timeout');
    // Heard for as long as the connection lives: a late error of one that is over is nobody's.
    connection.on('error', ended);
    connection.on('end', () => ended(undefined));
    connection.connect((notConnected) => {
      if (notConnected) return ended(notConnected);
      connection.login({ credentials: login }, (notKnown) => {
        if (notKnown) return ended(notKnown);
        begun = true;
        connection.send(envelope, message, (notTaken) => {
          if (notTaken) return ended(notTaken);
          resolve({ state: 'taken' });
          connection.quit();
        });
      });
    });
  });
}

/** An answer of the gateway is a refusal, for good (5xx) or for now (4xx). Who we are is ours to mend, and says nothing about the fax. */
function refusalOf(error: unknown): FaxResult | undefined {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return undefined;
  const { responseCode: code } = error;
  if (typeof code !== 'number' || code < 400) return undefined;
  const isOurs = 'code' in error && error.code === 'EAUTH';
  const reason = `carrier-smtp-${code}`;
  return { state: 'failed', reason, ...(code >= 500 && !isOurs ? { forGood: true } : {}) };
}
