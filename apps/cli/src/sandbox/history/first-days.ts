// Gives a new sandbox its first days: before anybody is served, a service of its own runs through them on the same store.
import type { Peers } from '@pestle/sandbox/peers';
import { createService, type Service } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import type { Log } from '@pestle/service/kernel';
import type { EmbeddedStore } from '@pestle/service/store';
import { seed } from '../seed/seed.ts';
import { layHistory } from './lay-history.ts';
import { putClockBack } from './past-clock.ts';

export interface FirstDaysOptions {
  /** New, open and migrated, in this thread, whose clock it has; it stays open. */
  readonly store: EmbeddedStore;
  /** Of the service that will serve: links lead there. */
  readonly config: Config;
  readonly peers: Peers;
  readonly log: Log;
}

const FIRST_DAY_MINUTES_AGO = 15 * 24 * 60;

/** The people and their past. */
export async function layFirstDays(options: FirstDaysOptions): Promise<void> {
  const { store, config, peers, log } = options;
  // People, pharmacies and their keys are there before the first order.
  const past = putClockBack(FIRST_DAY_MINUTES_AGO);
  let service: Service | undefined;
  try {
    service = await createService(
      // A port that nobody knows: what asks for the sandbox meanwhile finds nobody, instead of a practice of last week.
      { ...config, port: 0, console: null },
      { log, store: { ...store, close: async () => undefined } },
    );
    await seed({ service, peers, baseUrl: config.baseUrl });
    const { url } = await service.listen();
    peers.setStatusHookUrl(`${url}/v1/hooks/pharmacy`);
    peers.setScriptInboxUrl(`${url}/v1/hooks/script`);
    await layHistory({ service, peers, clock: past });
  } finally {
    past.end();
    await service?.close();
  }
}
