// From a tree to a typed message: by local name, in any order, in either version's shape; what the model lacks is kept with its path.

import { ScriptError } from '../errors.ts';
import { MAX_WARNINGS } from '../limits.ts';
import { type Element, isEmpty } from '../model/element.ts';
import type { MessageType, Received, Unmodelled } from '../model/messages.ts';
import type { Leaf, Opaque, Version } from '../table/field.ts';
import { isMessageType } from '../table/messages.ts';
import { messageParts, type Part, type Parts } from '../table/parts.ts';
import { collapsed, isPrintable, paddedWidth } from '../table/text.ts';
import type { Warning } from './encode.ts';
import { saysNothing } from './trail.ts';

export interface Decoded {
  readonly message: Received;
  /** How many elements were found that only this version has. */
  readonly shapes: Readonly<Record<Version, number>>;
  readonly warnings: readonly Warning[];
  /** Where elements stand that the standard has and the model does not. */
  readonly unchecked: readonly string[];
  /** Elements that only one version has, with their paths. */
  readonly strays: (shape: Version) => readonly string[];
}

type Model = Record<string, unknown>;

/** Where we are: a chain, so that the good case builds no strings. */
interface Path {
  readonly up: Path | undefined;
  readonly name: string;
}

const pathOf = (path: Path | undefined): string => {
  if (path === undefined) return '';
  const before = pathOf(path.up);
  return before === '' ? path.name : `${before}/${path.name}`;
};

class Reader {
  readonly unmodelled: Unmodelled[] = [];
  readonly warnings: Warning[] = [];
  readonly unchecked: string[] = [];
  /** Elements that only one version has. */
  readonly only: { readonly path: Path; readonly version: Version }[] = [];
  /** Objects with nothing in them, at whatever depth. They are not written back, so that one of the same name behind them is taken instead. */
  private readonly idle = new WeakSet<object>();
  readonly shapes: Record<Version, number> = { '2017071': 0, '2023011': 0 };

