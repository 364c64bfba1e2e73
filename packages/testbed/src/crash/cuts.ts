// A run in which PostgreSQL ends every connection of two nodes again and again under load, and once stops altogether, until everything has settled.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import { applications } from '@pestle/sandbox/seed';
import { STORE_LIMITS } from '@pestle/service/store';
import { sql } from 'kysely';
import { askWith } from '../api/api.ts';
import { signInUser, treatmentOf } from '../api/prescriber.ts';
import { freePort } from '../network/free-port.ts';
import type { ServiceProcess } from '../processes/service-process.ts';
import { configFor, startService } from '../processes/service-process.ts';
import { seededRandom } from '../random.ts';
import type { PostgresTestStore } from '../stores/test-store.ts';
import { openPostgresTestStore } from '../stores/test-store.ts';
import type { AnswerTally } from './ask-once.ts';
import { askOnce } from './ask-once.ts';
import type { Findings } from './check.ts';
import { check } from './check.ts';
import type { Acknowledged } from './clients.ts';
import { runClient } from './clients.ts';
import { settle, workingPharmacies } from './session.ts';

export interface CutOptions {
  readonly cuts: number;
  readonly seed: number;
}

export interface CutReport extends Findings {
  readonly acknowledged: number;
  /** Cuts of a connection within a transaction, over all cuts. */
  readonly transactionsCut: number;
  /** Answers by HTTP status; 0 for none. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly slowestMs: number;
  /** Of the two nodes, at the end. */
  readonly alive: number;
  /** What `/readyz` of a node said while PostgreSQL was stopped, and behind it. */
  readonly ready: { readonly stopped: Readiness; readonly restarted: Readiness };
  /** What every other face of the service answered meanwhile: status and `Retry-After`. */
  readonly answers: Readonly<Record<string, string>>;
}

interface Readiness {
  readonly status: number;
  readonly reason: string | null;
  readonly retryAfter: string | null;
}

const CLIENTS = 4;
const BETWEEN_CUTS_MS_MAX = 60;
const CUTS_PER_ORDER = 10;
const READY_AFTER_OUTAGE_MS_MAX = 20_000;
const SETTLE_MS_MAX = 60_000;

const script = new URL('../processes/service-child.ts', import.meta.url);

export async function runCuts(options: CutOptions): Promise<CutReport> {
  const postgres = await openPostgresTestStore();
  const peers = await startPeers();
  try {
    return await cutAndCheck(options, peers, postgres);
  } finally {
    await peers.close();
    await postgres.close();
  }
}

async function cutAndCheck(
  options: CutOptions,
  peers: Peers,
  postgres: PostgresTestStore,
): Promise<CutReport> {
  const random = seededRandom(options.seed);
  const pharmacies = workingPharmacies(peers, true);
  const store = { kind: 'postgres', url: postgres.url, connectionsMax: null } as const;
  const config = configFor(store, await freePort(), peers, 'silent');
  const seed = { pharmacies, partners: peers.partners };
  const first = await startService(script, { config, seed, deliver: true });
  const port = await freePort();
  const second = await startService(script, { config: { ...config, port }, seed: null, deliver: true });
  const nodes = [first, second];
  const addresses = [config.baseUrl, `http://127.0.0.1:${port}`] as const;
  const tally: AnswerTally = { statuses: {}, slowestMs: 0, violations: new Set(), over: false };
  let stopping = false;
  try {
    const token = await signInUser(config.baseUrl);
    const treatmentId = await treatmentOf(askWith(config.baseUrl, token));
    const acknowledged: Acknowledged[] = [];
    const refusals: string[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      runClient({
        ask: () => askOnce(addresses[random() < 0.5 ? 0 : 1], token, tally),
        name: `c${index + 1}`,
        treatmentId,
        pickPharmacy: () => pharmacies[Math.floor(random() * pharmacies.length)]?.id ?? '',
        acknowledged,
        refusals,
        resent: () => undefined,
        stopping: () => stopping,
      }),
    );
    const transactionsCut = await cutRepeatedly(postgres, {
      cuts: options.cuts,
      pauseMs: () => random() * BETWEEN_CUTS_MS_MAX,
      sent: () => acknowledged.length,
    });
    const outage = await stopAndStart(postgres, addresses[1]);
    stopping = true;
    await Promise.all(clients);
    const left = await settle(first, SETTLE_MS_MAX);
    await Promise.all(nodes.map((node) => node.call('holdConnections', STORE_LIMITS.postgresConnectionsMax)));
    const findings = await check({
      ask: askWith(config.baseUrl, token),
      acknowledged,
      refusals,
      log: peers.log(),
      scheduledFills: left.scheduledFills,
    });
    return {
      ...findings,
      violations: [...left.violations, ...tally.violations, ...findings.violations],
      acknowledged: acknowledged.length,
      transactionsCut,
      statuses: tally.statuses,
      slowestMs: Math.round(tally.slowestMs),
      alive: nodes.filter((node) => node.alive).length,
      ...outage,
    };
  } finally {
    stopping = true;
    tally.over = true;
    await Promise.all(nodes.map((node: ServiceProcess) => node.kill()));
  }
}

