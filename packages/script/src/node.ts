// A tree under construction: elements that remember the table row they were written from, and may still grow.
import type { Part } from './table/parts.ts';
import type { Element } from './wire/element.ts';

export interface Node extends Element {
  readonly children: readonly Node[];
  /** The row it was written from; absent where the table has none. */
  readonly part?: Part;
}

/** A node that may still grow. */
export interface Branch extends Node {
  readonly children: Branch[];
  attributes?: Readonly<Record<string, string>>;
}
