// Doctor's checks of who carries faxes and text messages: reached, and heard of what becomes of what they took. Nothing is sent.
import { connect } from 'node:net';
import type { Config } from '@pestle/service/config';
import { carrierKinds } from '@pestle/service/config';
import { isLoopback } from '@pestle/service/kernel';
import { DOCTOR_LIMITS } from '../limits.ts';
import type { Finding } from './finding.ts';
import { note, ok, problem } from './finding.ts';
import { checkAnswers } from './surroundings.ts';

type Carriers = Pick<Config, 'fax' | 'text' | 'baseUrl'>;

export async function checkCarriers({ fax, text, baseUrl }: Carriers): Promise<Finding[]> {
  return [
    ...(fax === null
      ? [
          note(
            'no fax carrier: fills that need a fax are STUCK with a reason.',
            'Set FAX_CARRIER (or FAX_URL), FAX_KEY and FAX_FROM: see docs/guides/carriers.md.',
          ),
        ]
      : await checkCarrier('fax', fax, baseUrl)),
    ...(text === null
      ? [
          note(
            'no text message carrier: patients are told nothing.',
            'Set TEXT_CARRIER (or TEXT_URL) and TEXT_KEY: see docs/guides/carriers.md.',
          ),
        ]
      : await checkCarrier('text', text, baseUrl)),
  ];
}

async function checkCarrier(
  of: 'fax' | 'text',
  { url, carrier = 'http', receiptKeys }: NonNullable<Config['fax'] | Config['text']>,
  baseUrl: string,
): Promise<Finding[]> {
  const prefix = of === 'fax' ? 'FAX' : 'TEXT';
  const name = of === 'fax' ? 'fax carrier' : 'text message carrier';
  const reached = url.startsWith('smtp')
    ? await checkListens(name, `${prefix}_URL`, url)
    : await checkAnswers(name, `${prefix}_URL`, url);
  return [reached, ...heardOf(prefix, name, carrier, receiptKeys !== undefined, baseUrl)];
}

/** Whether what becomes of a fax or text reaches us. */
function heardOf(
  prefix: 'FAX' | 'TEXT',
  name: string,
  carrier: string,
  hasKeys: boolean,
  baseUrl: string,
): Finding[] {
  if (carrier === 'smtp')
    return [
      note(
        'faxes by e-mail: nothing tells whether one came out of the machine, only that the gateway took it.',
        'Read the mailbox FAX_MAIL_FROM every day, or choose a carrier with receipts.',
      ),
    ];
  if (carrierKinds(prefix)[carrier]?.receiptKeys === undefined) return [];
  if (!hasKeys)
    return [
      note(
        `no receipts of the ${name} are taken: ${prefix}_RECEIPT_KEYS is not set.`,
        prefix === 'FAX'
          ? 'Faxes are asked about while their attempts last. Set it to hear of them at once, and of those that end late.'
          : 'A text that never arrives counts as sent. Set it to hear of those.',
      ),
    ];
  if (isLoopback(new URL(baseUrl).hostname))
    return [
      problem(
        `The ${name} cannot post receipts to ${baseUrl}.`,
        'Set BASE_URL to the public address, which must be the one that the carrier calls: it signs it.',
      ),
    ];
  return [ok(`receipts of the ${name} are known by their signature`)];
}

/** Whether somebody takes connections there. */
async function checkListens(name: string, variable: string, url: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const at = port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port);
  const reached = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: at });
    socket.setTimeout(DOCTOR_LIMITS.carrierTimeoutMs);
    const end = (taken: boolean) => () => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
  return reached
    ? ok(`the ${name} answers`)
    : problem(
        `The ${name} at ${variable} does not answer.`,
        'Check the address, the network and who stands there.',
      );
}
