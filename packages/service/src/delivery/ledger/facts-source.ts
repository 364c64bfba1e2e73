// Where attempts find their facts: read in one statement, many together, or handed over by the signing.
import type { PharmacyId } from '@pestle/rules/ids';
import { isYoungerThan } from '../../kernel/age.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { SignedDeparture } from '../../prescribing/inside.ts';
import type { Row, Statement, Store } from '../../store/store.ts';
import { openWith, openWithNetwork } from '../../vault/vault.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { factsOf, factsOfSigned } from './facts.ts';
import type { FactsPharmacy } from './facts-pharmacy.ts';
import { pharmacyOf, reachedBy } from './facts-pharmacy.ts';
import { FACTS, PAST_FACTS } from './facts-sql.ts';

/**
 * Where attempts find their facts. Two ways, because nearly every attempt is the first of what was just signed: with what the
 * signing handed over it takes 0.7 of the time to its end on the embedded store and 0.4 on PostgreSQL, and 0.7 and 0.8 of the
 * processor time (medians of 70 orders, each way in turn), of an attempt that reads. A test holds both ways equal on both stores.
 */
export interface FactsSource {
  /** As they are in the store now; undefined when the row has left the outbox meanwhile. */
  load(departure: Departure): Promise<Facts | undefined>;
  /** Of a transmission, whether or not anything of it is still to leave. */
  past(transmission: Pick<Departure, 'id' | 'orgId'>): Promise<Facts | undefined>;
  /**
   * Those of a first attempt, from what was just signed and from what is remembered of its pharmacy; undefined where
   * nothing was handed over, or long ago, or where the pharmacy, as the signing saw it, is not the one remembered.
   */
  handedOver(departure: SignedDeparture): Promise<Facts | undefined>;
}

/** Remembers how pharmacies are reached, by the version of their rows: what has changed since is read again. */
export function createFactsSource(store: Store, clock: Clock, maintenanceWaitMs: number): FactsSource {
  const remembered = new Map<PharmacyId, { readonly version: string; readonly pharmacy: FactsPharmacy }>();
  const remember = (pharmacy: FactsPharmacy, version: string): void => {
    remembered.delete(pharmacy.id);
    remembered.set(pharmacy.id, { version, pharmacy });
    if (remembered.size <= DELIVERY_LIMITS.endpointsKeptMax) return;
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  };
  const readBy = (statement: Statement) =>
    gather<Pick<Departure, 'id' | 'orgId'>, Row | undefined>({
      atATime: DELIVERY_LIMITS.batchesAtATime,
      requestsMax: DELIVERY_LIMITS.batchMax,
      idOf: ({ id }) => id,
      run: async (departures) => {
        const results = await store.pipeline(
          [...Map.groupBy(departures, ({ orgId }) => orgId)].map(([orgId, own]) => ({
            scope: { role: 'app', orgId },
            steps: [{ statement, values: [orgId, own.map(({ id }) => id), maintenanceWaitMs] }],
          })),
        );
        const rows = new Map(results.flat().map((row) => [row['id'] as string, row]));
        return departures.map(({ id }) => rows.get(id));
      },
    });
  const source = (statement: Statement) => {
    const readRow = readBy(statement);
    return async ({ orgId, id }: Pick<Departure, 'id' | 'orgId'>): Promise<Facts | undefined> => {
      const row = await readRow({ orgId, id });
      if (row === undefined) return undefined;
      const reached = await openWithNetwork(store, (network) => reachedBy(network, row));
      const pharmacy = pharmacyOf(row, reached);
      remember(pharmacy, row['pharmacy_version'] as string);
      return await openWith(store, orgId, (keys) => factsOf(keys, orgId, row, pharmacy));
    };
  };
  return {
    load: source(FACTS),
    past: source(PAST_FACTS),
    handedOver: async ({ id, orgId, lane, signed }) => {
      if (signed === undefined) return undefined;
      if (!isYoungerThan(Date.parse(signed.writtenAt), clock.now(), DELIVERY_LIMITS.handedOverForMs))
        return undefined;
      const known = remembered.get(signed.pharmacyId);
      if (known?.version !== signed.pharmacyVersion) return undefined;
      return await openWith(store, orgId, (keys) =>
        factsOfSigned(keys, { id, orgId, lane, signed }, known.pharmacy),
      );
    },
  };
}
