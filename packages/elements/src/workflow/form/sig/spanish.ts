// Owns the loading of the Spanish of directions: only where somebody reads Spanish.
import type { StructuredSig } from '@pestle/rules/sig-model';

type Print = typeof import('./sig-spanish.ts').printSpanish;

/** Prints directions in Spanish once the phrases are there; null until then, and where there is no reviewed phrase. */
export class SpanishSig {
  readonly #loaded: () => void;
  #print: Print | 'no' | 'loading' = 'no';

  constructor(loaded: () => void) {
    this.#loaded = loaded;
  }

  print(sig: StructuredSig): string | null {
    if (typeof this.#print === 'function') return this.#print(sig);
    if (this.#print === 'no') void this.#load();
    return null;
  }

  async #load(): Promise<void> {
    this.#print = 'loading';
    try {
      this.#print = (await import('./sig-spanish.ts')).printSpanish;
    } catch {
      // The English original stands there anyway; the next letter tries again.
      this.#print = 'no';
      return;
    }
    this.#loaded();
  }
}
