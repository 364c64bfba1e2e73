// Writes a tree as XML: declaration, no namespace, ASCII only, nothing between the elements.
import { ScriptError } from '../errors.ts';
import type { Node } from '../node.ts';
import type { Element } from './element.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPECIAL = /[^ !#-%(-;=?-~]/;
const SPECIALS = /[^ !#-%(-;=?-~]/gu;
const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The document of a tree. Text that XML cannot carry throws `unrepresentable`; all else is written in ASCII. */
export function writeXml(root: Element): string {
  return DECLARATION + element(root);
}

function element(node: Node): string {
  const { name, part, attributes } = node;
  const open =
    attributes === undefined ? (part?.open ?? `<${name}>`) : `<${name}${attributeList(attributes)}>`;
  const { text, children } = node;
  if (children.length === 0) {
    return text === '' ? `${open.slice(0, -1)}/>` : open + escape(text) + (part?.close ?? `</${name}>`);
  }
  let inner = open;
  for (const child of children) inner += element(child);
  return inner + (part?.close ?? `</${name}>`);
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
  const point = character.codePointAt(0) ?? 0;
  const legal =
    point === 9 ||
    point === 10 ||
    point === 13 ||
    (point >= 0x20 && point < 0xd800) ||
    (point > 0xdfff && point < 0xfffe) ||
    point > 0xffff;
  if (!legal)
    throw new ScriptError(
      'unrepresentable',
      `XML cannot carry U+${point.toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return `&#x${point.toString(16).toUpperCase()};`;
}
