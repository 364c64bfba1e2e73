// Orders the steps of concurrent work at the store by a seed, so that a race can be run again as it was.
import { setImmediate } from 'node:timers/promises';
import type { Store } from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { TEST_DATA_KEYS } from '../stores/test-store.ts';

/**
 * Lets one step at the store happen at a time, in an order that a seed decides: a step is a transaction or a pipeline,
 * which is all that another can come between in a store with one session.
 */
export class StepScheduler {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #random: () => number;
  /** Whether somebody still races: else nobody waits. */
  #open = false;
  #moved: () => void = () => undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The store for somebody whose steps are scheduled. */
  of(store: Store): Store {
    const scheduled = <T>(step: () => Promise<T>): Promise<T> =>
      this.#open
        ? new Promise((resolve, reject) => {
            this.#waiting.push(() => step().then(resolve, reject));
            this.#moved();
          })
        : step();
    return sealStore(
      {
        ...store,
        withOrg: (orgId, work, also) => scheduled(() => store.withOrg(orgId, work, also)),
        pipeline: (groups) => scheduled(() => store.pipeline(groups)),
      },
      TEST_DATA_KEYS,
    );
  }

  /** Runs one step after the other until `done` has ended, and lets whoever a step woke queue its own before the next is chosen. */
  async run(done: Promise<unknown>): Promise<void> {
    this.#open = true;
    const ended = done.finally(() => {
      this.#open = false;
      this.#moved();
    });
    while (this.#open) {
      if (this.#waiting.length === 0) {
        await new Promise<void>((resolve) => {
          this.#moved = resolve;
        });
      }
      await setImmediate();
      await setImmediate();
      const [step] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
      await step?.();
    }
    await Promise.all([ended, ...this.#waiting.splice(0).map((step) => step())]);
  }
}
