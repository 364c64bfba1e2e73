// Writes what we answer to an inbound SCRIPT message: a Status or an Error in the sender's own version and form.

import { ulidOf } from '@pestle/rules/ids';
import { build, type Form, type Header, type Received, sentTime, type Version } from '@pestle/script';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';

export interface ScriptSender {
  /** The id by which receivers know this service. */
  readonly id: string;
  readonly softwareVersion: string;
}

/** What is said; `descriptionCode` and `description` go into an Error. */
export type Verdict =
  | { readonly is: 'taken' }
  | { readonly is: 'refused'; readonly descriptionCode: string; readonly description: string };

export interface Answering {
  readonly form: Form;
  readonly version: Version;
  /** The header of what is answered; undefined where it could not be read. */
  readonly header: Received['header'];
}

/** For senders and messages that cannot be told, as networks write it. */
const UNKNOWN_PARTY = 'UNKNOWN';
const UNKNOWN_MESSAGE = '0';
const SCRIPT_ID = /^[!-~]{1,35}$/;
const SCRIPT_PARTY = /^[ -~]*[!-~][ -~]*$/;

export function writeAnswer(
  ports: Ports,
  us: ScriptSender,
  answering: Answering,
  verdict: Verdict,
): { readonly text: string; readonly contentType: string } {
  const header = headerOf(ports, us, answering);
  const { version, form } = answering;
  const message =
    verdict.is === 'taken'
      ? ({ type: 'Status', header, code: '010' } as const)
      : ({
          type: 'Error',
          header,
          code: '900',
          descriptionCodes: [verdict.descriptionCode],
          description: verdict.description,
        } as const);
  return build(message, { version, form });
}

function headerOf(ports: Ports, us: ScriptSender, { header }: Answering): Header {
  const from = header?.from?.id?.trim() ?? '';
  const relates = header?.messageId?.trim() ?? '';
  const orderNumber = header?.prescriberOrderNumber?.trim() ?? '';
  return {
    to: { id: from.length <= 255 && SCRIPT_PARTY.test(from) ? from : UNKNOWN_PARTY, qualifier: 'P' },
    from: { id: us.id, qualifier: 'D' },
    // Begins with a letter (D9).
    messageId: `M${ulidOf(makeId(ports, 'msg'))}`,
    relatesToMessageId: SCRIPT_ID.test(relates) ? relates : UNKNOWN_MESSAGE,
    sentTime: sentTime(new Date(ports.clock.now())),
    senderSoftware: { developer: 'Pestle', product: 'Pestle', versionRelease: us.softwareVersion },
    ...(SCRIPT_ID.test(orderNumber) && { prescriberOrderNumber: orderNumber }),
  };
}
