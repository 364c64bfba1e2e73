// The rivals' process, on a database of its own beside the service's: the same server, the same disk, the same driver.
import { join } from 'node:path';
import { migrate, withPostgresOwner } from '@pestle/service/store';
import type { ServiceProcess } from '@pestle/testbed/processes/service-process';
import { forkService } from '@pestle/testbed/processes/service-process';
import type { LoadRequest } from '../support/load.ts';
import type { BareStart } from './bare-child.ts';
import type { OrdersTestbed } from './orders-testbed.ts';

export interface Rivals {
  readonly transactionUrl: string;
  readonly insertUrl: string;
  /** One UPDATE of a fill. */
  readonly updateUrl: string;
  readonly process: ServiceProcess;
  /** Requests, each naming a draft of its own. */
  orders(count: number): Promise<readonly LoadRequest[]>;
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** As many as the service's pool has. */
const CONNECTIONS = 16;

export async function openRivals(testbed: OrdersTestbed): Promise<Rivals> {
  const child = forkService(new URL('./bare-child.ts', import.meta.url));
  const url = await child.call<string>('start', await startOf(testbed));
  let made = 0;
  return {
    transactionUrl: `${url}/transaction`,
    insertUrl: `${url}/insert`,
    updateUrl: `${url}/update`,
    process: child,
    orders: async (count) => {
      await child.call('prepare', { from: made + 1, to: made + count });
      const requests = Array.from({ length: count }, (_, index): LoadRequest => {
        const draftId = `drf_${String(made + 1 + index).padStart(26, '0')}`;
        return {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            draftId,
            contentHash: '0'.repeat(64),
            pharmacyId: testbed.pharmacyIds[index % testbed.pharmacyIds.length],
          }),
        };
      });
      made += count;
      return requests;
    },
    analyze: () => child.call('analyze'),
    close: () => child.kill(),
  };
}

async function startOf(testbed: OrdersTestbed): Promise<BareStart> {
  const { postgres } = testbed;
  if (postgres === undefined) return { kind: 'embedded', directory: join(testbed.folder, 'bare') };
  await postgres.server.createDatabase('bare');
  const url = postgres.server.ownerUrl('bare');
  await withPostgresOwner(url, migrate);
  // The owner of the tables: row-level security does not even look at it.
  return { kind: 'postgres', url, connections: CONNECTIONS };
}
