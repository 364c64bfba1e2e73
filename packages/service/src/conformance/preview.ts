// Shows what delivery would send a pharmacy: the very message of an invented prescription, with the stored settings or with proposed ones.
import { ScriptError } from '@pestle/script';
import type { Facts, ScriptSender } from '../delivery/inside.ts';
import { apiCallOf, endpointOf, requestTo, writeMessage } from '../delivery/inside.ts';
import type { Endpoint, Integration, ProposedPharmacy } from '../directory/inside.ts';
import { SEALED } from '../directory/inside.ts';
import { invalidInput } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import { messageIdOf } from '../outbox/outbox.ts';
import { prescriberOrderNumber } from '../prescribing/inside.ts';
import { inventedFacts } from './invented-facts.ts';
import type { LineDifference } from './line-differences.ts';
import { lineDifferences, linesOf } from './line-differences.ts';
import { PLAIN, type TestPrescription } from './prescriptions.ts';
import { type Subject, subjectOf } from './subject.ts';

export interface Preview {
  readonly id: string;
  readonly name: string;
  readonly kind: 'NewRx' | 'CancelRx';
  readonly channel: 'script' | 'api';
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Secrets are `(sealed)`. */
    readonly headers: Readonly<Record<string, string>>;
    /** A certificate is shown by the connection. */
    readonly auth: Endpoint['auth']['kind'];
  };
  /** The text as it would leave. */
  readonly message: string;
  /** The same, a line for each part, to read. */
  readonly lines: readonly string[];
  /** Line by line; against the message without changes (SCRIPT only), and with a proposal against what the stored settings make. */
  readonly differences: readonly {
    readonly against: 'unmodified' | 'stored';
    readonly lines: readonly LineDifference[];
  }[];
}

export interface PreviewOptions {
  readonly isCancel: boolean;
  readonly ports: Ports;
  readonly sender: ScriptSender;
  /** A plain one where it is left out. */
  readonly prescription?: TestPrescription;
}

/** Throws INVALID_INPUT where the settings cannot carry the message, or the pharmacy's API has no such request. */
export async function previewOf(
  { stored, proposed }: ProposedPharmacy,
  { isCancel, ports, sender, prescription = PLAIN }: PreviewOptions,
): Promise<Preview> {
  const subject = subjectOfPharmacy(proposed ?? stored);
  const transmissionId = makeId(ports, 'trm');
  const orderId = makeId(ports, 'ord');
  const facts = inventedFacts(subject, prescription, { transmissionId, orderId, ports, isCancel });
  const ids = {
    messageId: messageIdOf('electronic', transmissionId),
    relatesToMessageId: isCancel ? messageIdOf('electronic', makeId(ports, 'trm')) : null,
    prescriberOrderNumber: prescriberOrderNumber(orderId, 1, 1),
  };
  const sentAt = new Date(ports.clock.now());
  const write = async (pharmacy: Facts['pharmacy'], channel: Integration['channel']) => {
    const written = { ...facts, pharmacy };
    if (channel === 'api' && apiCallOf(written) === undefined)
      throw refusal(
        channel,
        isCancel,
        'There is no such request: a cancel cannot be sent to this pharmacy electronically.',
      );
    try {
      return await writeMessage({ scriptSender: sender }, written, channel, ids, sentAt);
    } catch (error) {
      throw refusal(channel, isCancel, whyNot(error));
    }
  };
  const { channel } = subject.integration;
  const { body, contentType } = await write(subject.pharmacy, channel);
  const message = textOf(body);
  const others: { readonly against: 'unmodified' | 'stored'; readonly text: string }[] = [];
  if (channel === 'script')
    others.push({
      against: 'unmodified',
      text: textOf((await write(unmodified(subject.pharmacy), channel)).body),
    });
  if (proposed !== undefined && stored.record.integration !== null) {
    const before = subjectOfPharmacy(stored);
    others.push({
      against: 'stored',
      text: textOf((await write(before.pharmacy, before.integration.channel)).body),
    });
  }
  return {
    id: stored.record.id,
    name: (proposed ?? stored).record.name,
    kind: isCancel ? 'CancelRx' : 'NewRx',
    channel,
    request: shownRequest(facts, contentType),
    message,
    lines: linesOf(message),
    differences: others.map(({ against, text }) => ({
      against,
      lines: lineDifferences(linesOf(text), linesOf(message)),
    })),
  };
}

/** A stored pharmacy as a run or a preview sees it. Throws INVALID_INPUT without an NCPDP id. */
export function subjectOfPharmacy({ record, partner }: ProposedPharmacy['stored']): Subject {
  const { integration, address, id, ...facts } = record;
  return subjectOf(integration as NonNullable<typeof integration>, {
    ...facts,
    ...(address === null ? {} : { address }),
    id: id as NonNullable<Parameters<typeof subjectOf>[1]['id']>,
    partner: partner === null ? null : partner.record,
  });
}

/** Without what the settings change in the message; version, form and what a cancel says are no changes. */
function unmodified(pharmacy: Facts['pharmacy']): Facts['pharmacy'] {
  const { integration } = pharmacy;
  if (integration?.script === undefined) return pharmacy;
  const { set, drop, noteLines, senderTertiaryId, receiverTertiaryId, versionAttributes, ...script } =
    integration.script;
  return { ...pharmacy, integration: { ...integration, script } };
}

function shownRequest(facts: Facts, contentType: string): Preview['request'] {
  const endpoint = endpointOf(facts) as Endpoint;
  const { auth, headers = {} } = endpoint;
  const sealed = Object.fromEntries(Object.keys(headers).map((name) => [name, SEALED]));
  const call = facts.pharmacy.integration?.channel === 'api' ? apiCallOf(facts) : undefined;
  const request = requestTo({ ...endpoint, headers: sealed }, call, { contentType, proof: proofOf(auth) });
  return { ...request, auth: auth.kind };
}

function proofOf(auth: Endpoint['auth']): Readonly<Record<string, string>> {
  switch (auth.kind) {
    case 'none':
    case 'mtls':
      return {};
    case 'bearer':
    case 'oauth2':
      return { authorization: `Bearer ${SEALED}` };
    case 'basic':
      return { authorization: `Basic ${SEALED}` };
    case 'apiKey':
      return { [auth.header]: SEALED };
    default:
      throw new Error(`unknown credentials ${JSON.stringify(auth satisfies never)}`);
  }
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

function refusal(channel: Integration['channel'], isCancel: boolean, message: string): Error {
  const path =
    channel === 'script' ? 'integration.script' : `integration.api.${isCancel ? 'cancelRx' : 'newRx'}`;
  return invalidInput([{ path, code: 'INVALID', message }]);
}

/** Nothing of it is of a person: the prescription is invented. */
function whyNot(error: unknown): string {
  if (error instanceof ScriptError) return `The message cannot be built: ${error.message}`;
  return 'The expression `body` gives no object for a plain prescription.';
}
