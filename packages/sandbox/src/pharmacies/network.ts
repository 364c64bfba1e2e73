// Owns the simulated pharmacies as a whole: finds the one a message is for, lets it decide, and writes its log before any answer.
import { createHash } from 'node:crypto';
import type { Clock } from '../ports.ts';
import type { LateAnswer, Pace } from './behaviours/behaviour.ts';
import { type Arrived, type Decision, decide } from './decide.ts';
import type { FaultPolicy } from './faults.ts';
import type { LogChannel, LogEntry, LogKind, PharmacyLog } from './log.ts';
import { createMemory } from './memory.ts';
import { type Player, playerOf, playerOfAdded } from './player.ts';
import type { AddedPharmacy, SimulatedPharmacy } from './types.ts';

/** What the network is made of. */
export type NetworkOptions = {
  readonly pharmacies: readonly SimulatedPharmacy[];
  readonly log: PharmacyLog;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly faults: FaultPolicy | null;
};

/** An arrival at an endpoint: `arrived` is null when nobody can read it. */
export type Arriving = {
  readonly player: Player;
  readonly channel: Exclude<LogChannel, 'fax'>;
  readonly arrived: Arrived | null;
  readonly bytes: Uint8Array;
  readonly partnerId?: string;
  /** Decided before the pharmacy looks inside: wrong credentials, unreadable, not for this pharmacy. */
  readonly refusal?: { readonly answer: Decision['answer']; readonly behaviour: string };
};

/** A pharmacy took an order: what follows from it. */
export type Taken = {
  /** The exact message. */
  readonly bytes: Uint8Array;
  readonly player: Player;
  readonly arrived: Arrived;
  readonly partnerId: string | null;
  readonly later: LateAnswer | null;
};

/** The simulated pharmacies behind their endpoints. */
export interface Network {
  readonly byId: (pharmacyId: string) => Player | undefined;
  readonly byNcpdpId: (ncpdpId: string) => Player | undefined;
  readonly byFax: (number: string) => Player | undefined;
  readonly add: (pharmacies: readonly AddedPharmacy[]) => void;
  readonly players: () => Iterable<Player>;
  readonly receive: (arriving: Arriving) => Decision;
  /** Remembers what a pharmacy reported, so that a later CancelRx is answered truthfully. */
  readonly reported: (pharmacyId: string, reference: string, status: string) => void;
  readonly isCanceled: (pharmacyId: string, orderNumber: string) => boolean;
  readonly onTaken: (listener: (taken: Taken) => void) => void;
}

const NO_WAIT = { waitsMs: 0, accepted: false } as const;

