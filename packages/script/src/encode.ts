// From a typed message to a tree in the standard's order, checking every field on the way: `build` and `check` are both this walk.
import type { Finding, Rule } from './errors.ts';
import { MAX_FINDINGS } from './limits.ts';
import type { MessageType } from './model.ts';
import type { Branch } from './node.ts';
import { placeUnmodelled } from './place.ts';
import type { Leaf, Moment } from './table/field.ts';
import { isMessageType, MESSAGE_TYPES } from './table/messages.ts';
import { type Layout, messageParts, type Part, type Parts } from './table/parts.ts';
import { date, dateTime, type TextType } from './table/text.ts';
import { transliterateName, transliterateText } from './transliterate.ts';

/** Something that was rewritten or read leniently: no error, but worth knowing. */
export interface Warning {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export interface EncodeOptions extends Layout {
  /** Rewrite names and signs to ASCII where that is certain. */
  readonly transliterate: boolean;
  /** Attributes of the root. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Encoded {
  /** Absent when there is no type to write. */
  readonly root: Branch | undefined;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

/** Where we are, in both languages; a chain so that the good case builds no strings. */
interface Trail {
  readonly up: Trail | undefined;
  readonly element: string;
  readonly key: string | undefined;
}

type Model = Readonly<Record<string, unknown>>;

class Walk {
  readonly findings: Finding[] = [];
  readonly warnings: Warning[] = [];
  readonly options: EncodeOptions;

  constructor(options: EncodeOptions) {
    this.options = options;
  }

  find(trail: Trail | undefined, rule: Rule, limit: string, found: string): void {
    if (this.findings.length >= MAX_FINDINGS) return;
    this.findings.push({ path: pathOf(trail), field: fieldOf(trail), rule, limit, found });
  }

  /** The elements of one object, in order. `known` false: more keys than the rows know are no mistake. */
  rows(parts: Parts, model: Model, trail: Trail | undefined): Branch[] {
    const nodes: Branch[] = [];
    for (const part of parts.list) {
      const { field } = part;
      if (field.kind === 'opaque') continue;
      if (field.kind === 'group' && field.key === undefined) {
        this.wrapper(part, model, trail, nodes);
        continue;
      }
      const value = model[field.key as string];
      if (value === undefined) {
        if (field.min > 0) this.missing(part, trail);
      } else if (field.max > 1) {
        this.several(part, value, trail, nodes);
      } else {
        this.one(part, value, { up: trail, element: field.element, key: field.key }, nodes);
      }
    }
    return nodes;
  }

  private missing({ field }: Part, trail: Trail | undefined): void {
    const key = field.kind === 'opaque' ? undefined : field.key;
    this.find({ up: trail, element: field.element, key }, 'required', 'required', 'nothing');
  }

  private wrapper(part: Part, model: Model, trail: Trail | undefined, into: Branch[]): void {
    const here: Trail = { up: trail, element: part.field.element, key: undefined };
    if (part.field.min === 0 && !speaksOf(part.inner, model)) return;
    const children = this.rows(part.inner, model, here);
    if (children.length > 0) into.push(branch(part, children));
  }

  private several(part: Part, value: unknown, trail: Trail | undefined, into: Branch[]): void {
    const { field } = part;
    const key = field.kind === 'opaque' ? undefined : field.key;
    if (!Array.isArray(value)) {
      this.find({ up: trail, element: field.element, key }, 'type', 'an array', typeName(value));
      return;
    }
    if (value.length > field.max) {
      this.find(
        { up: trail, element: field.element, key },
        'cardinality',
        `at most ${field.max}`,
        String(value.length),
      );
    }
    for (const [index, item] of value.slice(0, Math.min(field.max, MAX_FINDINGS)).entries()) {
      this.one(
        part,
        item,
        { up: trail, element: `${field.element}[${index + 1}]`, key: `${key}[${index}]` },
        into,
      );
    }
  }

  private one(part: Part, value: unknown, trail: Trail, into: Branch[]): void {
    const { field } = part;
    if (field.kind === 'leaf') this.leaf(part, field, value, trail, into);
    else if (field.kind === 'moment') this.moment(part, field, value, trail, into);
    else if (field.kind === 'group') this.group(part, value, trail, into);
  }

