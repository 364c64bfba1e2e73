// The judge: the two checks that the project has, over what the clients were told, what the pharmacies hold, and what the store says at the end.
import { checkInvariants } from '@pestle/cli/check/check';
import type {
  Acknowledgement,
  ArrivalEvidence,
  CancelAcknowledgement,
  Evidence,
  StoreFacts,
} from '@pestle/cli/check/evidence';
import type { OwnerQuery } from '@pestle/cli/check/owner-query';
import { readStore } from '@pestle/cli/check/read-store';
import type { Peers } from '@pestle/sandbox/peers';
import { organization } from '@pestle/sandbox/seed';
import type { Config } from '@pestle/service/config';
import type { Ask } from '@pestle/testbed/api/api';
import { check } from '@pestle/testbed/crash/check';
import type { Acknowledged } from '@pestle/testbed/crash/clients';

export interface Verdict {
  readonly judged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly broken: readonly string[];
  readonly byFax: number;
  readonly stuck: number;
  /** Messages that a pharmacy got more than once, and took once. */
  readonly redelivered: number;
}

export interface Case {
  readonly query: OwnerQuery;
  readonly config: Pick<Config, 'dataKeys'>;
  readonly peers: Pick<Peers, 'log' | 'faxes'>;
  readonly acknowledged: readonly Acknowledged[];
  readonly cancels: readonly CancelAcknowledgement[];
  readonly refusals: readonly string[];
  /** Who asks the service for every order again; null where more happened to orders than that they were sent. */
  readonly ask: Ask | null;
  /** What the nodes wrote: nobody's name may stand there. */
  readonly output: string;
  readonly secretWords: readonly string[];
}

export async function judge(one: Case): Promise<Verdict> {
  const store = await readStore(one.query, one.config.dataKeys);
  const evidence: Evidence = {
    store,
    arrivals: one.peers.log().map((arrival) => withOrderOfFax(arrival, store)),
    faxHandedOverAt: new Map(one.peers.faxes().map(({ faxId, receivedAt }) => [faxId, receivedAt])),
    acknowledgements: [...one.acknowledged.map(acknowledgementOf), ...one.cancels],
    seen: [],
  };
  const findings = checkInvariants(evidence);
  const broken = findings.flatMap(({ invariant, violations }) =>
    violations.map(({ what, ids }) => `${invariant}: ${what} (${ids.join(' ')})`),
  );
  const byApi =
    one.ask === null
      ? {
          violations: one.refusals.map((refusal) => `refused: ${refusal}`),
          byFax: 0,
          stuck: 0,
          redelivered: 0,
        }
      : await check({
          ask: one.ask,
          acknowledged: one.acknowledged,
          refusals: one.refusals,
          // The fax machine cannot read which order a page is for; the check of the store's side knows it by the carrier's id.
          log: evidence.arrivals as never,
        });
  broken.push(...byApi.violations.filter((violation) => !broken.includes(violation)));
  for (const word of one.secretWords)
    if (one.output.includes(word)) broken.push('I9: a node has written the name of a patient');
  return {
    judged: one.acknowledged.length,
    lost: broken.filter((text) => /^I[12]: /.test(text)).length,
    doubled: broken.filter((text) => /^(?:I3|W5): /.test(text)).length,
    broken,
    byFax: byApi.byFax,
    stuck: byApi.stuck,
    redelivered: byApi.redelivered,
  };
}

function acknowledgementOf(one: Acknowledged): Acknowledgement {
  return {
    operation: 'createOrder',
    organizationId: organization.id,
    idempotencyKey: `${one.key}-order`,
    requestedAt: one.requestedAt,
    answeredAt: one.answeredAt,
    orderId: one.orderId,
    fills: one.fills.map(({ id, prescription }) => ({
      fillId: id,
      prescriptionId: prescription.id,
      contentHash: one.contentHash,
    })),
  };
}

/** A service that serves hands no words over beside its pages: which order a fax is for, and what sort, is taken from the id it was given. */
function withOrderOfFax(arrival: ArrivalEvidence, store: StoreFacts): ArrivalEvidence {
  if (arrival.channel !== 'fax' || arrival.prescriberOrderNumber !== null) return arrival;
  const fax = store.transmissions.find(({ id }) => arrival.faxId?.startsWith(id) === true);
  if (fax === undefined) return arrival;
  const { prescriberOrderNumber, kind } = fax;
  const electronic = store.transmissions.find(
    (other) =>
      other.prescriberOrderNumber === prescriberOrderNumber &&
      other.channel !== 'fax' &&
      other.kind === 'new',
  );
  return {
    ...arrival,
    prescriberOrderNumber,
    messageId: electronic?.messageId ?? fax.messageId,
    kind: kind === 'cancel' ? 'fax-cancel' : kind === 'discontinue' ? 'fax-discontinue' : 'fax',
  };
}
