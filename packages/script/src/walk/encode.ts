// Walks a typed message in the standard's order, checking every field and handing what it writes to a sink: `build` and `check` are this walk.

import type { Finding, Rule } from '../errors.ts';
import { MAX_FINDINGS, MAX_REPEATS, MAX_REWRITE_FACTOR } from '../limits.ts';
import type { MessageType } from '../model/messages.ts';
import { type Attribute, type Group, type Leaf, leaf, type View, wrap } from '../table/field.ts';
import { isMessageType, MESSAGE_TYPES } from '../table/messages.ts';
import { type Layout, messageParts, type Part, type Parts, partOf } from '../table/parts.ts';
import { collapsed, date, dateTime, faultsOf, isPlain, type TextType } from '../table/text.ts';
import { transliterateName, transliterateText } from '../transliterate.ts';
import { keptPaths } from './insert.ts';
import type { Sink } from './sink.ts';
import { fieldOf, isObject, pathOf, type Trail, typeName } from './trail.ts';

/** Something that was rewritten or read leniently: no error, but worth knowing. */
export interface Warning {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export interface EncodeOptions extends Layout {
  /** Nothing is left out on purpose: what the layout has no place for is found. */
  readonly whole?: boolean;
  /** Rewrite names and signs to ASCII where that is certain. */
  readonly transliterate: boolean;
  /** Attributes of the root. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Encoded {
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
  /** Values of which the standard has a list that is not known here. */
  readonly unchecked: readonly string[];
}

type Model = Readonly<Record<string, unknown>>;
/** The properties of one object, each at the slot that its table gives it. */
type Values = readonly unknown[];

class Walk {
  /** True while a CancelRx is cut to the reduced content: what it does not say is left out on purpose. */
  reduces = false;
  readonly findings: Finding[] = [];
  readonly warnings: Warning[] = [];
  readonly unchecked: string[] = [];
  /** Elements that are kept as they came: one of them may stand for what the model has. */
  kept: ReadonlySet<string> | undefined;
  readonly options: EncodeOptions;
  readonly sink: Sink;

  constructor(options: EncodeOptions, sink: Sink) {
    this.options = options;
    this.sink = sink;
  }

  find(trail: Trail | undefined, rule: Rule, limit: string, found: string): void {
    if (this.findings.length >= MAX_FINDINGS) return;
    this.findings.push({ path: pathOf(trail), field: fieldOf(trail), rule, limit, found });
  }

  /** Writes the elements of one object, in order; true if there were any. */
  rows(parts: Parts, values: Values, trail: Trail | undefined): boolean {
    let wrote = false;
    for (const part of parts.written) {
      const { field } = part;
      if (field.key === undefined) {
        if (this.wrapper(part, values, trail)) wrote = true;
        continue;
      }
      const value = values[part.slot];
      if (value === undefined) {
        if (field.min > 0)
          this.find({ up: trail, element: field.element, key: field.key }, 'required', 'required', 'nothing');
      } else if (field.max > 1) {
        if (this.several(part, field.key, value, trail)) wrote = true;
      } else if (this.one(part, value, trail, field.element, field.key)) {
        wrote = true;
      }
    }
    return wrote;
  }

  private wrapper(part: Part, values: Values, trail: Trail | undefined): boolean {
    if (part.field.min === 0 && !speaksOf(part.inner, values)) return false;
    this.sink.begin(part);
    const wrote = this.rows(part.inner, values, { up: trail, element: part.field.element, key: undefined });
    this.sink.end(part, wrote);
    return wrote;
  }

  private several(part: Part, key: string, value: unknown, trail: Trail | undefined): boolean {
    const { element, max } = part.field;
    if (!Array.isArray(value)) {
      this.find({ up: trail, element, key }, 'type', 'an array', typeName(value));
      return false;
    }
    const most = Math.min(max, MAX_REPEATS);
    if (value.length > most)
      this.find({ up: trail, element, key }, 'cardinality', `at most ${most}`, String(value.length));
    const count = Math.min(value.length, most);
    let wrote = false;
    for (let index = 0; index < count; index += 1) {
      const name = index === 0 ? element : `${element}[${index + 1}]`;
      if (this.one(part, value[index], trail, name, `${key}[${index}]`)) wrote = true;
    }
    return wrote;
  }

