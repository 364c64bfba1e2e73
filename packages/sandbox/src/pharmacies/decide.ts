// Owns what a pharmacy decides about an arrival, before a byte of an answer is written: pure but for the memory it asks.
import type { Arrival, LateAnswer, MessageKind, Pace, Reaction } from './behaviours/behaviour.ts';
import { behaviours } from './behaviours/list.ts';
import { type FaultPolicy, faultOf, reactionOf } from './faults.ts';
import type { Memory, Remembered } from './memory.ts';
import type { Player } from './player.ts';

/** A message as a pharmacy understands it. */
export type Arrived = {
  readonly kind: MessageKind;
  readonly messageId: string;
  readonly prescriberOrderNumber: string | null;
  readonly relatesToMessageId: string | null;
  /** A CancelRx that stops the remaining refills and cancels nothing. */
  readonly isDiscontinue?: boolean;
};

/** What is answered, in no form yet. */
export type Decision = {
  readonly answer:
    | { readonly is: 'status'; readonly code: '000' | '010' }
    | {
        readonly is: 'cancel-response';
        readonly approved: boolean;
        readonly reasonCode?: 'AA' | 'AP';
        readonly isDiscontinue?: boolean;
        readonly text: string;
      }
    | { readonly is: 'duplicate' }
    | {
        readonly is: 'error';
        readonly code: string;
        readonly descriptionCode?: string;
        readonly description: string;
      }
    | {
        readonly is: 'http';
        readonly status: number;
        readonly headers?: Readonly<Record<string, string>>;
        readonly contentType: string;
        readonly body: string;
      }
    | { readonly is: 'nothing'; readonly connection: 'dropped' | 'held' };
  readonly waitsMs: number;
  /** The pharmacy takes it in with this arrival. */
  readonly accepted: boolean;
  /** It held it already. */
  readonly duplicate: boolean;
  /** The behaviour that decided. */
  readonly behaviour: string;
  readonly later?: LateAnswer;
};

/** What deciding needs to know. */
export type DecisionContext = {
  readonly memory: Memory;
  readonly remembered: Remembered;
  readonly sameBytes: boolean;
  readonly pace: Pace;
  readonly faults: FaultPolicy | null;
};

/**
 * Decides about one arrival. A random fault comes first (also a copy of a held message can get lost); then another message under a
 * used MessageID is refused (Error 900/220); then a copy of a held message is answered as the pharmacy answers duplicates; the rest is
 * up to the pharmacy's behaviour.
 */
export function decide(player: Player, arrived: Arrived, context: DecisionContext): Decision {
  const { remembered } = context;
  const fault =
    context.faults === null ? null : faultOf(context.faults, arrived.messageId, remembered.attempts);
  const duplicate = remembered.held;
  if (!context.sameBytes) return clash(duplicate);
  if (fault === null && duplicate) return repeated(player, arrived, context);
  const arrival = { kind: arrived.kind, attempt: remembered.attempts };
  const reaction =
    fault === null
      ? reactionTo(player, arrival, context.pace)
      : reactionOf(fault, arrived.kind, context.pace);
  const common = { duplicate, behaviour: fault === null ? player.behaviour : `fault:${fault}` };
  switch (reaction.does) {
    case 'accepts':
      return {
        answer: reaction.drops
          ? { is: 'nothing', connection: 'dropped' }
          : duplicate
            ? repeated(player, arrived, context).answer
            : positive(player, arrived, context.memory, reaction.code),
        waitsMs: reaction.waitsMs ?? 0,
        accepted: !duplicate,
        ...common,
        ...(reaction.later && !duplicate && { later: reaction.later }),
      };
    case 'refuses': {
      const { code, descriptionCode, description } = reaction;
      const answer = { is: 'error', code, description, ...(descriptionCode && { descriptionCode }) } as const;
      return { answer, waitsMs: 0, accepted: false, ...common };
    }
    case 'answers-http': {
      const { status, headers, contentType, body } = reaction;
      const answer = { is: 'http', status, contentType, body, ...(headers && { headers }) } as const;
      return { answer, waitsMs: 0, accepted: false, ...common };
    }
    case 'holds':
      return { answer: { is: 'nothing', connection: 'held' }, waitsMs: 0, accepted: false, ...common };
    case 'drops':
      return { answer: { is: 'nothing', connection: 'dropped' }, waitsMs: 0, accepted: false, ...common };
    default:
      return reaction satisfies never;
  }
}

/** How it takes cancels is a setting of its own beside its behaviour. */
function reactionTo(player: Player, arrival: Arrival, pace: Pace): Reaction {
  if (arrival.kind === 'CancelRx' && player.cancels === 'never-answers') return { does: 'holds' };
  const reaction = behaviours[player.behaviour].react(arrival, pace);
  if (arrival.kind !== 'CancelRx' || player.cancels !== 'denies-later' || reaction.does !== 'accepts')
    return reaction;
  const later = {
    kind: 'CancelRxResponse',
    approved: false,
    description: 'It was picked up this morning.',
  } as const;
  return { ...reaction, later: { ...later, afterMs: pace.lateAnswerMs } };
}

function clash(duplicate: boolean): Decision {
  return {
    answer: {
      is: 'error',
      code: '900',
      descriptionCode: '220',
      description: 'Another message came under this MessageID before.',
    },
    waitsMs: 0,
    accepted: false,
    duplicate,
    behaviour: 'message-id-clash',
  };
}

function repeated(player: Player, arrived: Arrived, context: DecisionContext): Decision {
  const acceptance = positive(
    player,
    arrived,
    context.memory,
    player.behaviour === 'accepts-for-others' ? '000' : '010',
  );
  return {
    answer: player.duplicates === 'error-220' ? { is: 'duplicate' } : acceptance,
    waitsMs: 0,
    accepted: false,
    duplicate: true,
    behaviour: 'duplicate',
  };
}

function positive(player: Player, arrived: Arrived, memory: Memory, code: '000' | '010'): Decision['answer'] {
  if (arrived.kind !== 'CancelRx' || player.cancels === 'status-only' || player.cancels === 'denies-later')
    return { is: 'status', code };
  const { relatesToMessageId, prescriberOrderNumber } = arrived;
  if (!memory.holds(player.pharmacyId, relatesToMessageId, prescriberOrderNumber)) {
    const text = 'We hold no such prescription.';
    return { is: 'cancel-response', approved: false, reasonCode: 'AA', text };
  }
  if (arrived.isDiscontinue === true && player.cancels !== 'denies')
    return { is: 'cancel-response', approved: true, isDiscontinue: true, text: 'No more refills.' };
  const dispensed =
    prescriberOrderNumber !== null && memory.isDispensed(player.pharmacyId, prescriberOrderNumber);
  if (dispensed || player.cancels === 'denies')
    return { is: 'cancel-response', approved: false, reasonCode: 'AP', text: 'Already dispensed.' };
  return { is: 'cancel-response', approved: true, text: 'Canceled, nothing was dispensed.' };
}
