// A crash run: under load, the service in a process of its own is killed at random moments and started again, or its store's clock is set
// again and again, until everything has settled.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import type { FaultWay } from '@pestle/sandbox/pharmacies/faults';
import type { Config } from '@pestle/service/config';
import { treatmentOf } from '../api/prescriber.ts';
import { freePort } from '../network/free-port.ts';
import type { ChildStart } from '../processes/child-service.ts';
import { configFor, forkService, migratedIn, startService } from '../processes/service-process.ts';
import { seededRandom } from '../random.ts';
import { openPostgresTestStore } from '../stores/test-store.ts';
import type { Findings } from './check.ts';
import { check } from './check.ts';
import type { Acknowledged } from './clients.ts';
import { runClient } from './clients.ts';
import { openSession, settle, workingPharmacies } from './session.ts';

export interface CrashOptions {
  readonly store: 'embedded' | 'postgres';
  readonly kills: number;
  /** By how much the embedded store's clock is off, one after the other, before the kills; it is right at the end. Milliseconds. */
  readonly clockOffsetsMs?: readonly number[];
  readonly seed: number;
  /** The ways in which pharmacies fail; all of them when left out. */
  readonly ways?: readonly FaultWay[];
  /** Only pharmacies that take SCRIPT or have an API; a fax that a killed process was sending is taken over when its lease ends. */
  readonly electronicOnly?: boolean;
  /** From the moment the service serves to its kill, in milliseconds, at most. */
  readonly aliveMsMax?: number;
  readonly settleMsMax?: number;
  readonly say?: (line: string) => void;
}

export interface CrashReport extends Findings {
  readonly acknowledged: number;
  /** Requests that got no answer and were sent again. */
  readonly resent: number;
  /** Kills before the service had even started. */
  readonly killedStarting: number;
  readonly arrivals: number;
  /** From a kill until the next process serves; its code was loaded before, its store was not. */
  readonly restartMs: readonly number[];
}

const CLIENTS = 4;
const ALIVE_MS_MIN = 50;
const FAULT_SHARE = 0.15;
const KILLED_STARTING_SHARE = 0.15;
/** Long enough that orders are written, and attempts begun, under each offset. */
const CLOCK_HOLDS_MS = 1_500;
const ENOUGH_ORDERS_MS_MAX = 60_000;
/**
 * A fax that a killed process was sending is taken over after 70 s, and one whose line fails then leaves again by the schedule of faxes, whose
 * fourth attempt is at 180 s. The fifth is at 600 s: a fax that chance brings there is not waited for, it must only stand in the store.
 */
const SETTLE_MS_MAX = 300_000;

const script = new URL('../processes/service-child.ts', import.meta.url);
const steppingClock = new URL('../processes/stepping-clock.ts', import.meta.url).href;

export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-crash-'));
  const postgres = options.store === 'postgres' ? await openPostgresTestStore() : undefined;
  const peers = await startPeers({
    pace: { slowAnswerMs: 300, faxDeliveryMs: 20, routineStepMs: 50 },
    faults: {
      share: FAULT_SHARE,
      seed: options.seed,
      ...(options.ways === undefined ? {} : { ways: options.ways }),
    },
  });
  try {
    const store: Config['store'] =
      postgres === undefined
        ? await migratedIn(folder)
        : { kind: 'postgres', url: postgres.url, connectionsMax: null };
    return await killAndCheck(
      options,
      peers,
      configFor(store, await freePort(), peers, 'silent'),
      join(folder, 'clock'),
    );
  } finally {
    await peers.close();
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killAndCheck(
  options: CrashOptions,
  peers: Peers,
  config: Config,
  clockFile: string,
): Promise<CrashReport> {
  const random = seededRandom(options.seed);
  const say = options.say ?? (() => undefined);
  const pharmacies = workingPharmacies(peers, options.electronicOnly === true);
  const first: ChildStart = { config, seed: { pharmacies, partners: peers.partners }, deliver: true };
  const setClock = (offsetMs: number): void => {
    writeFileSync(`${clockFile}.new`, String(offsetMs));
    renameSync(`${clockFile}.new`, clockFile);
  };
  setClock(0);
  const withClock = { execArgv: ['--import', steppingClock], env: { PESTLE_STORE_CLOCK: clockFile } };
  let service = await startService(script, first, options.clockOffsetsMs === undefined ? {} : withClock);
  const session = await openSession(config.baseUrl);
  const treatmentId = await treatmentOf(session.ask());
  const acknowledged: Acknowledged[] = [];
  const refusals: string[] = [];
  const tally = { resent: 0, killedStarting: 0, stopping: false };
  const restartMs: number[] = [];
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    runClient({
      ask: session.ask,
      name: `c${index + 1}`,
      treatmentId,
      pickPharmacy: () => pharmacies[Math.floor(random() * pharmacies.length)]?.id ?? '',
      acknowledged,
      refusals,
      resent: () => {
        tally.resent += 1;
      },
      stopping: () => tally.stopping,
    }),
  );
  const restart: ChildStart = { ...first, seed: null };
  // The next process has loaded its code when it is needed.
  let spare = forkService(script);
  try {
    for (const offsetMs of options.clockOffsetsMs ?? []) {
      setClock(offsetMs);
      await sleep(CLOCK_HOLDS_MS);
    }
    setClock(0);
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await sleep(ALIVE_MS_MIN + random() * (options.aliveMsMax ?? 1_500));
      await service.kill();
      const startedAt = performance.now();
      if (random() < KILLED_STARTING_SHARE) {
        spare.call('start', restart).catch(() => undefined);
        await sleep(random() * 1_500);
        await spare.kill();
        tally.killedStarting += 1;
        spare = forkService(script);
      }
      service = spare;
      spare = forkService(script);
      await service.call('start', restart);
      restartMs.push(performance.now() - startedAt);
      await session.renew();
      if (kill % 10 === 0) say(`${kill} kills, ${acknowledged.length} orders acknowledged`);
    }
    // A slow machine takes longer to send as many.
    const deadline = Date.now() + ENOUGH_ORDERS_MS_MAX;
    while (acknowledged.length < options.kills && Date.now() < deadline) await sleep(100);
    tally.stopping = true;
    await Promise.all(clients);
    const left = await settle(service, options.settleMsMax ?? SETTLE_MS_MAX);
    await session.renew();
    const findings = await check({
      ask: session.ask(),
      acknowledged,
      refusals,
      log: peers.log(),
      scheduledFills: left.scheduledFills,
    });
    return {
      ...findings,
      violations: [...left.violations, ...findings.violations],
      acknowledged: acknowledged.length,
      resent: tally.resent,
      killedStarting: tally.killedStarting,
      arrivals: peers.log().length,
      restartMs,
    };
  } finally {
    tally.stopping = true;
    await Promise.all([service.kill(), spare.kill()]);
  }
}
