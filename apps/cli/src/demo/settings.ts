// Every bound and pace of the demo, in one place.
import type { Integration } from '@pestle/service/directory';

export const DEMO_LIMITS = {
  ordersMax: 100_000,
  /** Patients written in one transaction. */
  patientBatchRows: 100,
  /** Integrations written in one transaction. */
  integrationBatchRows: 1_000,
  /** Hosts that prescribe at the same time, each signed in as a prescriber of its own. */
  hosts: 6,
  /** Reports of pharmacies under way at the same time. */
  reportsAtOnce: 4,
  /** Orders that the other organization sends beside, to be kept apart. */
  neighbourOrders: 3,
  /** People of the file that the other organization has too. */
  neighbourPatients: 100,
  /** How often the pharmacies look whether something new arrived. */
  pharmacyLookMs: 50,
  /** The planner hears of the tables' growth after so many orders, and whenever their number has doubled since. */
  ordersToAnalyzeFirst: 25,
  /** From the last order until nothing is under way any more. */
  settleTimeoutMs: 180_000,
  callTimeoutMs: 30_000,
  /** Tries of one call whose answer got lost or that was asked to wait. */
  callAttemptsMax: 5,
  /** A person signs in anew before an access token of ten minutes ends. */
  tokenUseMs: 8 * 60_000,
} as const;

/** Shares of the orders for which something particular happens, by the seed. */
export const DEMO_SHARES = {
  /** createOrder is sent twice with one key, as by a double click. */
  sentTwice: 0.03,
  canceledAtOnce: 0.015,
  canceledLater: 0.015,
  /** Of what a pharmacy got. */
  shipped: 0.3,
  canceledByPharmacy: 0.03,
  cannotFill: 0.03,
  stopsOnTheWay: 0.1,
  reportedTwice: 0.1,
  reordered: 0.08,
} as const;

/** Shorter than in life (15 s an attempt, a minute in all), so that a run with faults ends in minutes. */
export const DEMO_ATTEMPTS: NonNullable<Integration['attempts']> = {
  offsetsMs: [0, 250, 750, 2_000],
  timeoutMs: 2_500,
};

/** The simulated pace: a slow pharmacy answers within the time-out, and a fax comes out at once. */
export const DEMO_PACE = { slowAnswerMs: 700, faxDeliveryMs: 1 } as const;
