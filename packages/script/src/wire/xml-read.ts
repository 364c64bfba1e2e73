// Reads XML into a tree: strict about well-formedness and anything two readers could read differently, blind to prefixes.
import { SaxesParser } from 'saxes';
import { ScriptError } from '../errors.ts';
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_NAME_CHARS } from '../limits.ts';
import { type Element, isElementName } from './element.ts';

interface Open {
  readonly name: string;
  text: string;
  readonly children: Open[];
  attributes?: Record<string, string>;
  /** What stood inside besides text and elements. */
  comments: number;
  cdata: number;
}

export interface XmlDocument {
  readonly root: Element;
  /** The encoding that the XML declaration names, in lower case. */
  readonly encoding: string | undefined;
  /** Values that were wrapped in a CDATA section as a whole. */
  readonly cdataValues: number;
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

  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new ScriptError('too-many');
  });
  parser.on('text', (value) => {
    top.text = top.text === '' ? value : top.text + value;
  });
  parser.on('comment', () => {
    top.comments += 1;
  });
  parser.on('cdata', (value) => {
    if (!BLANK.test(top.text)) throw new ScriptError('split-value');
    top.cdata += 1;
    top.text = value;
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
  return { root, encoding, cdataValues };
}

function opened(name: string, attributes: Open['attributes']): Open {
  const open: Open = { name, text: '', children: [], comments: 0, cdata: 0 };
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

/** One value, one piece: text beside children, or a comment or second section within it, is refused. */
function finish(open: Open): void {
  if (open.children.length > 0) {
    if (open.cdata > 0 || !BLANK.test(open.text)) throw new ScriptError('mixed-content');
    open.text = '';
  } else if (open.comments > 0 || open.cdata > 1) {
    if (!BLANK.test(open.text) || open.cdata > 0) throw new ScriptError('split-value');
    open.text = '';
  }
}

/** The name without its prefix. The standard's names are plain ASCII; others are refused. */
function localName(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  if (!isElementName(local)) throw new ScriptError('malformed', 'name');
  return local;
}
