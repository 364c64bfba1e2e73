// Work in the background: removes what has expired, rotates keys, and looks whether something is late. A round that fails is tried again at the next.
import { sql } from 'kysely';
import type { Alerts } from './alerts/alerts.ts';
import { ALERT_LIMITS } from './alerts/alerts.ts';
import type { Audit } from './audit/inside.ts';
import { AUDIT_LIMITS } from './audit/inside.ts';
import {
  CARRIER_LIMITS,
  DELIVERY_LIMITS,
  pruneHandOvers,
  RECALL_LIMITS,
  recallRound,
} from './delivery/inside.ts';
import { DESK_LIMITS, type DeskReminders } from './desk/inside.ts';
import { sealPlainCredentials } from './directory/inside.ts';
import type { Events } from './events/events.ts';
import type { Rooms } from './graphql/graphql.ts';
import { HOUSEKEEPING_LIMITS } from './kernel/limits.ts';
import type { Ports } from './kernel/ports.ts';
import type { PharmacyDesk } from './pharmacy-desk/pharmacy-desk.ts';
import { pruneQuotas } from './quotas/quotas.ts';
import { analyzeGrown, STORE_LIMITS } from './store/inside.ts';
import type { Store } from './store/store.ts';
import { resealRound, VAULT_LIMITS } from './vault/inside.ts';

export interface HousekeepingDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly rooms: Pick<Rooms, 'identity' | 'prescribing' | 'tracking' | 'delivery'>;
  readonly events: Pick<Events, 'prune'>;
  readonly deskReminders: DeskReminders;
  readonly pharmacyDesk: Pick<PharmacyDesk, 'maintain'>;
  readonly audit: Pick<Audit, 'seal'>;
  readonly alerts: Alerts;
  /** Told of a round that failed. */
  readonly onError: (error: unknown) => void;
}

export interface Housekeeping {
  /** Waits for the round under way. */
  stop(): Promise<void>;
}

export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { store, ports, rooms, events, deskReminders, pharmacyDesk, audit, alerts, onError } = deps;
  const rounds = [
    every(ALERT_LIMITS.lookIntervalMs, () => alerts.look(), onError),
    every(STORE_LIMITS.analyzeIntervalMs, () => analyzeGrown(store), onError),
    every(AUDIT_LIMITS.sealIntervalMs, () => audit.seal(), onError),
    every(HOUSEKEEPING_LIMITS.identityIntervalMs, () => rooms.identity.maintain(), onError),
    every(HOUSEKEEPING_LIMITS.identityIntervalMs, () => pharmacyDesk.maintain(), onError),
    every(HOUSEKEEPING_LIMITS.pruneIntervalMs, () => pruneIdempotencyKeys(store), onError),
    every(HOUSEKEEPING_LIMITS.pruneIntervalMs, () => rooms.tracking.pruneDeliveries(), onError),
    every(
      HOUSEKEEPING_LIMITS.screeningFeedbackIntervalMs,
      () => rooms.prescribing.tellScreeningServices(),
      onError,
    ),
    every(DELIVERY_LIMITS.patientRoundMs, () => rooms.delivery.tellPatients(), onError),
    every(DESK_LIMITS.reminderRoundMs, () => deskReminders.round(), onError),
    every(HOUSEKEEPING_LIMITS.pruneIntervalMs, () => pruneQuotas(store), onError),
    every(HOUSEKEEPING_LIMITS.pruneIntervalMs, () => pruneHandOvers(store), onError),
    every(HOUSEKEEPING_LIMITS.pruneIntervalMs, () => events.prune(), onError),
    every(CARRIER_LIMITS.askLaterIntervalMs, () => rooms.delivery.askCarriers(), onError),
    every(RECALL_LIMITS.roundIntervalMs, () => recallRound(store, ports), onError),
    every(VAULT_LIMITS.resealIntervalMs, () => resealRound(store), onError),
    every(VAULT_LIMITS.resealIntervalMs, () => sealPlainCredentials(store), onError),
  ];
  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

function every(
  intervalMs: number,
  work: () => Promise<unknown>,
  onError: HousekeepingDeps['onError'],
): Housekeeping {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // A round that takes longer than its interval is not joined by others.
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Forgets answers kept for repeated writes when their time is over. Returns how many. */
export async function pruneIdempotencyKeys(store: Store): Promise<number> {
  return await store.asCourier(async (tx) => {
    const { numDeletedRows } = await tx
      .withTables<{ idempotency_key: { created_at: string } }>()
      .deleteFrom('idempotency_key')
      .where(
        'created_at',
        '<',
        sql<string>`now() - make_interval(days => ${AUDIT_LIMITS.repeatedWriteMemoryDays})`,
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
