// A stage: a database, nodes that serve on it, pharmacies with a log of their own, a balancer and clients; opened, loaded, left to settle, judged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CancelAcknowledgement } from '@pestle/cli/check/evidence';
import type { Peers, PeersOptions } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { patients } from '@pestle/sandbox/seed';
import type { Config } from '@pestle/service/config';
import { workingPharmacies } from '@pestle/testbed/crash/session';
import type { Balancer } from '@pestle/testbed/network/balancer';
import { openBalancer } from '@pestle/testbed/network/balancer';
import type { FaultProxy } from '@pestle/testbed/network/fault-proxy';
import { openFaultProxy } from '@pestle/testbed/network/fault-proxy';
import { seedStore } from '@pestle/testbed/processes/serve-environment';
import { configFor } from '@pestle/testbed/processes/service-process';
import type { FaultRun, Outcome } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import type { Database } from './database.ts';
import { openOwnDatabase } from './database.ts';
import type { Verdict } from './judge.ts';
import { judge } from './judge.ts';
import type { Load } from './load.ts';
import { startLoad } from './load.ts';
import type { ServeNode } from './node.ts';
import { layNode } from './node.ts';

export interface StageOptions {
  /** How many nodes start; 1 when left out. */
  readonly nodes?: number;
  readonly clients?: number;
  /** A PostgreSQL cluster of its own when left out. */
  readonly database?: () => Promise<Database>;
  readonly peers?: PeersOptions;
  /** What the pharmacies are; those that take every order when left out. They may be other than the peers play. */
  readonly pharmacies?: (peers: Peers) => readonly SimulatedPharmacy[];
  /** Which of them the clients send to, by chance; all of them when left out. */
  readonly pickPharmacy?: (pharmacies: readonly SimulatedPharmacy[]) => string;
  /** With it every order has to end electronically. */
  readonly electronicOnly?: boolean;
  /** A proxy between the nodes and the database, or between the nodes and the pharmacies. */
  readonly databaseProxy?: boolean;
  readonly peersProxy?: boolean;
  /** What the environment of a node has besides. */
  readonly nodeEnv?: (index: number) => Readonly<Record<string, string>>;
}

export interface Stage {
  readonly database: Database;
  readonly peers: Peers;
  readonly config: Config;
  readonly balancer: Balancer;
  /** The node of that number, from 0. */
  node(index: number): ServeNode;
  readonly nodes: readonly ServeNode[];
  /** One more, behind the balancer as soon as it listens. */
  addNode(): Promise<ServeNode>;
  /** Takes it away from the balancer, then stops it in order. */
  removeNode(node: ServeNode): ReturnType<ServeNode['stop']>;
  readonly load: Load;
  /** Of `databaseProxy` and `peersProxy`. */
  readonly databaseProxy: FaultProxy;
  readonly peersProxy: FaultProxy;
  /** Rows that will leave by themselves. */
  waiting(): Promise<number>;
  /** Ends the load, waits until nothing waits to leave, and judges. `byApi` false: more happened to orders than that they were sent. */
  settleAndJudge(options?: {
    readonly byApi?: boolean;
    readonly cancels?: readonly CancelAcknowledgement[];
  }): Promise<Verdict>;
  /** Waits until nothing waits to leave; answers how much still does when the time is over. */
  settled(): Promise<number>;
}

const WAITING = `select count(*)::integer as waiting from outbox where run_at <> 'infinity'`;

