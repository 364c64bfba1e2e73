// Decides what one due row of the outbox asks for: to be sent with which bytes, moved, taken back, settled, or given to a person.

import { decideControl } from '@pestle/rules/controlled';
import type { PharmacyId } from '@pestle/rules/ids';
import { ScriptError } from '@pestle/script';
import type { RunLimited } from '../../../kernel/concurrency-limit.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { OutboxKind } from '../../../outbox/outbox.ts';
import { electronicLane, FAX_LANE, messageIdOf } from '../../../outbox/outbox.ts';
import type { ActDeps } from '../../../prescribing/inside.ts';
import { sendUntil } from '../../../prescribing/inside.ts';
import type { Store } from '../../../store/store.ts';
import { apiCallOf, apiMessage } from '../../channels/api.ts';
import type { FaxDrawing } from '../../channels/fax-page.ts';
import type { PreparedMessage, ScriptSender } from '../../channels/script.ts';
import { scriptMessage } from '../../channels/script.ts';
import type { Sender } from '../../channels/sender.ts';
import { faxObstacle } from '../../fax/obstacle.ts';
import type { Facts, FactsSource } from '../../ledger/facts.ts';
import type { StuckReason } from '../../ledger/fallback.ts';
import { IN_MAINTENANCE } from '../../ledger/fallback.ts';
import type { Channel, StoredReason, TransmissionKind } from '../../ledger/tables.ts';
import type { TextDeps } from '../text.ts';

export interface AttemptDeps extends ActDeps {
  readonly store: Store;
  readonly facts: FactsSource;
  /** How long a message may wait for the ends of windows of maintenance, in all; one that cannot goes by fax. */
  readonly maintenanceWaitMs: number;
  /** Lets few attempts prepare themselves at a time. */
  readonly limited: RunLimited;
  readonly ports: Ports;
  readonly workerId: string;
  readonly sender: Sender;
  readonly scriptSender: ScriptSender;
  readonly faxPages: FaxDrawing;
  /** Called for every message that could not be built. */
  readonly unbuilt?: ((news: UnbuiltNews) => void) | undefined;
  /** What attempts of text messages need besides. */
  readonly texts: TextDeps;
}

/** A message that could not be built for a pharmacy, without anything of its patient: for the log and for figures. */
export interface UnbuiltNews {
  readonly pharmacyId: PharmacyId;
  readonly channel: Channel;
  readonly kind: OutboxKind;
  /** What was wrong, as a figure counts it and an attempt keeps it. */
  readonly code: string;
  /** The place in the message, where it is known. */
  readonly why: string;
}

/** A message as it is about to leave. */
export interface Prepared extends PreparedMessage {
  readonly kind: TransmissionKind;
  readonly channel: Channel;
  readonly messageId: string;
  readonly relatesToMessageId: string | null;
  readonly prescriberOrderNumber: string;
  readonly reason: StoredReason;
  readonly sentAt: Date;
}

export type Plan =
  | { readonly do: 'send'; readonly message: Prepared }
  /** Somebody else has it, or it is not due any more. */
  | { readonly do: 'nothing' }
  /** Its lane changed: the pharmacy's integration is another one now. */
  | { readonly do: 'move'; readonly lane: string }
  | { readonly do: 'take-back' }
  /** A window of maintenance covers it: it leaves when that ends. */
  | { readonly do: 'hold' }
  | { readonly do: 'settle' }
  | { readonly do: 'stick'; readonly reason: StuckReason; readonly detail: Record<string, unknown> }
  /** `unbuilt`: because its message could not be built. */
  | { readonly do: 'refuse'; readonly reason: string; readonly unbuilt?: UnbuiltNews };

export async function planFor(deps: AttemptDeps, facts: Facts): Promise<Plan> {
  if (facts.kind === 'new') {
    const stop = await obstacleToNew(deps, facts);
    if (stop !== undefined) return stop;
  }
  if (facts.held === 'waits') return { do: 'hold' };
  if (facts.held === 'too-long') return { do: 'refuse', reason: IN_MAINTENANCE };
  try {
    return { do: 'send', message: await prepare(deps, facts) };
  } catch (error) {
    // W6: a pharmacy chosen later cannot carry it; or its configuration is broken. Deterministic, so no retry.
    const news = unbuilt(facts, error);
    return { do: 'refuse', reason: news.code, unbuilt: news };
  }
}

/** Errors of expressions may repeat a value; their codes do not. */
function unbuilt({ pharmacy, kind, transmission }: Facts, error: unknown): UnbuiltNews {
  const channel = transmission?.channel ?? pharmacy.integration?.channel ?? 'fax';
  const about = { pharmacyId: pharmacy.id, channel, kind };
  if (error instanceof ScriptError)
    return { ...about, code: `message-refused: ${error.code}`, why: error.message };
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return {
    ...about,
    code: 'message-not-built',
    why: /^[A-Z]\d{4}$/.test(code) ? `JSONata ${code}` : 'not known',
  };
}

