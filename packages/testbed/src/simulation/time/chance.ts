// Owns chance in a simulation: everything that could have gone another way is drawn here, from one seed.
import type { Ports } from '@pestle/service/kernel';
import { seededRandom } from '../../random.ts';

export class Chance implements Pick<Ports['random'], 'bytes'> {
  readonly #draw: () => number;

  constructor(seed: number) {
    this.#draw = seededRandom(seed);
  }

  /** From 0 to 1. */
  share(): number {
    return this.#draw();
  }

  happens(probability: number): boolean {
    return this.#draw() < probability;
  }

  between(least: number, most: number): number {
    return least + this.#draw() * (most - least);
  }

  below(count: number): number {
    return Math.floor(this.#draw() * count);
  }

  oneOf<T>(of: readonly T[]): T {
    const one = of[this.below(of.length)];
    if (one === undefined) throw new Error('there is nothing to choose from');
    return one;
  }

  /** One of the keys, each as often as its weight says. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K {
    const all = Object.entries(weights) as [K, number][];
    let left = this.#draw() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of all) {
      left -= weight;
      if (left < 0) return key;
    }
    return (all.at(-1) as [K, number])[0];
  }

  /** A wait of this mean, as of things that come by chance. */
  wait(meanMs: number): number {
    return -Math.log(1 - this.#draw()) * meanMs;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
