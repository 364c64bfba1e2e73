// Owns the words of a part that is loaded by itself: English comes with the part, Spanish when it is spoken.

export class PartWords<Words> {
  readonly #english: Words;
  readonly #load: () => Promise<Words>;
  readonly #loaded: () => void;
  #spanish: Words | undefined;
  #loading = false;

  /** `loaded` asks for a render when the other language has come. */
  constructor(english: Words, spanish: () => Promise<Words>, loaded: () => void) {
    this.#english = english;
    this.#load = spanish;
    this.#loaded = loaded;
  }

  /** The words of a language; English while the other is on its way, and where it cannot be loaded. */
  of(language: string): Words {
    if (language !== 'es') return this.#english;
    if (this.#spanish === undefined && !this.#loading) void this.#speak();
    return this.#spanish ?? this.#english;
  }

  async #speak(): Promise<void> {
    this.#loading = true;
    try {
      this.#spanish = await this.#load();
    } catch {
      return;
    } finally {
      this.#loading = false;
    }
    this.#loaded();
  }
}