/** What stops a new prescription from being sent (again), looked at before every attempt. */
async function obstacleToNew(deps: AttemptDeps, facts: Facts): Promise<Plan | undefined> {
  const { fill, transmission, pharmacy } = facts;
  const replaced =
    transmission !== undefined && transmission.prescriberOrderNumber !== fill.prescriberOrderNumber;
  if (fill.cancelRequested || fill.pharmacyId !== pharmacy.id || replaced) return { do: 'settle' };
  if (fill.state !== 'QUEUED' && fill.state !== 'SENDING') return { do: 'take-back' };
  const ofSigned = await obstacleOfSigned(deps, facts);
  if (ofSigned !== undefined) return ofSigned;
  if (facts.attempt === 0 && deps.ports.clock.now() > sendUntil([facts.prescription.writtenAt]))
    return { do: 'stick', reason: 'PRESCRIPTION_TOO_OLD', detail: {} };
  if (transmission !== undefined) return undefined;
  if (!isUncontrolledAt(deps, facts))
    return { do: 'stick', reason: 'CONTROLLED_AT_PHARMACY', detail: { state: pharmacy.state } };
  const lane = laneFor(facts);
  if (lane !== facts.lane) return { do: 'move', lane };
  if (lane !== FAX_LANE) return undefined;
  const signed = { org_id: facts.orgId, prescription_id: facts.prescription.id };
  const obstacle = await deps.store.withOrg(facts.orgId, (tx) =>
    faxObstacle(tx, deps.ports, 'prescription', signed, pharmacy.id),
  );
  return obstacle === undefined ? undefined : { do: 'stick', ...obstacle };
}

/** Why the signer or the prescription keeps it here, or undefined. */
async function obstacleOfSigned(
  deps: AttemptDeps,
  { orgId, prescription, signer, content }: Facts,
): Promise<Extract<Plan, { do: 'stick' }> | undefined> {
  if (prescription.dispensed) return { do: 'stick', reason: 'PRESCRIPTION_DISPENSED', detail: {} };
  // Judged for the signature, and nothing of the row has changed since.
  if (!signer.changed) return undefined;
  const { ok } = await deps.store.withOrg(orgId, (tx) =>
    deps.authorizedPrescriber(tx, orgId, content.prescriber.id),
  );
  return ok ? undefined : { do: 'stick', reason: 'SIGNER_NOT_AUTHORIZED', detail: {} };
}

/** W7 at the pharmacy: its state may schedule more than the patient's, and it may have been chosen after the review. */
function isUncontrolledAt(deps: AttemptDeps, { pharmacy, content: { treatment } }: Facts): boolean {
  const decision = decideControl({
    ingredients: [...treatment.ingredients],
    kind: treatment.kind,
    ...(treatment.doseForm === null ? {} : { doseForm: treatment.doseForm }),
    states: [pharmacy.state],
    on: nowText(deps.ports).slice(0, 10),
  });
  return decision.status === 'uncontrolled';
}

function laneFor({ pharmacy }: Facts): string {
  if (!pharmacy.integrated) return FAX_LANE;
  return electronicLane(pharmacy.id, pharmacy.partner?.id ?? null);
}

/** The bytes to send: those of the first attempt when there was one (I5). */
async function prepare(deps: AttemptDeps, facts: Facts): Promise<Prepared> {
  const { transmission } = facts;
  const sentAt = new Date(transmission?.firstAttemptAt ?? deps.ports.clock.now());
  if (transmission === undefined) {
    const channel: Channel = facts.pharmacy.integrated
      ? (facts.pharmacy.integration?.channel ?? 'script')
      : 'fax';
    const ids = {
      messageId: messageIdOf(channel === 'fax' ? 'fax' : 'electronic', facts.id),
      relatesToMessageId: null,
      prescriberOrderNumber: facts.fill.prescriberOrderNumber ?? '',
    };
    const reason: Prepared['reason'] = channel === 'fax' ? { because: 'not-integrated' } : {};
    return {
      ...(await written(deps, facts, channel, ids, sentAt)),
      kind: 'new',
      channel,
      ...ids,
      reason,
      sentAt,
    };
  }
  const { kind, channel, reason, body, contentType } = transmission;
  const ids = {
    messageId: transmission.messageId,
    relatesToMessageId: transmission.relatesToMessageId,
    prescriberOrderNumber: transmission.prescriberOrderNumber,
  };
  const message =
    body !== null && contentType !== null
      ? { body, contentType }
      : await written(deps, facts, channel, ids, sentAt);
  return { ...message, kind, channel, ...ids, reason, sentAt };
}

async function written(
  deps: AttemptDeps,
  facts: Facts,
  channel: Channel,
  ids: { messageId: string; relatesToMessageId: string | null; prescriberOrderNumber: string },
  sentAt: Date,
): Promise<PreparedMessage> {
  switch (channel) {
    case 'script':
      return scriptMessage(facts, deps.scriptSender, ids, sentAt);
    case 'api': {
      const call = apiCallOf(facts);
      if (call === undefined) throw new Error('the pharmacy has no such call');
      return await apiMessage(facts, call, ids);
    }
    case 'fax':
      // Drawn when the transmission is written, because its link belongs to it; not kept, because it shows the link.
      return { body: new Uint8Array(), contentType: 'application/pdf' };
    default:
      throw new Error(`unknown channel ${String(channel satisfies never)}`);
  }
}
