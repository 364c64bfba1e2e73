// Reads CSV as RFC 4180 writes it, piece by piece: strict about quotes, bounded in what it holds, with the line of every record.
import { pipeline, Readable } from 'node:stream';
import { type InfoField, CsvError as LibraryError, type Options, Parser } from 'csv-parse';

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

/** What is wrong, by the library's code: its own messages repeat what the field holds, which may be about a patient. */
const REASONS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'A quote inside a field: put the field in quotes and double the quote.',
  CSV_INVALID_CLOSING_QUOTE: 'Text after a closing quote: a comma or a line break must follow.',
  CSV_QUOTE_NOT_CLOSED: 'The file ends inside quotes.',
};

/**
 * The records of a text: fields between commas, records between LF or CRLF; quotes around a field may hold all of them, and a
 * quote itself when doubled. Refused with CsvError: a quote inside a field without quotes, text after a closing quote, a CR
 * without LF outside quotes, and a record longer than the bound. Empty lines are skipped, a byte order mark at the start too.
 * No piece may end inside a character.
 */
export async function* readCsv(
  pieces: AsyncIterable<string> | Iterable<string>,
  recordBytesMax: number,
): AsyncGenerator<CsvRecord> {
  const records = new Records(recordBytesMax);
  const parser = new Parser(records.options);
  pipeline(Readable.from(pieces), parser, () => undefined);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    throw records.problem(REASONS[error.code] ?? records.tooLong, parser.info.empty_lines);
  }
}

/** Where the parser is in the file: it calls this for every field and every record, in their order, before anybody reads them. */
class Records {
  readonly #bytesMax: number;
  /** The line after the last record, which it is without the empty lines that follow. */
  #nextLine = 1;
  #emptyLines = 0;
  /** Of the record so far: characters with their commas, and line breaks inside quotes. */
  #characters = 0;
  #breaks = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get options(): Options {
    return {
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      // The library compares before it takes one more byte.
      max_record_size: this.#bytesMax - 1,
      cast: (value, field) => this.#field(value, field),
      // Declared as if a record could only become another list of fields; it becomes what is handed back here.
      on_record: ((fields, { empty_lines }) => this.#record(fields, empty_lines) as unknown) as NonNullable<
        Options['on_record']
      >,
    };
  }

  get tooLong(): string {
    return `A row may have ${this.#bytesMax} bytes; is a closing quote missing?`;
  }

  problem(message: string, emptyLines: number): CsvError {
    return new CsvError(message, this.#lineAfter(emptyLines));
  }

  #field(value: string, { quoting, empty_lines }: InfoField): string {
    // The library counts what fields hold and not the commas between them, of which a row could have any number.
    this.#characters += value.length + 1;
    if (this.#characters > this.#bytesMax + 1) throw this.problem(this.tooLong, empty_lines);
    if (quoting) this.#breaks += value.split('\n').length - 1;
    else if (value.includes('\r')) throw this.problem('A carriage return without a line feed.', empty_lines);
    return value;
  }

  #record(fields: readonly string[], emptyLines: number): CsvRecord {
    const line = this.#lineAfter(emptyLines);
    // Counted here: the library takes a CRLF inside quotes for two lines.
    this.#nextLine = line + 1 + this.#breaks;
    this.#emptyLines = emptyLines;
    this.#characters = 0;
    this.#breaks = 0;
    return { fields, line };
  }

  #lineAfter(emptyLines: number): number {
    return this.#nextLine + emptyLines - this.#emptyLines;
  }
}
