// Reads XML into a tree: strict about well-formedness and anything two readers could read differently, blind to prefixes.
import { SaxesParser } from 'saxes';
import { ScriptError } from '../errors.ts';
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_NAME_CHARS } from '../limits.ts';
import type { Element } from './element.ts';

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

/** Parses a document. Nothing is ever fetched; a DOCTYPE, and so every entity of one's own, is refused. */
export function readXml(text: string): XmlDocument {
  const parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const document: Open = { name: '', text: '', children: [], comments: 0, cdata: 0 };
  const stack: Open[] = [document];
  let top = document;
  let elements = 0;
  let attributes = 0;
  let cdataValues = 0;

  parser.on('error', () => {
    throw new ScriptError('malformed', `not well-formed XML at line ${parser.line}, column ${parser.column}`);
  });
  parser.on('doctype', () => {
    throw new ScriptError('doctype');
  });
  parser.on('processinginstruction', () => {
    throw new ScriptError('processing-instruction');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES)
      throw new ScriptError('too-many', `more than ${MAX_ATTRIBUTES} attributes`);
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
    if (elements > MAX_ELEMENTS) throw new ScriptError('too-many', `more than ${MAX_ELEMENTS} elements`);
    if (stack.length > MAX_DEPTH) throw new ScriptError('too-deep');
    if (tag.name.length > MAX_NAME_CHARS)
      throw new ScriptError('too-many', `a name longer than ${MAX_NAME_CHARS} characters`);
    const open: Open = { name: localName(tag.name), text: '', children: [], comments: 0, cdata: 0 };
    for (const name in tag.attributes) {
      open.attributes ??= Object.create(null) as Record<string, string>;
      open.attributes[name] = tag.attributes[name] ?? '';
    }
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
  parser.write(text).close();

  const root = document.children[0];
  if (root === undefined) throw new ScriptError('malformed', 'no element');
  return { root, encoding: parser.xmlDecl.encoding?.toLowerCase(), cdataValues };
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

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