/** The simulated pharmacies, knowing what their log says. */
export function createNetwork(options: NetworkOptions): Network {
  const { log, clock, pace, faults } = options;
  const byId = new Map<string, Player>();
  const byNcpdpId = new Map<string, Player>();
  const byFax = new Map<string, Player>();
  const enroll = (player: Player): void => {
    byId.set(player.pharmacyId, player);
    byNcpdpId.set(player.ncpdpId, player);
    if (player.fax !== null) byFax.set(player.fax, player);
  };
  for (const pharmacy of options.pharmacies) enroll(playerOf(pharmacy));
  const memory = createMemory(log.entries());
  const listeners: ((taken: Taken) => void)[] = [];

  const receive = (arriving: Arriving): Decision => {
    const { player, arrived, bytes } = arriving;
    const bytesSha256 = createHash('sha256').update(bytes).digest('hex');
    const remembered =
      arrived === null ? null : memory.arrival(player.pharmacyId, arrived.messageId, bytesSha256);
    const decision =
      arriving.refusal !== undefined || arrived === null || remembered === null
        ? refusedUnread(arriving, remembered?.held ?? false)
        : decide(player, arrived, {
            memory,
            remembered,
            sameBytes: remembered.bytesSha256 === bytesSha256,
            pace,
            faults,
          });
    log.append(
      entryOf(arriving, decision, { bytesSha256, attempt: remembered?.attempts ?? 1, atMs: clock.now() }),
    );
    if (arrived !== null && decision.accepted) {
      const isOrder = arrived.kind === 'NewRx';
      memory.hold(player.pharmacyId, arrived.messageId, isOrder ? arrived.prescriberOrderNumber : null);
      if (
        decision.answer.is === 'cancel-response' &&
        decision.answer.approved &&
        arrived.isDiscontinue !== true
      )
        memory.cancel(player.pharmacyId, arrived.prescriberOrderNumber ?? '');
      const taken = {
        player,
        arrived,
        bytes,
        partnerId: arriving.partnerId ?? null,
        later: decision.later ?? null,
      };
      for (const listener of listeners) listener(taken);
    }
    return decision;
  };

  return {
    byId: (id) => byId.get(id),
    byNcpdpId: (id) => byNcpdpId.get(id.padStart(7, '0')),
    byFax: (number) => byFax.get(number),
    add: (pharmacies) => {
      for (const pharmacy of pharmacies) enroll(playerOfAdded(pharmacy));
    },
    players: () => byId.values(),
    receive,
    reported: (pharmacyId, reference, status) => {
      if (status === 'SHIPPED' || status === 'DELIVERED') memory.dispensed(pharmacyId, reference);
    },
    isCanceled: memory.isCanceled,
    onTaken: (listener) => {
      listeners.push(listener);
    },
  };
}

/** What the log says of a message that came and of its answer. */
function entryOf(
  arriving: Arriving,
  decision: Decision,
  { bytesSha256, attempt, atMs }: { bytesSha256: string; attempt: number; atMs: number },
): Omit<LogEntry, 'sequence'> {
  const { player, arrived } = arriving;
  return {
    at: new Date(atMs).toISOString(),
    pharmacyId: player.pharmacyId,
    channel: arriving.channel,
    kind: kindOf(arriving),
    messageId: arrived?.messageId ?? null,
    prescriberOrderNumber: arrived?.prescriberOrderNumber ?? null,
    ...(arrived?.relatesToMessageId != null && { relatesToMessageId: arrived.relatesToMessageId }),
    ...(arriving.partnerId !== undefined && { partnerId: arriving.partnerId }),
    attempt,
    bytesSha256,
    accepted: decision.accepted,
    duplicate: decision.duplicate,
    behaviour: decision.behaviour,
    answered: answeredOf(decision),
    acknowledged: isAcknowledged(decision),
  };
}

function refusedUnread(arriving: Arriving, duplicate: boolean): Decision {
  const refusal = arriving.refusal ?? {
    behaviour: 'unreadable',
    answer: {
      is: 'error',
      code: '900',
      descriptionCode: '500',
      description: 'The message cannot be read.',
    } as const,
  };
  return { ...refusal, ...NO_WAIT, duplicate };
}

function kindOf(arriving: Arriving): LogKind {
  if (arriving.arrived === null) return 'unreadable';
  if (arriving.channel === 'api') return arriving.arrived.kind === 'NewRx' ? 'api-order' : 'api-cancel';
  return arriving.arrived.kind;
}

/** The log's word for an answer. */
function answeredOf({ answer }: Decision): string {
  switch (answer.is) {
    case 'status':
      return `status-${answer.code}`;
    case 'cancel-response':
      if (answer.isDiscontinue === true) return 'discontinue-approved';
      return answer.approved ? 'cancel-approved' : 'cancel-denied';
    case 'duplicate':
      return 'error-900/220';
    case 'error':
      return `error-${answer.code}${answer.descriptionCode === undefined ? '' : `/${answer.descriptionCode}`}`;
    case 'http':
      return `http-${answer.status}`;
    case 'nothing':
      return answer.connection === 'dropped' ? 'dropped' : 'none';
    default:
      return answer satisfies never;
  }
}

function isAcknowledged({ answer }: Decision): boolean {
  return answer.is === 'status' || answer.is === 'cancel-response' || answer.is === 'duplicate';
}