/**
 * Ends every back end that serves the two nodes, at random moments; after some cuts one more order must have been sent.
 * Answers how many were within a transaction.
 */
async function cutRepeatedly(
  postgres: PostgresTestStore,
  { cuts, pauseMs, sent }: { cuts: number; pauseMs: () => number; sent: () => number },
): Promise<number> {
  return await postgres.asOwner(async (owner) => {
    let within = 0;
    let sentBefore = sent();
    for (let cut = 1; cut <= cuts; cut += 1) {
      await sleep(pauseMs());
      const { rows } = await sql<{ within: number }>`
        select count(*) filter (where pg_terminate_backend(pid) and xact_start is not null)::int as within
        from pg_stat_activity where usename = 'service'`.execute(owner);
      within += rows[0]?.within ?? 0;
      if (cut % CUTS_PER_ORDER !== 0) continue;
      const deadline = Date.now() + SETTLE_MS_MAX;
      while (sent() === sentBefore && Date.now() < deadline) await sleep(5);
      sentBefore = sent();
    }
    return within;
  });
}

async function stopAndStart(
  postgres: PostgresTestStore,
  address: string,
): Promise<Pick<CutReport, 'ready' | 'answers'>> {
  await postgres.server.stopImmediately();
  const stopped = await untilReadiness(address, ({ status }) => status !== 200);
  const answers = await knock(address);
  await postgres.server.startAgain();
  return {
    ready: { stopped, restarted: await untilReadiness(address, ({ status }) => status === 200) },
    answers,
  };
}

/** Asks what needs the store of every face but GraphQL, which the clients ask all the time. */
async function knock(address: string): Promise<CutReport['answers']> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const requests: Readonly<Record<string, RequestInit>> = {
    '/oidc/token': {
      method: 'POST',
      headers: form,
      body: `grant_type=client_credentials&client_id=${applications.machine.id}&client_secret=${applications.machine.secret}`,
    },
    [`/oidc/auth?client_id=${applications.public.id}&response_type=code`]: {
      headers: { accept: 'text/html' },
    },
    '/v1/hooks/pharmacy': {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${'k'.repeat(43)}` },
      body: '{"status":"RECEIVED","order_id":"ord_unknown"}',
    },
    [`/rx/${'A'.repeat(43)}`]: {},
    [`/p/${'A'.repeat(43)}`]: {},
  };
  const answers = Object.entries(requests).map(async ([path, init]) => {
    const response = await fetch(`${address}${path}`, { ...init, redirect: 'manual' });
    await response.body?.cancel();
    return [path.split(/[?]|A+$/)[0], `${response.status} ${response.headers.get('retry-after')}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function untilReadiness(address: string, holds: (seen: Readiness) => boolean): Promise<Readiness> {
  const deadline = Date.now() + READY_AFTER_OUTAGE_MS_MAX;
  for (;;) {
    const response = await fetch(`${address}/readyz`);
    const { reason = null } = (await response.json()) as { reason?: string };
    const seen = { status: response.status, reason, retryAfter: response.headers.get('retry-after') };
    if (holds(seen) || Date.now() > deadline) return seen;
    await sleep(50);
  }
}