  private one(part: Part, value: unknown, up: Trail | undefined, element: string, key: string): boolean {
    const { field } = part;
    if (field.kind === 'group') return this.group(part, field, value, { up, element, key });
    if (field.kind === 'moment') return this.moment(part, value, { up, element, key });
    if (field.kind === 'opaque') return false;
    if (field.attribute !== undefined)
      return this.attributed(part, field, field.attribute, value, { up, element, key });
    const text = this.text(value, field.type, up, element, key);
    if (text === undefined) return false;
    if (field.type.unlisted) this.unchecked.push(pathOf({ up, element, key }));
    this.sink.leaf(part, text);
    return true;
  }

  private moment(part: Part, value: unknown, trail: Trail): boolean {
    const inner = typeof value === 'string' && value.includes('T') ? DATE_TIME : DATE;
    const text = this.text(value, inner.type, trail, inner.type.name, undefined);
    if (text === undefined) return false;
    this.sink.begin(part);
    this.sink.leaf(inner.part, text);
    this.sink.end(part, true);
    return true;
  }

  private attributed(part: Part, field: Leaf, attribute: Attribute, value: unknown, trail: Trail): boolean {
    const { name, key, textKey, type } = attribute;
    if (!isObject(value)) {
      this.find(trail, 'type', `an object with ${textKey}`, typeName(value));
      return false;
    }
    for (const other in value) if (other !== textKey && other !== key) this.unknown(other, value, trail);
    const text = this.text(value[textKey], field.type, trail, '', textKey);
    const beside = value[key] === undefined ? undefined : this.text(value[key], type, trail, `@${name}`, key);
    if (text === undefined) return false;
    this.sink.leaf(part, text, beside === undefined ? undefined : { [name]: beside });
    return true;
  }

  private group(part: Part, field: Group, value: unknown, trail: Trail): boolean {
    const { inner } = part;
    if (!isObject(value)) {
      this.find(trail, 'type', 'an object', typeName(value));
      return false;
    }
    if (field.choice !== undefined) return this.choice(part, field.choice, value, trail);
    if (field.oneOf === true && this.isKept(inner, value, trail)) return true;
    const seen = field.view === undefined ? value : this.viewed(field.view, value, trail);
    const values = this.values(inner, seen, trail);
    this.sink.begin(part);
    const wrote = this.rows(inner, values, trail);
    this.sink.end(part, wrote);
    if (!wrote && field.min > 0) this.find(trail, 'required', 'required', 'nothing');
    const limit = wrote ? field.rule?.(value) : undefined;
    if (limit !== undefined) this.find(trail, 'business', limit, '0');
    return wrote;
  }

  /** Whether what stands here is kept as it came, and the model says nothing of it: an animal, a veterinarian. */
  private isKept({ list }: Parts, value: Model, trail: Trail): boolean {
    const { kept } = this;
    if (kept === undefined || Object.keys(value).length > 0) return false;
    return list.some(({ field }) => field.kind === 'opaque' && kept.has(`${pathOf(trail)}/${field.element}`));
  }

  private choice(part: Part, choice: string, value: Model, trail: Trail): boolean {
    const chosen = part.inner.list.find(({ field }) => field.element === value[choice]);
    if (chosen === undefined) {
      const names = part.inner.list.map(({ field }) => field.element).join(', ');
      this.find({ up: trail, element: '', key: choice }, 'code', `one of ${names}`, 'none of them');
      return false;
    }
    const here: Trail = { up: trail, element: chosen.field.element, key: undefined };
    const values = this.values(chosen.inner, value, here, chosen.inner.keys, choice);
    this.sink.begin(part);
    this.sink.begin(chosen);
    this.rows(chosen.inner, values, here);
    this.sink.end(chosen, true);
    this.sink.end(part, true);
    return true;
  }

  private viewed(view: View, value: Model, trail: Trail): Model {
    for (const key in value) if (!view.keys.has(key)) this.unknown(key, value, trail);
    const { conflict, ...seen } = view.write(value);
    if (typeof conflict === 'string')
      this.find(trail, 'business', conflict, 'codes that this version does not tell apart');
    return seen;
  }

  /**
   * The values of an object by slot. A property that this shape has no place for would be lost without a word
   * (a misspelt `notes`, say): it is found. `keys` narrows what is known, `own` is known besides.
   */
  values(
    parts: Parts,
    model: Model,
    trail: Trail | undefined,
    keys?: ReadonlySet<string>,
    own?: string,
  ): unknown[] {
    const values: unknown[] = [];
    for (const key in model) {
      const slot = parts.slots.get(key);
      if (slot !== undefined && (keys === undefined || keys.has(key))) values[slot] = model[key];
      else if (key !== own) this.unknown(key, model, trail);
    }
    return values;
  }