  private leaf(part: Part, field: Leaf, value: unknown, trail: Trail, into: Branch[]): void {
    const { attribute } = field;
    if (attribute === undefined) {
      const text = this.text(value, field.type, trail);
      if (text !== undefined) into.push({ name: field.element, text, children: [], part });
      return;
    }
    if (!isObject(value)) {
      this.find(trail, 'type', `an object with ${attribute.textKey}`, typeName(value));
      return;
    }
    this.knows([attribute.textKey, attribute.key], value, trail);
    const text = this.text(value[attribute.textKey], field.type, trail, attribute.textKey);
    const beside = value[attribute.key];
    const qualifier =
      beside === undefined
        ? undefined
        : this.text(beside, attribute.type, { up: trail, element: `@${attribute.name}`, key: attribute.key });
    if (text === undefined) return;
    const attributes = qualifier === undefined ? {} : { attributes: { [attribute.name]: qualifier } };
    into.push({ name: field.element, text, children: [], part, ...attributes });
  }

  private moment(part: Part, field: Moment, value: unknown, trail: Trail, into: Branch[]): void {
    const type = typeof value === 'string' && value.includes('T') ? dateTime : date;
    const text = this.text(value, type, { up: trail, element: type.name, key: undefined });
    if (text === undefined) return;
    into.push({ name: field.element, text: '', children: [{ name: type.name, text, children: [] }], part });
  }

  private group(part: Part, value: unknown, trail: Trail, into: Branch[]): void {
    const { field, inner } = part;
    if (field.kind !== 'group') return;
    if (!isObject(value)) {
      this.find(trail, 'type', 'an object', typeName(value));
      return;
    }
    if (field.choice !== undefined) {
      this.choice(part, field.choice, value, trail, into);
      return;
    }
    this.knows(field.view?.keys ?? inner.keys, value, trail);
    const seen = field.view === undefined ? value : field.view.write(value);
    if (typeof seen['conflict'] === 'string') this.find(trail, 'business', seen['conflict'], 'two codes');
    const children = this.rows(inner, seen, trail);
    if (children.length > 0 || field.marker === true) into.push(branch(part, children));
    else if (field.min > 0) this.find(trail, 'required', 'required', 'nothing');
  }

  private choice(part: Part, choice: string, value: Model, trail: Trail, into: Branch[]): void {
    const chosen = part.inner.list.find(({ field }) => field.element === value[choice]);
    if (chosen === undefined) {
      const names = part.inner.list.map(({ field }) => field.element).join(', ');
      this.find({ up: trail, element: '', key: choice }, 'code', `one of ${names}`, 'none of them');
      return;
    }
    const here: Trail = { up: trail, element: chosen.field.element, key: undefined };
    this.knows([choice, ...chosen.inner.keys], value, here);
    into.push(branch(part, [branch(chosen, this.rows(chosen.inner, value, here))]));
  }

  /** A property that this shape has no place for would be lost without a word: a misspelt `notes`, say. */
  knows(keys: Iterable<string>, model: Model, trail: Trail | undefined): void {
    if (this.options.content === 'reduced' && this.reduces) return;
    const known = keys instanceof Set ? keys : new Set(keys);
    for (const key in model) {
      if (!known.has(key) && model[key] !== undefined) {
        this.find(
          { up: trail, element: '', key },
          'unknown',
          'a field that this message has',
          'a field that it has not',
        );
      }
    }
  }

  /** True while a CancelRx is cut to the reduced content: what it does not say is left out on purpose. */
  reduces = false;

  private text(value: unknown, type: TextType, trail: Trail, key?: string): string | undefined {
    const here = key === undefined ? trail : { ...trail, key: `${trail.key}.${key}` };
    if (value === undefined) {
      this.find(here, 'required', 'required', 'nothing');
      return undefined;
    }
    if (typeof value !== 'string') {
      this.find(here, 'type', 'text', typeName(value));
      return undefined;
    }
    const text = this.options.transliterate ? this.rewritten(value, type, here) : value;
    checkText(text, type, (rule, limit, found) => this.find(here, rule, limit, found));
    return text;
  }

