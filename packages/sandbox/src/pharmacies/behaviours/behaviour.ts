// Owns the shape of a behaviour: what arrives at an endpoint, and what the endpoint does about it.
import type { FillStatus } from '@pestle/script';
import type { BehaviourName } from '../types.ts';

/** The messages that pharmacies take. */
export type MessageKind = 'NewRx' | 'CancelRx' | 'RxRenewalResponse' | 'RxChangeResponse';

/** One arrival of a message at an endpoint. Copies of a message that is already held are answered before a behaviour is asked. */
export type Arrival = {
  readonly kind: MessageKind;
  /** 1 for the first time this MessageID arrives here, 2 for the next. */
  readonly attempt: number;
};

/** How long a behaviour may take; shorter in tests. */
export type Pace = {
  readonly slowAnswerMs: number;
  readonly lateAnswerMs: number;
};

/** A later message about an accepted one. */
export type LateAnswer = { readonly afterMs: number } & LateContent;

/** What it says. */
export type LateContent =
  | {
      readonly kind: 'Error' | 'Verify';
      readonly code: string;
      readonly descriptionCode?: string;
      readonly description: string;
    }
  /** About a CancelRx. */
  | { readonly kind: 'CancelRxResponse'; readonly approved: boolean; readonly description: string }
  /** What was dispensed of a prescription. */
  | { readonly kind: 'RxFill'; readonly outcome: FillStatus['outcome']; readonly description: string };

/** What an endpoint does about an arrival. */
export type Reaction =
  /** Takes the order and says so; `drops` closes the connection instead of answering. */
  | {
      readonly does: 'accepts';
      readonly code: '000' | '010';
      readonly waitsMs?: number;
      readonly drops?: boolean;
      readonly later?: LateAnswer;
    }
  /** Refuses inside an HTTP 200, as SCRIPT receivers do. */
  | {
      readonly does: 'refuses';
      readonly code: '600' | '601' | '602' | '700' | '900';
      readonly descriptionCode?: string;
      readonly description: string;
    }
  /** Answers on the level of HTTP, taking nothing. */
  | {
      readonly does: 'answers-http';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly contentType: string;
      readonly body: string;
    }
  /** Reads everything, takes nothing, and keeps silent. */
  | { readonly does: 'holds' }
  /** Reads everything, takes nothing, and closes the connection. */
  | { readonly does: 'drops' };

/** A behaviour: pure, so that the same arrivals always see the same answers. */
export type Behaviour = {
  readonly name: BehaviourName;
  readonly react: (arrival: Arrival, pace: Pace) => Reaction;
};
