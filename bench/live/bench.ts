// What following costs: memory of 2,000 streams on one node, and how long after its commit a change has reached every one of them, on one node and on two.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { noteChange } from '@pestle/service/for-tests/routing';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { memoryOf } from '@pestle/testbed/processes/used';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import type { BenchOptions } from '../support/options.ts';
import { median, percentile } from '../support/statistics.ts';
import { verdict } from '../support/verdict.ts';

const STREAMS = 2_000;
const STREAMS_PER_PERSON = 10;
const MEBIBYTE = 1_048_576;
/** Between two changes: no multiple of how often a node looks. */
const PAUSE_MS = 370;

export async function run({ quick }: BenchOptions): Promise<void> {
  if (postgresBinaries() === undefined) {
    console.log('PostgreSQL is not installed: left out');
    return;
  }
  const opened = await openPostgresTestStore();
  const nodes: ChildProcess[] = [];
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  try {
    await addOrganizations(opened.store);
    /** When each stream of each node was told, by the subject. */
    const told = new Map<string, number[]>();
    const change = async (id: string): Promise<number> => {
      told.set(id, []);
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        noteChange(tx, TEST_ORGANIZATION, { kind: 'desk', id }),
      );
      return performance.now();
    };
    for (const count of [1, 2]) {
      const { child, address } = await startNode(opened.url);
      nodes.push(child);
      await follow(agent, address, 20, told);
      await sleep(1_000);
      const before = memoryOf(child.pid ?? 0).nowBytes;
      await follow(agent, address, STREAMS - 20, told);
      await sleep(1_000);
      const delays = await delaysOf(change, told, quick ? 10 : 60, STREAMS * count);
      if (count === 1) {
        const more = (memoryOf(child.pid ?? 0).nowBytes - before) / MEBIBYTE;
        verdict(`${STREAMS} streams on one node, more memory, MiB`, more, '≤', 150);
      }
      const name = `${STREAMS} streams on ${count === 1 ? 'one node' : 'each of two nodes'}, commit to the last stream`;
      console.log(`${name}: p50 ${Math.round(median(delays))} ms`);
      verdict(`${name}, p95, ms`, percentile(delays, 0.95), '≤', 1_000);
      verdict(`${name}, longest, ms`, Math.max(...delays), '≤', 2_000);
    }
  } finally {
    agent.destroy();
    for (const node of nodes) node.kill();
    await opened.close();
  }
}

async function startNode(url: string): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(fileURLToPath(new URL('./node-child.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.send(url);
  const [address] = (await once(child, 'message')) as [string];
  return { child, address };
}

/** Opens streams, and notes when each is told of what. */
async function follow(
  agent: Agent,
  address: string,
  count: number,
  told: Map<string, number[]>,
): Promise<void> {
  for (let from = 0; from < count; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, async (_, index) => {
        const person = `usr_${count}_${Math.floor((from + index) / STREAMS_PER_PERSON)}`;
        const asked = get(`${address}/v1/live`, { agent, headers: { 'x-person': person } });
        const [response] = (await once(asked, 'response')) as [IncomingMessage];
        if (response.statusCode !== 200) throw new Error(`the stream was answered ${response.statusCode}`);
        response.on('error', () => undefined);
        response.setEncoding('utf8').on('data', (text: string) => {
          for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) told.get(id)?.push(performance.now());
        });
      }),
    );
}

/** From each commit to the stream that was told last, in milliseconds. Throws where a stream was not told. */
async function delaysOf(
  change: (id: string) => Promise<number>,
  told: ReadonlyMap<string, readonly number[]>,
  rounds: number,
  streams: number,
): Promise<readonly number[]> {
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = `change-${streams}-${round}`;
    const at = await change(id);
    const deadline = performance.now() + 10_000;
    while ((told.get(id)?.length ?? 0) < streams) {
      if (performance.now() > deadline)
        throw new Error(`only ${told.get(id)?.length} of ${streams} were told`);
      await sleep(5);
    }
    delays.push(Math.max(...(told.get(id) ?? [])) - at);
    await sleep(PAUSE_MS);
  }
  return delays;
}