  private rewritten(value: string, type: TextType, trail: Trail): string {
    if (type.rewrite === 'never' || PRINTABLE.test(value)) return value;
    const text = type.rewrite === 'name' ? transliterateName(value) : transliterateText(value);
    if (text !== value) {
      this.warnings.push({
        path: pathOf(trail),
        rule: 'transliterated',
        message: 'rewritten in the characters that SCRIPT can carry',
      });
    }
    return text;
  }
}

const PRINTABLE = /^[ -~]*$/;
const STRANGE = /[^ -~]/u;

/** The rules of one text: emptiness, length, characters, pattern, code list. */
export function checkText(
  text: string,
  type: TextType,
  report: (rule: Rule, limit: string, found: string) => void,
): void {
  const { length } = text;
  if (length === 0) report('empty', 'text', 'empty text');
  else if (length > type.max || length < type.min)
    report('length', lengthWords(type), `${length} characters`);
  if (!PRINTABLE.test(text)) {
    const match = STRANGE.exec(text);
    const point = match?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    report('characters', 'printable ASCII', `U+${point} at ${(match?.index ?? 0) + 1}`);
  } else if (length > 0 && text.trim() === '') {
    report('characters', 'at least one character that is not a blank', 'blanks');
  } else if (type.pattern !== undefined && length > 0 && !type.pattern.test(text)) {
    report('pattern', type.pattern.words, `${length} characters of another form`);
  } else if (type.codes !== undefined && length > 0 && !type.codes.includes(text)) {
    report('code', `one of ${type.codes.join(', ')}`, text.length <= 15 ? text : `${length} characters`);
  }
}

const lengthWords = ({ min, max }: TextType): string =>
  min === max ? `${min} characters` : `${min} to ${max} characters`;

/** Writes a message as a tree and reports everything wrong with it. Never throws on data. */
export function encode(message: unknown, options: EncodeOptions): Encoded {
  const walk = new Walk(options);
  const done = (root: Branch | undefined): Encoded => ({
    root,
    findings: walk.findings,
    warnings: walk.warnings,
  });
  if (!isObject(message)) {
    walk.find(undefined, 'type', 'a message', typeName(message));
    return done(undefined);
  }
  const { type } = message;
  if (typeof type !== 'string' || !isMessageType(type)) {
    walk.find(
      { up: undefined, element: 'Body', key: 'type' },
      'code',
      `one of ${MESSAGE_TYPES.join(', ')}`,
      'none of them',
    );
    return done(undefined);
  }
  const root = body(walk, message, type);
  if (message['unmodelled'] !== undefined) {
    placeUnmodelled(root, message['unmodelled'], (parent, found) =>
      walk.find(
        { up: undefined, element: parent, key: 'unmodelled' },
        'unknown',
        'a place that this version has',
        found,
      ),
    );
  }
  return done(root);
}

function body(walk: Walk, message: Model, type: MessageType): Branch {
  const parts = messageParts(type, walk.options);
  const { header } = message;
  const headerTrail: Trail = { up: undefined, element: 'Header', key: 'header' };
  const headerNodes: Branch[] = [];
  if (isObject(header)) {
    if (!(type === 'CancelRx' && walk.options.form === 'json'))
      walk.knows(parts.header.keys, header, headerTrail);
    headerNodes.push(...walk.rows(parts.header, header, headerTrail));
  } else {
    walk.find(headerTrail, 'required', 'an object', typeName(header));
  }
  walk.reduces = type === 'CancelRx';
  walk.knows(new Set(['type', 'header', 'unmodelled', ...parts.body.keys]), message, undefined);
  const bodyTrail: Trail = {
    up: { up: undefined, element: 'Body', key: undefined },
    element: type,
    key: undefined,
  };
  const bodyNodes = walk.rows(parts.body, message, bodyTrail);
  return {
    name: 'Message',
    text: '',
    attributes: walk.options.attributes,
    children: [
      { name: 'Header', text: '', children: headerNodes, part: rootPart(parts.header) },
      {
        name: 'Body',
        text: '',
        children: [{ name: type, text: '', children: bodyNodes, part: rootPart(parts.body, type) }],
      },
    ],
  };
}

const roots = new WeakMap<Parts, Part>();

/** A row for Header or the message element itself, so that what is added later finds its place by the same table. */
function rootPart(inner: Parts, element = 'Header'): Part {
  const known = roots.get(inner);
  if (known !== undefined) return known;
  const part: Part = {
    field: { kind: 'group', element, min: 1, max: 1, fields: [], marker: true },
    index: 0,
    open: `<${element}>`,
    close: `</${element}>`,
    inner,
  };
  roots.set(inner, part);
  return part;
}

const branch = (part: Part, children: Branch[]): Branch => ({
  name: part.field.element,
  text: '',
  children,
  part,
});

function speaksOf(parts: Parts, model: Model): boolean {
  for (const key of parts.keys) if (model[key] !== undefined) return true;
  return false;
}

const isObject = (value: unknown): value is Model =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
};

function pathOf(trail: Trail | undefined): string {
  if (trail === undefined) return '';
  const before = pathOf(trail.up);
  if (trail.element === '') return before;
  return before === '' ? trail.element : `${before}/${trail.element}`;
}

function fieldOf(trail: Trail | undefined): string {
  if (trail === undefined) return '';
  const before = fieldOf(trail.up);
  if (trail.key === undefined) return before;
  return before === '' ? trail.key : `${before}.${trail.key}`;
}
