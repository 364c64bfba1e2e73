// A tree under construction, for what text alone cannot do: JSON, edits by path, parts that the model does not have.

import type { Element } from '../model/element.ts';
import type { Part } from '../table/parts.ts';
import type { Sink } from './sink.ts';

/** An element that remembers the row it was written from. */
export interface Node extends Element {
  readonly children: readonly Node[];
  /** Absent where the table has none. */
  readonly part?: Part;
}

/** A node that may still grow. */
export interface Branch extends Node {
  readonly children: Branch[];
  attributes?: Readonly<Record<string, string>>;
}

/** Collects a walk as a tree. */
export class TreeSink implements Sink {
  /** The document above the root. */
  private readonly stack: Branch[] = [{ name: '', text: '', children: [] }];

  /** The root, once the walk is over. */
  get root(): Branch | undefined {
    return this.stack[0]?.children[0];
  }

  leaf(part: Part, text: string, attributes?: Readonly<Record<string, string>>): void {
    this.add(part, text, attributes);
  }

  begin(part: Part, attributes?: Readonly<Record<string, string>>): void {
    this.stack.push(this.add(part, '', attributes));
  }

  end(_part: Part, keep: boolean): void {
    this.stack.pop();
    if (!keep) this.stack.at(-1)?.children.pop();
  }

  private add(part: Part, text: string, attributes: Readonly<Record<string, string>> | undefined): Branch {
    const node: Branch = { name: part.field.element, text, children: [], part };
    if (attributes !== undefined) node.attributes = attributes;
    this.stack.at(-1)?.children.push(node);
    return node;
  }
}
