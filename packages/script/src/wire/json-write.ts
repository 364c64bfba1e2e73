// Writes a tree as JSON: the XML's nesting, no attributes, numbers only where nothing is lost (S2, S3).
import { paddedWidth } from '../table/text.ts';
import type { Node } from '../walk/tree.ts';

const PLAIN_NUMBER = /^(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;
const NOT_ASCII = /[^\x20-\x7E]/g;

type Json = string | number | { [name: string]: Json | Json[] };

/** The document of a tree, `{"Message": …}`, in ASCII. */
export function writeJson(root: Node): string {
  return JSON.stringify({ [root.name]: valueOf(root) }).replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Whether a text may become a JSON number: reading the number back gives the same text. Leading and trailing zeros,
 * exponents and integers beyond 2^53 may not.
 */
export function isLosslessNumber(text: string): boolean {
  if (!PLAIN_NUMBER.test(text)) return false;
  const value = Number(text);
  return String(value) === text && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function valueOf(node: Node): Json {
  if (node.children.length === 0) {
    if (node.part?.field.kind === 'group') return {};
    return mayBeNumber(node) && isLosslessNumber(node.text) ? Number(node.text) : node.text;
  }
  // No prototype: an element may be called `__proto__`.
  const members: { [name: string]: Json | Json[] } = Object.create(null);
  for (const child of node.children) {
    const value = valueOf(child);
    const before = members[child.name];
    if (before === undefined) members[child.name] = value;
    else if (Array.isArray(before)) before.push(value);
    else members[child.name] = [before, value];
  }
  return members;
}

/** A number that a reader would pad to a standard length stays text: 1234 as a PostalCode would come back as 01234. */
function mayBeNumber({ part, text }: Node): boolean {
  if (part === undefined) return true;
  if (part.field.kind !== 'leaf' || part.field.type.json === 'text') return false;
  return paddedWidth(text, part.field.type) === undefined;
}