  warn(path: Path | undefined, rule: string, message: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ path: pathOf(path), rule, message });
  }

  /** Reads the children of `element` into `model`. */
  rows(parts: Parts, element: Element, model: Model, path: Path): void {
    let last = -1;
    let previous: string | undefined;
    let counts: Map<Part, number> | undefined;
    for (const child of element.children) {
      const part = pick(parts, child);
      if (part === undefined) {
        this.keep(child, part, path, previous);
      } else {
        if (part.index >= last) last = part.index;
        else this.warn({ up: path, name: child.name }, 'order', 'out of order');
        if (part.field.kind === 'opaque') {
          counts ??= new Map();
          const count = (counts.get(part) ?? 0) + 1;
          counts.set(part, count);
          this.opaque(part.field, child, path, count);
          this.keep(child, part, path, previous);
        } else if (!this.take(part, child, element, model, path)) this.keep(child, part, path, previous);
      }
      previous = child.name;
    }
  }

  /** What can be said of an element without a model: how often it stands there, that it says something, and in which characters. */
  private opaque(field: Opaque, child: Element, up: Path, count: number): void {
    const path: Path = { up, name: count === 1 ? child.name : `${child.name}[${count}]` };
    this.unchecked.push(pathOf(path));
    if (count > field.max) this.warn(path, 'unexpected', 'repeated');
    if (field.bare !== true && collapsed(child.text) === '' && child.children.length === 0)
      this.warn(path, 'empty', 'nothing inside');
    if (field.words === true ? child.children.length > 0 : collapsed(child.text) !== '')
      this.warn(path, 'unexpected', 'of another form');
    this.kept(child, path);
  }

  private kept(element: Element, path: Path): void {
    for (const attribute in element.attributes)
      if (attribute !== 'Version' || element.name !== 'DigitalSignature')
        this.warn(path, 'attribute', 'unknown attribute');
    if (!isPrintable(collapsed(element.text))) this.warn(path, 'characters', 'not printable ASCII');
    for (const child of element.children) this.kept(child, { up: path, name: child.name });
  }

  /** Reads one element into the model; false when it has no property for it or it does not fit. */
  private take(part: Part, child: Element, siblings: Element, model: Model, path: Path): boolean {
    const { field } = part;
    if (field.only !== undefined) {
      this.shapes[field.only] += 1;
      this.only.push({ path: { up: path, name: child.name }, version: field.only });
    }
    if (field.key === undefined) return this.wrapper(part, child, model, path);
    const known = model[field.key];
    const count = Array.isArray(known) ? known.length : Number(known !== undefined && !this.isIdle(known));
    if (count >= field.max) return false;
    const name = count === 0 ? child.name : `${child.name}[${count + 1}]`;
    const kept = this.unmodelled.length;
    const value = this.value(part, child, siblings, path, name);
    if (value === undefined) return false;
    if (this.isIdle(known)) this.warn({ up: path, name }, 'unexpected', 'repeated');
    if (field.kind === 'group' && this.unmodelled.length === kept && saysNothing(value)) {
      if (field.max > 1) {
        this.warn({ up: path, name }, 'empty', 'nothing inside');
        return true;
      }
      this.idle.add(value);
    }
    if (field.max === 1) model[field.key] = value;
    else if (Array.isArray(known)) known.push(value);
    else model[field.key] = [value];
    return true;
  }

  private isIdle(known: unknown): boolean {
    return typeof known === 'object' && known !== null && this.idle.has(known);
  }

  private wrapper(part: Part, child: Element, model: Model, path: Path): boolean {
    if (child.text.trim() !== '') return false;
    for (const key of part.inner.keys) if (model[key] !== undefined && !this.isIdle(model[key])) return false;
    const here = { up: path, name: child.name };
    if (child.children.length === 0) this.warn(here, 'empty', 'nothing inside');
    this.attributes(child, undefined, here);
    this.rows(part.inner, child, model, here);
    return true;
  }

  private value(part: Part, child: Element, siblings: Element, up: Path, name: string): unknown {
    const { field } = part;
    if (field.kind === 'leaf')
      return child.children.length > 0 ? undefined : this.leaf(field, child, siblings, up, name);
    const path = { up, name };
    if (field.kind === 'moment') return this.moment(child, path);
    return child.text.trim() === '' ? this.group(part, child, path) : undefined;
  }

  private leaf(field: Leaf, child: Element, siblings: Element, up: Path, name: string): unknown {
    const text = child.number === true ? this.padded(field, child, siblings, { up, name }) : child.text;
    if (child.attributes !== undefined) this.attributes(child, field.attribute?.name, { up, name });
    if (field.attribute === undefined) return text;
    const { name: attribute, key, textKey } = field.attribute;
    const beside = child.attributes?.[attribute];
    return beside === undefined ? { [textKey]: text } : { [textKey]: text, [key]: beside };
  }

  /** A JSON number that lost its leading zeros gets them back, where the standard fixes the length. */
  private padded(field: Leaf, child: Element, siblings: Element, path: Path): string {
    const { text } = child;
    const width = paddedWidth(text, field.type);
    if (width === undefined || !/^[0-9]+$/.test(text)) return text;
    if (field.padIf !== undefined) {
      const { sibling, value } = field.padIf;
      if (!siblings.children.some((other) => other.name === sibling && other.text === value)) return text;
    }
    this.warn(path, 'padded', 'leading zeros restored');
    return text.padStart(width, '0');
  }

  private moment(child: Element, path: Path): string | undefined {
    const [only, second] = child.children;
    if (only === undefined || second !== undefined || only.children.length > 0) return undefined;
    const fits =
      only.name === 'DateTime' ? only.text.includes('T') : only.name === 'Date' && !only.text.includes('T');
    if (!fits) return undefined;
    this.attributes(child, undefined, path);
    this.attributes(only, undefined, { up: path, name: only.name });
    return only.text;
  }

  private group(part: Part, child: Element, path: Path): Model | undefined {
    const { field, inner } = part;
    if (field.kind !== 'group') return undefined;
    if (field.choice !== undefined) return this.choice(part, field.choice, child, path);
    this.attributes(child, undefined, path);
    const second = field.oneOf === true ? child.children[1] : undefined;
    if (second !== undefined) this.warn({ up: path, name: second.name }, 'unexpected', 'one of them only');
    const model: Model = {};
    this.rows(inner, child, model, path);
    return field.view === undefined ? model : field.view.read(model);
  }

  private choice(part: Part, choice: string, child: Element, path: Path): Model | undefined {
    const chosen = child.children.find(({ name, text }) => part.inner.byName.has(name) && text.trim() === '');
    const branch = chosen === undefined ? undefined : part.inner.byName.get(chosen.name)?.[0];
    if (chosen === undefined || branch === undefined) return undefined;
    const model: Model = { [choice]: chosen.name };
    const here = { up: path, name: chosen.name };
    this.attributes(child, undefined, path);
    this.attributes(chosen, undefined, here);
    this.rows(branch.inner, chosen, model, here);
    this.others(child, chosen, path);
    return model;
  }

  /** Keeps every child but the one that was read. */
  others(element: Element, chosen: Element, path: Path | undefined): void {
    let previous: string | undefined;
    for (const child of element.children) {
      if (child !== chosen) this.keep(child, undefined, path, previous);
      previous = child.name;
    }
  }

  /** Keeps attributes that the model lacks. Namespaces and schema locations say nothing about the prescription. */
  attributes(element: Element, modelled: string | undefined, path: Path): void {
    if (element.attributes === undefined) return;
    for (const [attribute, value] of Object.entries(element.attributes)) {
      if (attribute === modelled) continue;
      const declared = declarationOf(attribute, value);
      if (declared !== undefined) {
        this.warn(path, declared.rule, declared.message);
      } else {
        this.unmodelled.push({ parent: pathOf(path), attribute, value });
        this.warn(path, 'attribute', 'unknown attribute');
      }
    }
  }

  keep(element: Element, part: Part | undefined, path: Path | undefined, after: string | undefined): void {
    // A repetition with nothing in it says nothing; written back, it would be read as the first where that one is left out as empty.
    const isIdle = part !== undefined && part.field.kind !== 'opaque' && isEmpty(element);
    if (!isIdle)
      this.unmodelled.push({ parent: pathOf(path), ...(after === undefined ? {} : { after }), element });
    if (part?.field.kind === 'opaque') return;
    const rule = part === undefined ? 'unknown' : 'unexpected';
    const message = part === undefined ? 'unknown element' : 'repeated, or of another form';
    this.warn({ up: path, name: element.name }, rule, message);
  }
}

