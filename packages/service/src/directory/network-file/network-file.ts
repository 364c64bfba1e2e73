// Reads a file of pharmacies and partners entry by entry, so that its length does not matter: one entry is in memory at a time.
import { createCollector, notFile, notJson } from './json-collector.ts';

export type Part = 'partners' | 'pharmacies';

export interface FileEntry {
  readonly part: Part;
  /** From 0, within its part. */
  readonly index: number;
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly value: unknown;
}

/** What is being read: the members of the file's object, one member's value, or the entries of a list. */
type Where = 'start' | 'key' | 'before-value' | 'value' | 'list' | 'after-list' | 'end';

/**
 * The entries in the order of the file: an object of `partners` and `pharmacies`, a list of pharmacies, or one pharmacy. Throws
 * INVALID_INPUT, with the line, for what is no JSON or no such file.
 */
export async function* entriesIn(pieces: AsyncIterable<string>): AsyncGenerator<FileEntry> {
  const reader = new Reader();
  for await (const piece of pieces) {
    for (const character of piece) {
      const entry = reader.read(character);
      if (entry !== undefined) yield entry;
    }
  }
  const last = reader.end();
  if (last !== undefined) yield last;
}

class Reader {
  #where: Where = 'start';
  #isObject = false;
  #part: Part = 'pharmacies';
  #key = '';
  #line = 1;
  #index = 0;
  readonly #seen = new Set<string>();
  /** Members beside the lists. */
  readonly #others: Record<string, unknown> = {};
  readonly #value = createCollector();

  /** The entry that ends with this character. */
  read(character: string): FileEntry | undefined {
    if (character === '\n') this.#line += 1;
    // Blanks before a value say nothing, and a byte order mark may come first.
    if ((character <= ' ' || character === '\uFEFF') && this.#value.isEmpty()) return undefined;
    switch (this.#where) {
      case 'start':
        return this.#readTop(character);
      case 'key':
        return this.#readKey(character);
      case 'before-value':
        return this.#readBeforeValue(character);
      case 'value':
        return this.#readValue(character);
      case 'list':
        return this.#readList(character);
      case 'after-list':
        return this.#readAfterList(character);
      case 'end':
        throw notJson(this.#line);
      default:
        throw new Error(`unknown place ${String(this.#where satisfies never)}`);
    }
  }

  /** One pharmacy that is the whole file. */
  end(): FileEntry | undefined {
    if (this.#where === 'start') throw notFile('The file is empty.');
    if (this.#where !== 'end') throw notJson(this.#line);
    if (this.#isObject && !this.#seen.has('partners') && !this.#seen.has('pharmacies'))
      return { part: 'pharmacies', index: 0, line: 1, value: this.#others };
    const [unknown] = Object.keys(this.#others).filter((name) => name !== '$schema');
    if (unknown !== undefined) throw notFile(`${unknown}: there is no such part of the file.`);
    return undefined;
  }

  #readTop(character: string): undefined {
    if (character === '[') this.#openList('pharmacies');
    else if (character === '{') [this.#where, this.#isObject] = ['key', true];
    else throw notFile('The file must hold pharmacies, partners, or both.');
  }

  #readKey(character: string): undefined {
    if (character === '}' && this.#value.isEmpty() && this.#seen.size === 0) this.#where = 'end';
    else if (character === ':' && this.#value.isOutside()) {
      const { value: name } = this.#value.take(this.#line);
      if (typeof name !== 'string') throw notJson(this.#line);
      if (this.#seen.has(name)) throw notFile(`Line ${this.#line}: ${name} stands there twice.`);
      this.#seen.add(name);
      [this.#key, this.#where] = [name, 'before-value'];
    } else this.#value.add(character, this.#line);
  }

  #readBeforeValue(character: string): undefined {
    const part = this.#key;
    if (part !== 'partners' && part !== 'pharmacies') {
      this.#where = 'value';
      return this.#readValue(character);
    }
    if (character !== '[') throw notFile(`${part}: this must be a list.`);
    return this.#openList(part);
  }

  #openList(part: Part): undefined {
    [this.#where, this.#part, this.#index] = ['list', part, 0];
  }

  #readValue(character: string): undefined {
    if (!this.#value.isOutside() || (character !== ',' && character !== '}'))
      return this.#value.add(character, this.#line);
    const { value } = this.#value.take(this.#line);
    // As an own member, whatever its name is.
    Object.defineProperty(this.#others, this.#key, { value, enumerable: true });
    this.#where = character === ',' ? 'key' : 'end';
    return undefined;
  }

  #readList(character: string): FileEntry | undefined {
    if (!this.#value.isOutside() || (character !== ',' && character !== ']'))
      return this.#value.add(character, this.#line);
    if (character === ']') this.#where = this.#isObject ? 'after-list' : 'end';
    if (character === ']' && this.#index === 0 && this.#value.isEmpty()) return undefined;
    const entry = { part: this.#part, index: this.#index, ...this.#value.take(this.#line) };
    this.#index += 1;
    return entry;
  }

  #readAfterList(character: string): undefined {
    if (character === ',') this.#where = 'key';
    else if (character === '}') this.#where = 'end';
    else throw notJson(this.#line);
  }
}
