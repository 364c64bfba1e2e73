// Owns how simulated pharmacies read and write: with their own few lines, and nothing of the service's library, so that they can tell when it is wrong.
import type { ArrivalEvidence } from '@pestle/cli/check/evidence';

export interface ReadMessage {
  readonly kind: ArrivalEvidence['kind'];
  readonly messageId: string | null;
  readonly prescriberOrderNumber: string | null;
  readonly relatesToMessageId: string | null;
}

/** What a pharmacy takes from the bytes of a message in its form. */
export function readMessage(speaks: 'xml' | 'json' | 'api' | 'fax', path: string, body: Buffer): ReadMessage {
  const text = body.toString('utf8');
  if (speaks === 'api') {
    const named = (name: string): string | null => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? null;
    return {
      kind: path.endsWith('/orders') ? 'api-order' : 'api-cancel',
      messageId: named('submissionId'),
      prescriberOrderNumber: named('reference'),
      relatesToMessageId: named('cancels'),
    };
  }
  const valueOf = (element: string): string | null =>
    (speaks === 'xml'
      ? new RegExp(`<${element}>([^<]+)</${element}>`)
      : new RegExp(`"${element}": ?"?([^",}]+)`)
    ).exec(text)?.[1] ?? null;
  const holds = (element: string): boolean =>
    text.includes(speaks === 'xml' ? `<${element}>` : `"${element}":`);
  return {
    kind: holds('NewRx') ? 'NewRx' : holds('CancelRx') ? 'CancelRx' : 'unreadable',
    messageId: valueOf('MessageID'),
    prescriberOrderNumber: valueOf('PrescriberOrderNumber'),
    relatesToMessageId: valueOf('RelatesToMessageID'),
  };
}

/** Pharmacies put into their words whom they speak of; it stays in the answer, which is sealed. */
const ECHO = 'about Simulated Patient';

/** What a pharmacy says in SCRIPT. */
export type Said =
  | { readonly says: 'status'; readonly code: string }
  | { readonly says: 'error'; readonly code: string; readonly detail?: string }
  | { readonly says: 'cancel'; readonly approved: boolean };

/** A SCRIPT message of a pharmacy's own. */
export function script(
  form: 'xml' | 'json',
  { messageId, about, at }: { readonly messageId: string; readonly about: string; readonly at: string },
  said: Said,
): { readonly contentType: string; readonly body: string } {
  return form === 'xml'
    ? {
        contentType: 'application/xml',
        body: `<?xml version="1.0" encoding="UTF-8"?><Message DatatypesVersion="20170715" TransportVersion="20170715" TransactionDomain="SCRIPT" TransactionVersion="20170715" StructuresVersion="20170715" ECLVersion="20170715"><Header><To Qualifier="D">PESTLE01</To><From Qualifier="P">8880000</From><MessageID>${messageId}</MessageID><RelatesToMessageID>${about}</RelatesToMessageID><SentTime>${at}</SentTime></Header><Body>${xmlOf(said)}</Body></Message>`,
      }
    : {
        contentType: 'application/json',
        body: JSON.stringify({
          Message: {
            Header: { MessageID: messageId, RelatesToMessageID: about, SentTime: at },
            Body: jsonOf(said),
          },
        }),
      };
}

function xmlOf(said: Said): string {
  switch (said.says) {
    case 'status':
      return `<Status><Code>${said.code}</Code></Status>`;
    case 'error': {
      const detail = said.detail === undefined ? '' : `<DescriptionCode>${said.detail}</DescriptionCode>`;
      return `<Error><Code>${said.code}</Code>${detail}<Description>${ECHO}</Description></Error>`;
    }
    case 'cancel':
      return `<CancelRxResponse><Response>${said.approved ? '<Approved><Note>${ECHO}</Note></Approved>' : '<Denied><DenialReason>too late</DenialReason></Denied>'}</Response></CancelRxResponse>`;
    default:
      return said satisfies never;
  }
}

function jsonOf(said: Said): object {
  switch (said.says) {
    case 'status':
      return { Status: { Code: said.code } };
    case 'error':
      return {
        Error: {
          Code: said.code,
          ...(said.detail === undefined ? {} : { DescriptionCode: said.detail }),
          Description: ECHO,
        },
      };
    case 'cancel':
      return {
        CancelRxResponse: {
          Response: said.approved ? { Approved: { Note: ECHO } } : { Denied: { DenialReason: 'too late' } },
        },
      };
    default:
      return said satisfies never;
  }
}
