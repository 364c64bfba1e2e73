// Reads CSV as RFC 4180 writes it, piece by piece: strict about quotes, bounded in what it holds, with the line of every record.

/** What is wrong with the file itself; nothing after it is read. */
export class CsvError extends Error {
  /** The line on which the record begins, counted from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(`Line ${line}: ${message}`);
    this.name = 'CsvError';
    this.line = line;
  }
}

export interface CsvRecord {
  readonly fields: readonly string[];
  /** The line on which it begins, counted from 1. */
  readonly line: number;
}

type State = 'field-start' | 'plain' | 'quoted' | 'quote-in-quoted' | 'carriage-return';

/**
 * A reader of fields between commas and records between LF or CRLF; quotes around a field may hold all of them, and a quote
 * itself when doubled. Refused: a quote inside a field without quotes, text after a closing quote, a CR without LF, and a
 * record longer than the bound. Empty lines are skipped, a byte order mark at the start too.
 */
export class CsvReader {
  readonly #recordCharactersMax: number;
  #state: State = 'field-start';
  #records: CsvRecord[] = [];
  #fields: string[] = [];
  #field = '';
  /** Characters of the record so far, its line break apart. */
  #length = 0;
  #line = 1;
  #beginsAt = 1;
  #isFirst = true;

  constructor(recordCharactersMax: number) {
    this.#recordCharactersMax = recordCharactersMax;
  }

  /** The records that this text completes. Throws CsvError. */
  push(text: string): readonly CsvRecord[] {
    this.#records = [];
    const isMarked = this.#isFirst && text.startsWith('\uFEFF');
    if (text !== '') this.#isFirst = false;
    for (const character of isMarked ? text.slice(1) : text) this.#read(character);
    return this.#records;
  }

  /** The last record, when the file does not end with a line break. Throws CsvError for an open quote. */
  end(): readonly CsvRecord[] {
    this.#records = [];
    if (this.#state === 'quoted') this.#refuse('The file ends inside quotes.');
    if (this.#state === 'carriage-return') this.#refuse('A carriage return without a line feed.');
    if (this.#length > 0) this.#endRecord();
    return this.#records;
  }

  #read(character: string): void {
    switch (this.#state) {
      case 'field-start':
      case 'plain':
        this.#readOutside(character);
        break;
      case 'quoted':
        this.#readQuoted(character);
        break;
      case 'quote-in-quoted':
        this.#readAfterQuote(character);
        break;
      case 'carriage-return':
        if (character !== '\n') this.#refuse('A carriage return without a line feed.');
        this.#endRecord();
        break;
      default:
        this.#state satisfies never;
    }
  }

  /** Between fields, and in fields without quotes. */
  #readOutside(character: string): void {
    if (this.#readBoundary(character)) return;
    this.#count();
    if (character !== '"') {
      this.#field += character;
      this.#state = 'plain';
    } else if (this.#state === 'field-start') this.#state = 'quoted';
    else this.#refuse('A quote inside a field: put the field in quotes and double the quote.');
  }

  #readQuoted(character: string): void {
    this.#count();
    if (character === '\n') this.#line += 1;
    if (character === '"') this.#state = 'quote-in-quoted';
    else this.#field += character;
  }

  #readAfterQuote(character: string): void {
    if (this.#readBoundary(character)) return;
    this.#count();
    if (character !== '"') this.#refuse('Text after a closing quote: a comma or a line break must follow.');
    this.#field += '"';
    this.#state = 'quoted';
  }

  /** Ends the field or the record when the character does. */
  #readBoundary(character: string): boolean {
    if (character === ',') {
      this.#count();
      this.#endField();
    } else if (character === '\n') this.#endRecord();
    else if (character === '\r') this.#state = 'carriage-return';
    else return false;
    return true;
  }

  #count(): void {
    this.#length += 1;
    if (this.#length <= this.#recordCharactersMax) return;
    this.#refuse(`A row may have ${this.#recordCharactersMax} characters; is a closing quote missing?`);
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'field-start';
  }

  #endRecord(): void {
    this.#endField();
    if (this.#length > 0) this.#records.push({ fields: this.#fields, line: this.#beginsAt });
    this.#fields = [];
    this.#length = 0;
    this.#line += 1;
    this.#beginsAt = this.#line;
  }

  #refuse(message: string): never {
    throw new CsvError(message, this.#beginsAt);
  }
}
