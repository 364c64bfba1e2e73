// The bench of the machine itself: flushes of its disk, and bare commits of each store, in one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, withPostgresOwner } from '@pestle/service/store';
import { forkService } from '@pestle/testbed/processes/service-process';
import { postgresBinaries, startPostgres } from '@pestle/testbed/stores/postgres-server';
import type { BareStart } from '../orders/bare-child.ts';
import { percentile } from '../support/statistics.ts';
import { flushesPerSecond } from './limits.ts';

export async function run({ quick }: { readonly quick: boolean }): Promise<void> {
  console.log(`${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}), node ${process.version}`);
  console.log(`disk: ${flushesPerSecond(quick ? 500 : 3_000).toFixed(0)} flushes per second`);
  const count = quick ? 300 : 3_000;
  const folder = mkdtempSync(join(tmpdir(), 'pestle-limits-'));
  try {
    await commits('embedded store', { kind: 'embedded', directory: join(folder, 'bare') }, count);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (postgresBinaries() === undefined) {
    console.log('PostgreSQL is not installed: left out');
    return;
  }
  const server = await startPostgres();
  try {
    await server.createDatabase('bare');
    await withPostgresOwner(server.ownerUrl('bare'), migrate);
    await commits('PostgreSQL', { kind: 'postgres', url: server.ownerUrl('bare'), connections: 1 }, count);
  } finally {
    await server.stop();
  }
}

async function commits(name: string, start: BareStart, count: number): Promise<void> {
  const child = forkService(new URL('../orders/bare-child.ts', import.meta.url));
  try {
    await child.call('start', start);
    await child.call('commits', 100);
    const times = await child.call<number[]>('commits', count);
    const perSecond = (1_000 * count) / times.reduce((sum, ms) => sum + ms, 0);
    console.log(
      `${name}: ${perSecond.toFixed(0)} commits of one row per second, one at a time; p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`,
    );
  } finally {
    await child.kill();
  }
}
