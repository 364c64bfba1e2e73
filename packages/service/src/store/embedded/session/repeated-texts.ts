// Gives texts of statements that come again a name, under which the database keeps them prepared: to read and plan a text takes longer than most statements.
import { STORE_LIMITS } from '../../limits.ts';

/** What is worth preparing. */
const KEPT = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** What changes no table beside that. Whatever else there is may, and a statement that is prepared must not answer other columns than it did. */
const HARMLESS = /^\s*(?:set|reset|savepoint|release|analyze|vacuum|checkpoint)\b/i;

export class RepeatedTexts {
  /** Names by texts, the one that was used last at the end; undefined for a text that came once. */
  readonly #names = new Map<string, string | undefined>();
  #named = 0;
  #forgotten: string[] = [];

  /** The name of a text that came before; undefined for one that is not prepared. */
  nameOf(text: string): string | undefined {
    if (!KEPT.test(text)) {
      this.heard(text);
      return undefined;
    }
    const isKnown = this.#names.has(text);
    const name = isKnown ? (this.#names.get(text) ?? this.#newName()) : undefined;
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size > STORE_LIMITS.preparedTextsMax) {
      const [oldest] = this.#names;
      if (oldest !== undefined) this.#forget(...oldest);
    }
    return name;
  }

  /** Of a text that is sent besides. */
  heard(text: string): void {
    if (KEPT.test(text) || HARMLESS.test(text)) return;
    for (const [known, name] of this.#names) this.#forget(known, name);
  }

  /** Names that nothing uses any more, each told once. */
  takeForgotten(): readonly string[] {
    const forgotten = this.#forgotten;
    if (forgotten.length > 0) this.#forgotten = [];
    return forgotten;
  }

  #newName(): string {
    this.#named += 1;
    return `text_${this.#named}`;
  }

  #forget(text: string, name: string | undefined): void {
    this.#names.delete(text);
    if (name !== undefined) this.#forgotten.push(name);
  }
}