  private unknown(key: string, model: Model, trail: Trail | undefined): void {
    if (this.reduces || model[key] === undefined) return;
    this.find({ up: trail, element: '', key }, 'unknown', 'no such field', 'a value');
  }

  /** One text: rewritten where that is certain, then checked. Undefined where there is no text at all. */
  private text(
    value: unknown,
    type: TextType,
    up: Trail | undefined,
    element: string,
    key: string | undefined,
  ): string | undefined {
    if (typeof value === 'string' && isPlain(value, type)) return value;
    const here: Trail = { up, element, key };
    if (typeof value !== 'string') {
      const rule = value === undefined ? 'required' : 'type';
      this.find(here, rule, value === undefined ? 'required' : 'text', typeName(value));
      return undefined;
    }
    const said = type.collapse ? collapsed(value) : value;
    const text = this.options.transliterate ? rewrite(said, type) : said;
    if (text !== said) {
      const message = 'rewritten in ASCII';
      this.warnings.push({ path: pathOf(here), rule: 'transliterated', message });
    }
    for (const { rule, limit, found } of faultsOf(text, type)) this.find(here, rule, limit, found);
    return text;
  }
}

const DATE = { type: date, part: partOf(leaf('Date', 1, date)) };
const DATE_TIME = { type: dateTime, part: partOf(leaf('DateTime', 1, dateTime)) };

function rewrite(text: string, { rewrite: how, max }: TextType): string {
  if (how === 'never' || text.length > max * MAX_REWRITE_FACTOR) return text;
  return how === 'name' ? transliterateName(text) : transliterateText(text);
}

/** Walks a message: writes it to the sink and reports everything wrong with it. Never throws on data. */
export function encode(message: unknown, options: EncodeOptions, sink: Sink): Encoded {
  const walk = new Walk(options, sink);
  const { findings, warnings, unchecked } = walk;
  if (!isObject(message)) {
    walk.find(undefined, 'type', 'a message', typeName(message));
    return { findings, warnings, unchecked };
  }
  const { type } = message;
  if (typeof type !== 'string' || !isMessageType(type)) {
    walk.find(
      { up: undefined, element: 'Body', key: 'type' },
      'code',
      `one of ${MESSAGE_TYPES.join(', ')}`,
      'none of them',
    );
    return { findings, warnings, unchecked };
  }
  walk.kept = keptPaths(message['unmodelled']);
  const parts = messageParts(type, options);
  sink.begin(MESSAGE, options.attributes);
  header(walk, parts.header, message, type);
  sink.begin(BODY);
  sink.begin(parts.root);
  walk.reduces = type === 'CancelRx' && options.content === 'reduced' && options.whole !== true;
  const { type: _type, header: _header, unmodelled: _unmodelled, ...rest } = message;
  const values = walk.values(parts.root.inner, walk.reduces ? reducedOf(rest) : rest, undefined);
  walk.rows(parts.root.inner, values, {
    up: { up: undefined, element: 'Body', key: undefined },
    element: type,
    key: undefined,
  });
  sink.end(parts.root, true);
  sink.end(BODY, true);
  sink.end(MESSAGE, true);
  return { findings, warnings, unchecked };
}

function header(walk: Walk, part: Part, message: Model, type: MessageType): void {
  const trail: Trail = { up: undefined, element: 'Header', key: 'header' };
  const value = message['header'];
  walk.sink.begin(part);
  if (isObject(value)) {
    // In JSON the Header of a CancelRx is cut to six fields: the others are left out on purpose (S3).
    walk.reduces = type === 'CancelRx' && walk.options.form === 'json';
    walk.rows(part.inner, walk.values(part.inner, value, trail), trail);
  } else {
    walk.find(trail, 'required', 'an object', typeName(value));
  }
  walk.sink.end(part, true);
}

/** A cancel says nothing of its kind in the reduced content; one that stops refills only must. */
function reducedOf({ changeOfPrescriptionStatusFlag: flag, ...rest }: Model): Model {
  return flag === 'C' || flag === undefined ? rest : { changeOfPrescriptionStatusFlag: flag, ...rest };
}

const MESSAGE = partOf(wrap('Message', 1, []));
const BODY = partOf(wrap('Body', 1, []));

function speaksOf(parts: Parts, values: Values): boolean {
  return parts.written.some(({ slot, inner }) =>
    slot < 0 ? speaksOf(inner, values) : values[slot] !== undefined,
  );
}
