// Owns what the control room shows of an order, and where it comes from.
import type { FillState } from '@pestle/rules/fill-status';
import type { Situation } from '@pestle/rules/situations';
import type { Peers } from '../peers.ts';

/** One try of a transmission. */
export type AttemptCard = {
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly reason: string | null;
  readonly answer: string | null;
};

/** One message to one pharmacy over one channel. A fax's id at the machine begins with the transmission's id. */
export type TransmissionCard = {
  readonly id: string;
  readonly kind: string;
  readonly channel: string;
  readonly messageId: string;
  readonly prescriberOrderNumber: string;
  readonly state: string;
  readonly contentType: string | null;
  /** The exact message; null while there is none, and for faxes. */
  readonly body: string | null;
  readonly attempts: readonly AttemptCard[];
};

export type TimelineEntry = {
  readonly at: string;
  /** What happened, in words. */
  readonly words: string;
  readonly detail: string | null;
  readonly source: string;
};

export type FillCard = {
  readonly id: string;
  readonly medicationLine: string;
  readonly instructions: string;
  readonly state: FillState;
  readonly situation: Situation;
  /** The situation's sentence; empty where its word says enough. */
  readonly sentence: string;
  /** What somebody must know besides: a reason, an alert. */
  readonly stateReason: string | null;
  /** How the pharmacy got it; null while nothing has arrived. */
  readonly channel: string | null;
  /** By what it was tried, and what became of each message, while nothing has arrived; empty where nothing was tried. */
  readonly tried: string;
  readonly carrier?: string;
  readonly trackingNumber?: string;
  readonly timeline: readonly TimelineEntry[];
  readonly transmissions: readonly TransmissionCard[];
};

export type OrderCard = {
  readonly id: string;
  /** By which people name it: `Order 4127 0364`. */
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The worst of its fills. */
  readonly situation: Situation;
  readonly patientName: string;
  readonly prescriberName: string;
  readonly pharmacy: { readonly id: string; readonly name: string; readonly kind: string } | null;
  readonly fills: readonly FillCard[];
};

/** What the service keeps from leaving because errors of its own met one after another. */
export type HeldCard = {
  readonly lanes: 'electronic' | 'fax' | 'text';
  /** ISO 8601. */
  readonly since: string;
};

/** Where orders come from. */
export interface ControlRoomSource {
  /** What the service holds now; left out where nobody knows. Read beside the orders. */
  readonly held?: () => Promise<readonly HeldCard[]>;
  /** How many drafts wait for a signature now; left out where nobody knows. Read beside the orders. */
  readonly waiting?: () => Promise<number>;
  /**
   * Orders that changed after the cursor, those changed first first, at most `limit`; `null` begins where the source likes. A card may
   * come again; the last one counts.
   */
  readonly changes: (
    after: string | null,
    limit: number,
  ) => Promise<{ readonly cursor: string; readonly orders: readonly OrderCard[] }>;
}

/** What the control room needs of the simulated peers. */
export type ControlRoomPeers = Pick<
  Peers,
  | 'pharmacies'
  | 'partners'
  | 'log'
  | 'faxes'
  | 'fax'
  | 'faxPages'
  | 'faxLines'
  | 'texts'
  | 'report'
  | 'subscribe'
>;

/** What the list of orders needs; the rest is asked for when somebody looks. */
export type OrderSummary = Pick<
  OrderCard,
  'id' | 'name' | 'createdAt' | 'updatedAt' | 'situation' | 'patientName'
> & {
  readonly pharmacyName: string | null;
  readonly fills: readonly Pick<FillCard, 'id' | 'medicationLine' | 'channel'>[];
};

/** An order without its messages. */
export function summaryOf(card: OrderCard): OrderSummary {
  const { id, name, createdAt, updatedAt, situation, patientName, pharmacy, fills } = card;
  return {
    id,
    name,
    createdAt,
    updatedAt,
    situation,
    patientName,
    pharmacyName: pharmacy?.name ?? null,
    fills: fills.map((fill) => ({
      id: fill.id,
      medicationLine: fill.medicationLine,
      channel: fill.channel,
    })),
  };
}
