// Writes a tree as XML: declaration, no namespace, ASCII only, nothing between the elements.

import { ScriptError } from '../errors.ts';
import { type Element, isLegalXml } from '../model/element.ts';
import type { Part } from '../table/parts.ts';
import type { Sink } from '../walk/sink.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Stands for a character that XML cannot carry until `legalXml` refuses it. */
const ILLEGAL = '\u0000';
const SPECIAL = /[^ !#-%(-;=?-~]/;
const SPECIALS = /[^ !#-%(-;=?-~]/gu;
const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Collects a walk as XML, in ASCII. A walk without findings has no text that XML cannot carry; else ask `legalXml`. */
export class XmlSink implements Sink {
  text = DECLARATION;
  private readonly begun: string[] = [];

  leaf(part: Part, text: string, attributes?: Readonly<Record<string, string>>): void {
    if (text === '' || attributes !== undefined)
      this.text += element(part.field.element, attributes, escape(text));
    else this.text += part.open + escape(text) + part.close;
  }

  begin(part: Part, attributes?: Readonly<Record<string, string>>): void {
    this.begun.push(this.text);
    this.text += attributes === undefined ? part.open : rootTag(part, attributes);
  }

  end(part: Part, keep: boolean): void {
    const before = this.begun.pop() ?? '';
    if (!keep) this.text = before;
    // Nothing inside: what is kept all the same says something by being there (`<Denied/>`).
    else if (this.text.length === before.length + part.open.length)
      this.text = `${before}<${part.field.element}/>`;
    else this.text += part.close;
  }
}

/** Throws `unrepresentable` for a document with a character that XML cannot carry, even as a reference. */
export function legalXml(document: string): string {
  if (document.includes(ILLEGAL)) throw new ScriptError('unrepresentable');
  return document;
}

/** The document of a tree. */
export const writeXml = (root: Element): string => DECLARATION + tree(root);

function tree({ name, attributes, text, children }: Element): string {
  let inner = escape(text);
  for (const child of children) inner += tree(child);
  return element(name, attributes, inner);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>> | undefined,
  inner: string,
): string {
  const start = attributes === undefined ? name : name + attributeList(attributes);
  return inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>`;
}

const rootTags = new WeakMap<Readonly<Record<string, string>>, string>();

/** The tag of the root, whose attributes are the same for most messages. Throws `unrepresentable`: no walk looks at attributes. */
function rootTag(part: Part, attributes: Readonly<Record<string, string>>): string {
  const known = rootTags.get(attributes);
  if (known !== undefined) return known;
  const tag = legalXml(`<${part.field.element}${attributeList(attributes)}>`);
  rootTags.set(attributes, tag);
  return tag;
}

function attributeList(attributes: Readonly<Record<string, string>>): string {
  let list = '';
  for (const [name, value] of Object.entries(attributes)) list += ` ${name}="${escape(value)}"`;
  return list;
}

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, reference) : text;
}

function reference(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  if (!isLegalXml(character)) return ILLEGAL;
  const point = character.codePointAt(0) ?? 0;
  return `&#x${point.toString(16).toUpperCase()};`;
}
