// What a walk writes to: whoever takes the elements of a message, one after the other.
import type { Part } from '../table/parts.ts';

/** Where a walk writes to: the text of a document, or a tree. */
export interface Sink {
  leaf(part: Part, text: string, attributes?: Readonly<Record<string, string>>): void;
  begin(part: Part, attributes?: Readonly<Record<string, string>>): void;
  /** Ends what began last; `keep` false takes it back: the standard has no empty elements. */
  end(part: Part, keep: boolean): void;
}
