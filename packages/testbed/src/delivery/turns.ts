// Lets what runs at once come to the store in an order that a seed decides, so that a race can be run again.
import { setImmediate } from 'node:timers/promises';
import type { Store } from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { TEST_DATA_KEYS } from '../stores/test-store.ts';

/**
 * Lets one step at the store happen at a time, in an order that a seed decides: a step is a transaction or a pipeline,
 * which is all that another can come between in a store with one session.
 */
export class Turns {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #random: () => number;
  /** Whether somebody still races: else nobody waits for a turn. */
  #open = false;
  #moved: () => void = () => undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The store as somebody sees it who takes turns. */
  of(store: Store): Store {
    const inTurn = <T>(step: () => Promise<T>): Promise<T> =>
      this.#open
        ? new Promise((resolve, reject) => {
            this.#waiting.push(() => step().then(resolve, reject));
            this.#moved();
          })
        : step();
    return sealStore(
      {
        ...store,
        withOrg: (orgId, work) => inTurn(() => store.withOrg(orgId, work)),
        pipeline: (groups) => inTurn(() => store.pipeline(groups)),
      },
      TEST_DATA_KEYS,
    );
  }

  /** Gives turns until `done` has ended: each when the step before it has, and whoever it woke had the time to come for theirs. */
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