/** Opens a stage, gives it to `work`, and closes everything whatever happens. */
export async function onStage<Result>(
  { random }: Pick<FaultRun, 'random'>,
  options: StageOptions,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const closers: (() => Promise<unknown> | void)[] = [];
  try {
    return await work(await openStage(random, options, closers));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function openStage(
  random: () => number,
  options: StageOptions,
  closers: (() => Promise<unknown> | void)[],
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-faults-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const database = await (options.database ?? openOwnDatabase)();
  closers.push(() => database.close());
  const peers = await startPeers(options.peers);
  closers.push(() => peers.close());
  const nodes: ServeNode[] = [];
  const ports: number[] = [];
  const balancer = await openBalancer(() => ports);
  closers.push(() => balancer.close());
  const proxyTo = async (url: string): Promise<FaultProxy> => {
    const proxy = await openFaultProxy(Number(new URL(url).port));
    closers.push(() => proxy.close());
    return proxy;
  };
  const databaseProxy = options.databaseProxy === true ? await proxyTo(database.url) : undefined;
  const peersProxy = options.peersProxy === true ? await proxyTo(peers.url) : undefined;
  const store = { kind: 'postgres', url: behind(database.url, databaseProxy), connectionsMax: null } as const;
  const reached = readdressed(
    {
      pharmacies: (options.pharmacies ?? ((all) => workingPharmacies(all, options.electronicOnly === true)))(
        peers,
      ),
      partners: peers.partners,
      faxUrl: peers.faxUrl,
      phoneUrl: peers.phoneUrl,
    },
    peers.url,
    peersProxy,
  );
  const config = configFor(store, balancer.port, reached, 'silent');
  await seedStore({ ...config, store: { ...store, url: database.url } }, reached);
  const lay = async (): Promise<ServeNode> => {
    const node = await layNode(folder, config, options.nodeEnv?.(nodes.length));
    nodes.push(node);
    // Closed before the database, or it would say that it is away.
    closers.push(() => node.kill());
    await node.start();
    ports.push(node.port);
    return node;
  };
  for (let index = 0; index < (options.nodes ?? 1); index += 1) await lay();
  const { pharmacies } = reached;
  const any = (): string => pharmacies[Math.floor(random() * pharmacies.length)]?.id ?? '';
  const load = await startLoad({
    baseUrl: config.baseUrl,
    pickPharmacy: () => options.pickPharmacy?.(pharmacies) ?? any(),
    ...(options.clients === undefined ? {} : { clients: options.clients }),
  });
  closers.push(() => {
    load.tally.over = true;
  });
  const waiting = async (): Promise<number> => Number((await database.query(WAITING))[0]?.['waiting']);
  return {
    database,
    peers,
    config,
    balancer,
    nodes,
    node: (index) => required(nodes[index], `node ${index}`),
    addNode: lay,
    removeNode: async (node) => {
      ports.splice(ports.indexOf(node.port), 1);
      return await node.stop();
    },
    load,
    get databaseProxy() {
      return required(databaseProxy, 'databaseProxy');
    },
    get peersProxy() {
      return required(peersProxy, 'peersProxy');
    },
    waiting,
    settled: () => settle(waiting),
    settleAndJudge: async ({ byApi = true, cancels = [] } = {}) => {
      await load.stop();
      const left = await settle(waiting);
      const verdict = await judge({
        query: database.query,
        config,
        peers,
        acknowledged: load.acknowledged,
        cancels,
        refusals: load.refusals,
        ask: byApi ? load.ask : null,
        output: nodes.map((node) => node.output()).join(''),
        secretWords: patients.slice(0, 1).map(({ lastName }) => lastName),
      });
      const unsettled = left === 0 ? [] : [`I2: ${left} things still wait to leave`];
      return { ...verdict, broken: [...unsettled, ...load.tally.violations, ...verdict.broken] };
    },
  };
}

/** What a fault reports of a stage that was judged. */
export function outcomeOf(
  verdict: Verdict,
  seen: Pick<Outcome, 'trials' | 'recoveryMs'> & Partial<Pick<Outcome, 'broken' | 'figures'>>,
): Outcome {
  const { judged, lost, doubled, broken, byFax, stuck, redelivered } = verdict;
  return {
    trials: seen.trials,
    judged,
    lost,
    doubled,
    broken: [...broken, ...(seen.broken ?? [])],
    recoveryMs: seen.recoveryMs,
    figures: { byFax, stuck, redelivered, ...seen.figures },
  };
}

async function settle(waiting: () => Promise<number>): Promise<number> {
  const deadline = performance.now() + FAULT_LIMITS.settleMs;
  for (;;) {
    const left = await waiting();
    if (left === 0 || performance.now() > deadline) return left;
    await sleep(FAULT_LIMITS.settleLookMs);
  }
}

function behind(url: string, proxy: FaultProxy | undefined): string {
  if (proxy === undefined) return url;
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(proxy.port);
  return changed.href;
}

/** The same records, reached through a proxy. */
function readdressed<Records>(records: Records, from: string, proxy: FaultProxy | undefined): Records {
  if (proxy === undefined) return records;
  return JSON.parse(JSON.stringify(records).replaceAll(from, `http://127.0.0.1:${proxy.port}`)) as Records;
}

function required<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`the stage has no ${name}`);
  return thing;
}
