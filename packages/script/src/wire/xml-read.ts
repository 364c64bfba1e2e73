// Reads XML into a tree: strict about well-formedness and anything two readers could read differently, blind to prefixes.
import { SaxesParser } from 'saxes';
import { ScriptError } from '../errors.ts';
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_NAME_CHARS } from '../limits.ts';
import { type Element, isElementName } from '../model/element.ts';

interface Open {
  readonly name: string;
  text: string;
  readonly children: Open[];
  attributes?: Record<string, string>;
  /** Text that says something was found. */
  filled: boolean;
  /** Its value is whole: a comment or the end of a CDATA section stood behind it. */
  sealed: boolean;
  cdata: number;
}

export interface XmlDocument {
  readonly root: Element;
  /** The encoding that the XML declaration names, in lower case. */
  readonly encoding: string | undefined;
  /** Values that were wrapped in a CDATA section as a whole. */
  readonly cdataValues: number;
  /** Where a prefix puts an element or an attribute into a namespace: the standard has none. */
  readonly foreign: readonly string[];
}

const BLANK = /^[ \t\r\n]*$/;

/**
 * Parses a document. Nothing is ever fetched; a DOCTYPE, and so every entity of one's own, and processing instructions
 * are refused before the parser sees them, wherever they stand: no message has use for them.
 *
 * Seven handlers and no more: with an eighth, V8 keeps the parser as a dictionary and reads seven times slower.
 */
export function readXml(text: string): XmlDocument {
  // The parser takes half a character within an attribute together with what follows it.
  if (!text.isWellFormed()) throw new ScriptError('malformed');
  if (text.includes('<!DOCTYPE')) throw new ScriptError('doctype');
  if (text.includes('<?', 1)) throw new ScriptError('processing-instruction');
  const parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const document = opened('', undefined);
  const stack: Open[] = [document];
  let top = document;
  let elements = 0;
  let attributes = 0;
  let cdataValues = 0;
  let encoding: string | undefined;
  const foreign: string[] = [];

  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new ScriptError('too-many');
  });
  parser.on('text', (value) => {
    if (!BLANK.test(value)) fill(top);
    top.text = top.text === '' ? value : top.text + value;
  });
  parser.on('comment', () => {
    top.sealed = top.filled;
  });
  parser.on('cdata', (value) => {
    top.cdata += 1;
    if (BLANK.test(value)) top.text += value;
    else {
      if (top.filled) throw new ScriptError('split-value');
      top.filled = true;
      top.sealed = true;
      top.text += value;
    }
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    attributes = 0;
    if (elements > MAX_ELEMENTS) throw new ScriptError('too-many');
    if (stack.length > MAX_DEPTH) throw new ScriptError('too-deep');
    const open = opened(localName(tag.name), attributesOf(tag.attributes));
    top.children.push(open);
    stack.push(open);
    top = open;
    if (tag.name !== open.name || !isPlainNamed(open, stack))
      foreign.push(
        stack
          .slice(2)
          .map(({ name }) => name)
          .join('/'),
      );
  });
  parser.on('closetag', () => {
    cdataValues += top.cdata;
    finish(top);
    stack.pop();
    top = stack[stack.length - 1] ?? document;
  });
  try {
    parser.write(text);
    encoding = parser.xmlDecl.encoding?.toLowerCase();
    parser.close();
  } catch (error) {
    // The parser's own words may quote the document: only the place is passed on.
    if (error instanceof ScriptError) throw error;
    throw new ScriptError('malformed', `line ${parser.line}, column ${parser.column}`);
  }
  const root = document.children[0];
  if (root === undefined) throw new ScriptError('malformed');
  return { root, encoding, cdataValues, foreign };
}

/** One value, one piece: what goes on behind a comment or a section could be read as two values. */
function fill(open: Open): void {
  if (open.sealed) throw new ScriptError('split-value');
  open.filled = true;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMA_LOCATIONS: ReadonlySet<string> = new Set(['schemaLocation', 'noNamespaceSchemaLocation']);

/**
 * False where an attribute has a prefix. Not counted are the two by which a document says where its schema is, which may stand
 * anywhere: they are called `xsi:` here, whatever the document calls them.
 */
function isPlainNamed({ attributes }: Open, stack: readonly Open[]): boolean {
  let plain = true;
  for (const name in attributes) {
    const colon = name.indexOf(':');
    if (colon < 0 || name.startsWith('xmlns:')) continue;
    const local = name.slice(colon + 1);
    const declared = `xmlns:${name.slice(0, colon)}`;
    const scope = stack.findLast((around) => around.attributes?.[declared] !== undefined);
    if (!SCHEMA_LOCATIONS.has(local) || scope?.attributes?.[declared] !== XSI) plain = false;
    else if (name !== `xsi:${local}`) {
      attributes[`xsi:${local}`] = attributes[name] ?? '';
      delete attributes[name];
    }
  }
  return plain;
}

function opened(name: string, attributes: Open['attributes']): Open {
  const open: Open = { name, text: '', children: [], filled: false, sealed: false, cdata: 0 };
  if (attributes !== undefined) open.attributes = attributes;
  return open;
}

function attributesOf(found: Readonly<Record<string, string>>): Record<string, string> | undefined {
  let attributes: Record<string, string> | undefined;
  for (const name in found) {
    if (name.length > MAX_NAME_CHARS) throw new ScriptError('too-many');
    // No prototype: an attribute may be called `__proto__`.
    attributes ??= Object.create(null) as Record<string, string>;
    attributes[name] = found[name] ?? '';
  }
  return attributes;
}

/** Text beside children is refused. */
function finish(open: Open): void {
  if (open.children.length === 0) return;
  if (open.cdata > 0 || open.filled) throw new ScriptError('mixed-content');
  open.text = '';
}

/** The name without its prefix. The standard's names are plain ASCII; others are refused. */
function localName(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  if (!isElementName(local)) throw new ScriptError('malformed', 'name');
  return local;
}
