// Sends one prepared message through its channel and says what became of it, in one vocabulary for all channels.
import type { ApiCall, Endpoint } from '../../directory/inside.ts';
import type { Credentials } from '../../kernel/outgoing/credentials.ts';
import { createCredentials } from '../../kernel/outgoing/credentials.ts';
import type { Exchange, ExchangeRequest } from '../../kernel/outgoing/exchange.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { FaxCarrier, FaxResult } from '../carriers/fax/carrier.ts';
import { faxIdOf } from '../carriers/fax/fax-id.ts';
import type { Facts, FactsTransmission } from '../ledger/facts.ts';
import type { CancelAnswer, Sent } from '../ledger/sent.ts';
import { unsent } from '../ledger/sent.ts';
import type { AttemptOutcome, Channel } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { apiCallOf, apiOutcome } from './api.ts';
import type { Schedule } from './schedule.ts';
import { scriptOutcome } from './script.ts';

/** What a channel looks at. */
export type ChannelFacts = Pick<Facts, 'orgId' | 'kind' | 'pharmacy' | 'attempts'> & {
  readonly id: string;
  /** An earlier attempt may have left it there, whatever its answer was called. */
  readonly transmission?: Pick<FactsTransmission, 'mayHaveArrived'> | undefined;
};

export interface Outgoing {
  readonly facts: ChannelFacts;
  readonly channel: Channel;
  readonly body: Uint8Array;
  /** The words of a fax's page; empty for other channels. */
  readonly lines: readonly string[];
  readonly contentType: string;
  /** Its own, so that a fax handed over again is known as the same one. */
  readonly attemptNumber: number;
  readonly timeoutMs: number;
}

/** What goes by SCRIPT or an API has no lines. */
type ElectronicOutgoing = Omit<Outgoing, 'lines'>;

export interface Sender {
  send(outgoing: Outgoing): Promise<Sent>;
  close(): Promise<void>;
}

export interface SenderDeps {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly fax: FaxCarrier;
  /** The number faxes come from, ten digits. */
  readonly senderFax: string;
}

export function createSender(deps: SenderDeps): Sender {
  const electronic = createElectronicSender(deps);
  return {
    send: (outgoing) => (outgoing.channel === 'fax' ? sendFax(deps, outgoing) : electronic(outgoing)),
    close: async () => {
      await deps.exchange.close();
      await deps.fax.close();
    },
  };
}

/** Sends what goes by SCRIPT or by a pharmacy's own API. Whoever gives the exchange closes it. */
export function createElectronicSender(
  deps: Pick<SenderDeps, 'exchange' | 'clock'>,
): (outgoing: ElectronicOutgoing) => Promise<Sent> {
  const credentials = createCredentials(deps.exchange, deps.clock);
  return (outgoing) => sendElectronic(deps, credentials, outgoing);
}

/** The timing of a channel, as the pharmacy's settings say (D4). */
export function scheduleOf(facts: Pick<Facts, 'pharmacy'>, channel: Channel): Schedule {
  if (channel === 'fax')
    return { offsetsMs: DELIVERY_LIMITS.faxOffsetsMs, timeoutMs: DELIVERY_LIMITS.faxTimeoutMs };
  const attempts = facts.pharmacy.integration?.attempts;
  return {
    offsetsMs: attempts?.offsetsMs ?? DELIVERY_LIMITS.electronicOffsetsMs,
    timeoutMs: attempts?.timeoutMs ?? DELIVERY_LIMITS.electronicTimeoutMs,
  };
}

