// What every run against a service in a process of its own needs: pharmacies that take orders, a prescriber who is signed in, and the wait until all has left.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import type { Ask } from '../api/api.ts';
import { askWith } from '../api/api.ts';
import { signInUser } from '../api/prescriber.ts';
import type { StillWaiting } from '../processes/child-service.ts';
import type { ServiceProcess } from '../processes/service-process.ts';

const RENEW_SIGN_IN_MS = 300_000;

/** Quicker than in life, so that a run sees whole schedules; retries enough that chance does not use them up. */
const QUICK = { offsetsMs: [0, 200, 600, 1_200, 2_000], timeoutMs: 1_000 };

/** Pharmacies that take every order when chance lets them: SCRIPT in both versions and forms, an own API, a partner, and fax only. */
export function workingPharmacies(peers: Peers, electronicOnly: boolean): SimulatedPharmacy[] {
  return peers.pharmacies
    .filter(
      ({ behaviour, wants, routine, faxLine, integration }) =>
        (behaviour === 'accepts' || behaviour === 'accepts-for-others') &&
        wants === undefined &&
        routine === undefined &&
        faxLine === 'delivers' &&
        (integration !== null || !electronicOnly),
    )
    .map((pharmacy) =>
      pharmacy.integration === null
        ? pharmacy
        : { ...pharmacy, integration: { ...pharmacy.integration, attempts: QUICK } },
    );
}

export interface Session {
  readonly ask: () => Ask;
  /** Signs in again when the token grows old. */
  renew(): Promise<void>;
}

export async function openSession(baseUrl: string): Promise<Session> {
  const signIn = async (): Promise<Ask> => askWith(baseUrl, await signInUser(baseUrl));
  let ask = await signIn();
  let since = Date.now();
  return {
    ask: () => ask,
    renew: async () => {
      const age = Date.now() - since;
      if (age < RENEW_SIGN_IN_MS) return;
      try {
        ask = await signIn();
        since = Date.now();
      } catch (error) {
        // A service that has just come up may be too busy for a page; the token still holds for a while.
        if (age > 2 * RENEW_SIGN_IN_MS) throw error;
      }
    },
  };
}

/** What has not left when the wait is over. */
export interface Left {
  /** I2: what is due, or should have left by then, each with what is known of it. */
  readonly violations: readonly string[];
  /** Fills whose fax has failed so often that its next place in the schedule lies behind the wait: they are not lost. */
  readonly scheduledFills: ReadonlySet<string>;
}

/** Waits until nothing waits to leave any more, at most so long. */
export async function settle(service: ServiceProcess, msMax: number): Promise<Left> {
  const deadline = Date.now() + msMax;
  let rows: StillWaiting[] = [];
  for (;;) {
    if ((await service.call<number>('waiting')) === 0) break;
    if (Date.now() > deadline) {
      rows = await service.call<StillWaiting[]>('stillWaiting');
      break;
    }
    await sleep(200);
  }
  return {
    violations: rows.filter(({ ahead }) => !ahead).map(({ told }) => `I2: still waits to leave: ${told}`),
    scheduledFills: new Set(rows.filter(({ ahead }) => ahead).map(({ subjectId }) => subjectId)),
  };
}