/**
 * What an attribute of XML itself is: undefined for any other. Declarations and the place of a schema say nothing about the
 * prescription; a namespace, though, makes another element of one that the standard has without.
 */
export function declarationOf(name: string, value: string): Omit<Warning, 'path'> | undefined {
  if (name === 'xmlns' && value !== '') return { rule: 'foreign', message: 'a namespace, left out' };
  const declares = name === 'xmlns' || name.startsWith('xmlns:') || name.startsWith('xsi:');
  return declares ? { rule: 'namespace', message: 'namespaces are left out' } : undefined;
}

/** Reads the tree of a document whose root is `Message`. Throws only when there is no body of a known type. */
export function decode(root: Element): Decoded {
  const body = root.children.find((child) => child.name === 'Body');
  const payload = body?.children.find((child) => isMessageType(child.name));
  if (body === undefined || payload === undefined) {
    throw new ScriptError('unsupported-message');
  }
  const type = payload.name as MessageType;
  const parts = messageParts(type, { shape: 'any', content: 'full', form: 'xml' });
  const reader = new Reader();
  const message: Model = { type };
  const bodyPath: Path = { up: undefined, name: 'Body' };

  const headerPath: Path = { up: undefined, name: 'Header' };
  const header = root.children.find((child) => child.name === 'Header' && child.text.trim() === '');
  if (header !== undefined) {
    const model: Model = {};
    reader.attributes(header, undefined, headerPath);
    reader.rows(parts.header.inner, header, model, headerPath);
    message['header'] = model;
  }
  if (header !== undefined && root.children.indexOf(header) > root.children.indexOf(body))
    reader.warn(headerPath, 'order', 'out of order');
  let previous: string | undefined;
  const seen = new Set<Element>();
  for (const child of root.children) {
    // A second one stays behind the first of its name: before it, it would be the one that is read.
    const first = [header, body].find((one) => one?.name === child.name && seen.has(one));
    if (child !== header && child !== body)
      reader.keep(child, undefined, undefined, first === undefined ? previous : first.name);
    seen.add(child);
    previous = child.name;
  }
  reader.attributes(body, undefined, bodyPath);
  reader.others(body, payload, bodyPath);
  const path: Path = { up: bodyPath, name: type };
  reader.attributes(payload, undefined, path);
  reader.rows(parts.root.inner, payload, message, path);
  if (reader.unmodelled.length > 0) message['unmodelled'] = reader.unmodelled;
  const { shapes, warnings, unchecked, only } = reader;
  const strays = (shape: Version): string[] =>
    only.flatMap(({ path, version }) => (version === shape ? [] : [pathOf(path)]));
  return { message: message as unknown as Received, shapes, warnings, unchecked, strays };
}

/** The row an element is written by: the versions have rows of one name and different kinds. */
function pick(parts: Parts, child: Element): Part | undefined {
  const candidates = parts.byName.get(child.name);
  if (candidates === undefined || candidates.length === 1) return candidates?.[0];
  const kind = child.children.length > 0 ? 'group' : 'leaf';
  const fitting = candidates.find(({ field }) => field.kind === kind) ?? candidates[0];
  // What one version models and the other keeps as it came (a compound): nothing inside is known, so it is of the other.
  const asItCame = candidates.find(({ field }) => field.kind === 'opaque');
  const isKnown = child.children.some(({ name }) => fitting?.inner.byName.has(name));
  return asItCame !== undefined && kind === 'group' && !isKnown ? asItCame : fitting;
}