async function sendElectronic(
  deps: Pick<SenderDeps, 'exchange'>,
  credentials: Credentials,
  outgoing: ElectronicOutgoing,
): Promise<Sent> {
  const { facts, channel, body, contentType, timeoutMs } = outgoing;
  const { partner, id } = facts.pharmacy;
  const endpoint = endpointOf(facts);
  if (endpoint === undefined) return unsent('not-integrated');
  const endpointKey = partner === null ? id : partner.id;
  const call = channel === 'api' ? apiCallOf(facts) : undefined;
  if (channel === 'api' && call === undefined) return unsent('no-such-call');
  const proof = await credentials.headersFor(endpointKey, endpoint.auth, endpoint.privateNetwork);
  if (proof === undefined) return { ...unsent('no-access-token'), outcome: 'RETRY' };
  const result = await deps.exchange.send({
    endpointKey,
    ...requestTo(endpoint, call, { contentType, proof }),
    privateNetwork: endpoint.privateNetwork,
    body,
    timeoutMs,
    ...(endpoint.auth.kind === 'mtls' ? { tls: tlsOf(endpoint.auth) } : {}),
  });
  if (!result.answered) {
    return {
      ...unsent(result.reason),
      outcome: result.mayHaveLeft ? 'UNKNOWN' : 'RETRY',
      mayHaveArrived: result.mayHaveLeft,
    };
  }
  if (result.status === 401) credentials.forget(endpointKey);
  // Something of it may be there: by an attempt nobody could judge, by a server that failed after it had kept it, or by one that was taken and is sent again (D11).
  const unanswered =
    facts.transmission?.mayHaveArrived === true ||
    facts.attempts.some(({ outcome }) => outcome === null || outcome === 'UNKNOWN' || outcome === 'ACCEPTED');
  const verdict: Verdict =
    call === undefined
      ? scriptOutcome(facts, result, unanswered)
      : await apiOutcome(call, result, unanswered);
  return {
    outcome: verdict.class,
    mayHaveArrived: verdict.mayHaveArrived || verdict.class === 'ACCEPTED',
    httpStatus: result.status,
    reason: verdict.reason,
    answer: result.body.subarray(0, DELIVERY_LIMITS.answerKeptBytesMax),
    deliveryMethod: verdict.deliveryMethod ?? null,
    ...(verdict.cancelAnswer !== undefined && { cancelAnswer: verdict.cancelAnswer }),
  };
}

/** Where the messages of a pharmacy go: its partner's endpoint where it has one. */
export function endpointOf({
  pharmacy: { integration, partner },
}: Pick<Facts, 'pharmacy'>): Endpoint | undefined {
  return integration === null ? undefined : (partner?.endpoint ?? integration.endpoint);
}

/** The request that carries a message; `call` where it goes to the pharmacy's own API. `proof`: the headers that say who we are. */
export function requestTo(
  endpoint: Endpoint,
  call: ApiCall | undefined,
  { contentType, proof }: { readonly contentType: string; readonly proof: Readonly<Record<string, string>> },
): Pick<ExchangeRequest, 'url' | 'method' | 'headers'> {
  return {
    url: call === undefined ? endpoint.url : joined(endpoint.url, call.path),
    method: call?.method ?? 'POST',
    headers: {
      accept: call === undefined ? 'application/xml, application/json;q=0.9' : 'application/json',
      ...endpoint.headers,
      ...proof,
      'content-type': contentType,
    },
  };
}

/** The call's path continues the endpoint's address. */
function joined(base: string, path: string): string {
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

interface Verdict {
  readonly class: AttemptOutcome;
  readonly mayHaveArrived: boolean;
  readonly reason: string;
  readonly deliveryMethod?: 'electronic' | 'facsimile';
  readonly cancelAnswer?: CancelAnswer;
}

function tlsOf(auth: Extract<Endpoint['auth'], { kind: 'mtls' }>): {
  cert: string;
  key: string;
  ca?: string;
} {
  return {
    cert: auth.certificatePem,
    key: auth.privateKeyPem,
    ...(auth.authorityPem === undefined ? {} : { ca: auth.authorityPem }),
  };
}

async function sendFax(deps: SenderDeps, outgoing: Outgoing): Promise<Sent> {
  const { facts, body, lines, attemptNumber, timeoutMs } = outgoing;
  const to = facts.pharmacy.fax;
  if (to === null) return unsent('no-fax-number');
  const faxId = faxIdOf(facts, attemptNumber);
  const result = await deps.fax.sendFax(
    { orgId: facts.orgId, faxId, to, from: deps.senderFax, document: body, lines },
    AbortSignal.timeout(timeoutMs),
  );
  return sentOfFax(result);
}

/** What became of an attempt by fax, as its carrier says. */
export function sentOfFax(result: FaxResult): Sent {
  const common = { httpStatus: null, answer: null, deliveryMethod: null };
  switch (result.state) {
    case 'delivered':
    case 'taken':
      return { ...common, outcome: 'ACCEPTED', mayHaveArrived: true, reason: result.state };
    case 'failed': {
      const outcome = result.forGood === true ? 'REJECTED' : 'RETRY';
      return { ...common, outcome, mayHaveArrived: false, reason: result.reason };
    }
    case 'unknown':
      return { ...common, outcome: 'UNKNOWN', mayHaveArrived: true, reason: result.reason };
    default:
      throw new Error(`unknown fax result ${JSON.stringify(result satisfies never)}`);
  }
}
