// Owns the words of a part that is loaded by itself: English comes with the part, Spanish when it is spoken.

export class PartWords<Words> {
  readonly #english: Words;
  readonly #load: () => Promise<Words>;
  readonly #loaded: () => void;
  #spanish: Words | undefined;
  #loading: Promise<void> | undefined;

  /** `loaded` asks for a render when the other language has come. */
  constructor(english: Words, spanish: () => Promise<Words>, loaded: () => void) {
    this.#english = english;
    this.#load = spanish;
    this.#loaded = loaded;
  }

  /** The words of a language; English while the other is on its way, and where it cannot be loaded. */
  of(language: string): Words {
    if (language !== 'es') return this.#english;
    if (this.#spanish === undefined) this.#loading ??= this.#speak();
    return this.#spanish ?? this.#english;
  }

  /** The same once they have come: for what is said once and not drawn again. */
  async ready(language: string): Promise<Words> {
    this.of(language);
    await this.#loading;
    return this.of(language);
  }

  async #speak(): Promise<void> {
    try {
      this.#spanish = await this.#load();
    } catch {
      return;
    } finally {
      this.#loading = undefined;
    }
    this.#loaded();
  }
}
