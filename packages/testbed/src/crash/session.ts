// What every run against a service in a process of its own needs: pharmacies that take orders, a prescriber who is signed in, and the wait until all has left.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import type { Ask } from '../api/api.ts';
import { askWith } from '../api/api.ts';
import { signInUser } from '../api/prescriber.ts';
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

/** Waits until nothing waits to leave any more; answers how much still does. */
export async function settle(service: ServiceProcess, msMax: number): Promise<number> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const waiting = await service.call<number>('waiting');
    if (waiting === 0 || Date.now() > deadline) return waiting;
    await sleep(200);
  }
}
