// Owns the loading of the Spanish of directions: only where somebody reads Spanish, and word for word what the patient's page says.
import type { StructuredSig } from '@pestle/rules/sig-model';

type Print = typeof import('../../../text/es/workflow/card/sig.ts').printSigEs;

/** Prints directions in Spanish once the phrases are there; null until then, and where there is no reviewed phrase. */
export class SpanishSig {
  readonly #loaded: () => void;
  #print: Print | 'no' | 'loading' = 'no';

  constructor(loaded: () => void) {
    this.#loaded = loaded;
  }

  print(sig: StructuredSig): string | null {
    if (typeof this.#print === 'function') return this.#print(sig) ?? null;
    if (this.#print === 'no') void this.#load();
    return null;
  }

  async #load(): Promise<void> {
    this.#print = 'loading';
    try {
      this.#print = (await import('../../../text/es/workflow/card/sig.ts')).printSigEs;
    } catch {
      // The English original stands there anyway; the next letter tries again.
      this.#print = 'no';
      return;
    }
    this.#loaded();
  }
}
