// Orders what happens at the store: one transaction or pipeline at a time, chosen by chance, with the faults that a process or its connection can have there.
import type { Store } from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { TEST_DATA_KEYS } from '../../stores/test-store.ts';
import type { Chance } from './chance.ts';
import type { TimerOwner } from './timer-queue.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A process whose steps are scheduled; it may die or be stopped at each of them. */
export interface StepTaker extends TimerOwner {
  /** When it was stopped last; 0 for never. */
  readonly stoppedAtMs: number;
  /** Until when its connection to the store is gone; 0 while it stands. */
  readonly cutOffUntilMs: number;
  die(): void;
  stop(forMs: number): void;
  cutOff(forMs: number): void;
}

/** How often a step meets what: chances per step. */
export interface StepFaults {
  readonly dies: number;
  readonly stops: number;
  readonly cutOff: number;
}

export const NO_STEP_FAULTS: StepFaults = { dies: 0, stops: 0, cutOff: 0 };

interface Waiting {
  readonly taker: StepTaker;
  readonly run: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Stopped for longer than leases last: another takes over meanwhile. */
const STOPPED_MS = { least: 5_000, most: 60_000 } as const;
const CUT_OFF_MS = { least: 200, most: 6_000 } as const;

export class Steps {
  faults: StepFaults = NO_STEP_FAULTS;
  taken = 0;
  readonly #waiting: Waiting[] = [];
  readonly #time: VirtualTime;
  readonly #chance: Chance;

  constructor(time: VirtualTime, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
  }

  /** The store as one process of several sees it: not the one that owns it, so that it frees no other's leases when it starts. */
  storeOf(taker: StepTaker, store: Store): Store {
    const scheduled = <T>(run: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        this.#waiting.push({ taker, run, resolve: resolve as Waiting['resolve'], reject });
      });
    return sealStore(
      {
        kind: 'postgres',
        withOrg: (orgId, work) => scheduled(() => store.withOrg(orgId, work)),
        asDoor: (work) => scheduled(() => store.asDoor(work)),
        asCourier: (work) => scheduled(() => store.asCourier(work)),
        asKeeper: (work) => scheduled(() => store.asKeeper(work)),
        pipeline: (groups) => scheduled(() => store.pipeline(groups)),
        load: () => store.load(),
        ping: () => scheduled(() => store.ping()),
        close: async () => undefined,
      },
      TEST_DATA_KEYS,
    );
  }

  /** Takes one of the steps that wait. False when none can be taken now. */
  async take(): Promise<boolean> {
    const now = this.#time.now();
    const ready: number[] = [];
    for (const [index, { taker }] of this.#waiting.entries())
      if (!taker.isAlive || taker.stoppedUntilMs <= now) ready.push(index);
    if (ready.length === 0) return false;
    const [step] = this.#waiting.splice(this.#chance.oneOf(ready), 1);
    // What a dead process asked for is never answered.
    if (step === undefined || !step.taker.isAlive) return true;
    this.taken += 1;
    await this.#perform(step);
    return true;
  }

  async #perform({ taker, run, resolve, reject }: Waiting): Promise<void> {
    if (taker.cutOffUntilMs > this.#time.now()) {
      reject(connectionLost());
      return;
    }
    const { dies, stops, cutOff } = this.faults;
    const fate = this.#chance.weighed({ goes: 1 - dies - stops - cutOff, dies, stops, cutOff });
    // Before it has reached the store, or when its answer is on the way back.
    const arrives = fate === 'goes' || this.#chance.happens(0.5);
    if (fate === 'stops') taker.stop(this.#chance.between(STOPPED_MS.least, STOPPED_MS.most));
    if (fate === 'cutOff') taker.cutOff(this.#chance.between(CUT_OFF_MS.least, CUT_OFF_MS.most));
    if (fate === 'dies' && !arrives) return taker.die();
    if (fate === 'cutOff' && !arrives) return reject(connectionLost());
    const end = await this.#time.atStore(run).then(
      (result) => () => resolve(result),
      (error: unknown) => () => reject(error),
    );
    if (fate === 'dies') taker.die();
    else if (fate === 'cutOff') reject(connectionLost());
    else if (fate === 'stops') this.#time.after(taker.stoppedUntilMs - this.#time.now(), end);
    else end();
  }
}

/** As the driver says it: nobody knows whether what was sent was committed. */
function connectionLost(): Error {
  return Object.assign(new Error('the connection to the store ended'), { code: '08006' });
}
