// Reads JSON into a tree, keeping the text of every number and refusing what JSON.parse hides: duplicate members, depth, lost digits.
import { ScriptError } from '../errors.ts';
import { MAX_DEPTH, MAX_ELEMENTS } from '../limits.ts';
import { type Element, isElementName } from '../model/element.ts';

const NO_CHILDREN: readonly Element[] = [];
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\r\n]*/y;

export interface JsonDocument {
  /** A root without name whose children are the members of the outermost object; or the outermost string. */
  readonly root: Element | string;
  /** Members that were null: absent. */
  readonly nulls: number;
}

interface Cursor {
  readonly text: string;
  at: number;
  elements: number;
  nulls: number;
}

/** Parses a document. Numbers keep their text: 30.0 stays 30.0, and thirty digits stay thirty digits. */
export function readJson(text: string): JsonDocument {
  const cursor: Cursor = { text, at: 0, elements: 0, nulls: 0 };
  skip(cursor);
  const root = text[cursor.at] === '"' ? string(cursor) : { name: '', text: '', children: object(cursor, 1) };
  skip(cursor);
  if (cursor.at !== text.length) throw malformed(cursor);
  return { root, nulls: cursor.nulls };
}

function object(cursor: Cursor, depth: number): Element[] {
  if (depth > MAX_DEPTH) throw new ScriptError('too-deep');
  expect(cursor, '{');
  const children: Element[] = [];
  const names = new Set<string>();
  skip(cursor);
  if (cursor.text[cursor.at] === '}') {
    cursor.at += 1;
    return children;
  }
  for (;;) {
    skip(cursor);
    const name = string(cursor);
    if (!isElementName(name)) throw new ScriptError('malformed', 'name');
    if (names.has(name)) throw new ScriptError('duplicate-member');
    names.add(name);
    skip(cursor);
    expect(cursor, ':');
    member(cursor, name, depth, children);
    skip(cursor);
    if (cursor.text[cursor.at] !== ',') break;
    cursor.at += 1;
  }
  expect(cursor, '}');
  return children;
}

/** One member: an array is the same element several times. */
function member(cursor: Cursor, name: string, depth: number, into: Element[]): void {
  skip(cursor);
  if (cursor.text[cursor.at] !== '[') {
    value(cursor, name, depth, into);
    return;
  }
  cursor.at += 1;
  skip(cursor);
  if (cursor.text[cursor.at] === ']') {
    cursor.at += 1;
    return;
  }
  for (;;) {
    skip(cursor);
    if (cursor.text[cursor.at] === '[') throw malformed(cursor);
    value(cursor, name, depth, into);
    skip(cursor);
    if (cursor.text[cursor.at] !== ',') break;
    cursor.at += 1;
  }
  expect(cursor, ']');
}

function value(cursor: Cursor, name: string, depth: number, into: Element[]): void {
  cursor.elements += 1;
  if (cursor.elements > MAX_ELEMENTS) throw new ScriptError('too-many');
  const first = cursor.text[cursor.at];
  if (first === '{') {
    into.push({ name, text: '', children: object(cursor, depth + 1) });
  } else if (first === '"') {
    into.push({ name, text: string(cursor), children: NO_CHILDREN });
  } else if (first === 't' || first === 'f') {
    into.push({ name, text: word(cursor, first === 't' ? 'true' : 'false'), children: NO_CHILDREN });
  } else if (first === 'n') {
    word(cursor, 'null');
    cursor.nulls += 1;
  } else {
    into.push({ name, text: match(cursor, NUMBER), children: NO_CHILDREN, number: true });
  }
}

function string(cursor: Cursor): string {
  expect(cursor, '"');
  const start = cursor.at;
  let escaped = false;
  for (
    let unit = cursor.text.charCodeAt(cursor.at);
    unit !== 0x22;
    unit = cursor.text.charCodeAt(cursor.at)
  ) {
    if (Number.isNaN(unit) || unit < 0x20) throw malformed(cursor);
    if (unit === 0x5c) escaped = true;
    cursor.at += unit === 0x5c ? 2 : 1;
  }
  const raw = cursor.text.slice(start, cursor.at);
  cursor.at += 1;
  if (!escaped) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    throw malformed(cursor);
  }
}

function word(cursor: Cursor, expected: string): string {
  if (!cursor.text.startsWith(expected, cursor.at)) throw malformed(cursor);
  cursor.at += expected.length;
  return expected;
}

function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) throw malformed(cursor);
  cursor.at = pattern.lastIndex;
  return found[0];
}

function expect(cursor: Cursor, character: string): void {
  if (cursor.text[cursor.at] !== character) throw malformed(cursor);
  cursor.at += 1;
}

function skip(cursor: Cursor): void {
  if (cursor.text.charCodeAt(cursor.at) > 32) return;
  SPACE.lastIndex = cursor.at;
  SPACE.exec(cursor.text);
  cursor.at = SPACE.lastIndex;
}

const malformed = (cursor: Cursor): ScriptError => new ScriptError('malformed', `character ${cursor.at + 1}`);
