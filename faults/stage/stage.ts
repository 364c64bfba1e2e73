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
import type { OlderSources } from './older-sources.ts';

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
  /** With it the nodes, and the store once it has its seed, are of that environment instead of a sandbox: they reach public addresses only. */
  readonly environment?: 'staging';
  /** The sources of before: they lay the seed, and the nodes that start with the stage run them. */
  readonly older?: OlderSources;
  /** The file that tells the nodes which name server to ask. */
  readonly resolvConf?: string;
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
  /** One more, behind the balancer as soon as it listens; with `older` it runs the sources of before. */
  addNode(older?: OlderSources): Promise<ServeNode>;
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
    /** What the store is opened with, where keys were replaced. */
    readonly dataKeys?: Config['dataKeys'];
    /** Orders that an older state of the store does not know any more: neither their acknowledgements nor their arrivals are judged. */
    readonly forgotten?: ReadonlySet<string>;
    /** Refusals that the fault explains. */
    readonly explained?: (refusal: string) => boolean;
  }): Promise<Verdict>;
  /** Waits until nothing waits to leave; answers how much still does when the time is over. */
  settled(): Promise<number>;
}

/** The clients of a run have a password and nothing else. */
const SIGN_IN_BY_PASSWORD = { REQUIRE_SECOND_FACTOR: 'false', ATTESTATION: 'none' };

const WAITING = `select count(*)::integer as waiting, count(*) filter (where lane = 'fax')::integer as faxes
  from outbox where run_at <> 'infinity'`;

interface Waiting {
  readonly all: number;
  readonly faxes: number;
}

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
  const lays = options.older?.seed ?? seedStore;
  await lays({ ...config, store: { ...store, url: database.url } }, reached);
  const { environment = config.environment } = options;
  await database.query(`update store_identity set environment = '${environment}'`);
  const lay = async (older?: OlderSources): Promise<ServeNode> => {
    const env = {
      ...(environment === 'sandbox' ? {} : SIGN_IN_BY_PASSWORD),
      ...options.nodeEnv?.(nodes.length),
    };
    const node = await layNode(folder, { ...config, environment }, env, older?.program, options.resolvConf);
    nodes.push(node);
    // Closed before the database, or it would say that it is away.
    closers.push(() => node.kill());
    await node.start();
    ports.push(node.port);
    return node;
  };
  for (let index = 0; index < (options.nodes ?? 1); index += 1) await lay(options.older);
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
  const waiting = async (): Promise<Waiting> => {
    const [row] = await database.query(WAITING);
    return { all: Number(row?.['waiting']), faxes: Number(row?.['faxes']) };
  };
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
    waiting: async () => (await waiting()).all,
    settled: () => settle(waiting),
    settleAndJudge: async ({
      byApi = true,
      cancels = [],
      dataKeys = config.dataKeys,
      forgotten,
      explained = () => false,
    } = {}) => {
      await load.stop();
      const left = await settle(waiting);
      const verdict = await judge({
        query: database.query,
        config: { dataKeys },
        peers: forgotten === undefined ? peers : await withoutForgotten(peers, database, forgotten),
        acknowledged: load.acknowledged.filter(({ orderId }) => forgotten?.has(orderId) !== true),
        cancels,
        refusals: load.refusals.filter((refusal) => !explained(refusal)),
        ask: byApi ? load.ask : null,
        output: nodes.map((node) => node.output()).join(''),
        secretWords: patients.slice(0, 1).map(({ lastName }) => lastName),
      });
      const unsettled = left === 0 ? [] : [`I2: ${left} things still wait to leave`];
      return { ...verdict, broken: [...unsettled, ...load.tally.violations, ...verdict.broken] };
    },
  };
}

/** What arrived of orders that the store knows. */
async function withoutForgotten(
  peers: Peers,
  database: Database,
  forgotten: ReadonlySet<string>,
): Promise<Pick<Peers, 'log' | 'faxes'>> {
  const known = (await database.query('select id from transmission')).map(({ id }) => String(id));
  const isKnown = (faxId: string | undefined): boolean => known.some((id) => faxId?.startsWith(id) === true);
  return {
    log: () =>
      peers
        .log()
        .filter(({ channel, faxId, prescriberOrderNumber }) =>
          channel === 'fax'
            ? isKnown(faxId)
            : !forgotten.has(`ord_${prescriberOrderNumber?.split('-')[0] ?? ''}`),
        ),
    faxes: () => peers.faxes().filter(({ faxId }) => isKnown(faxId)),
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

async function settle(waiting: () => Promise<Waiting>): Promise<number> {
  const since = performance.now();
  for (;;) {
    const { all, faxes } = await waiting();
    const longest = faxes > 0 ? FAULT_LIMITS.settleFaxMs : FAULT_LIMITS.settleMs;
    if (all === 0 || performance.now() - since > longest) return all;
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
