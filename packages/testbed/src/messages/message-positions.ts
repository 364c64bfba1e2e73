// Every position that the standard's tables have in the messages we send, and what stands at a position of a built one.
import type { Field } from '@pestle/script/table/field';
import { messageParts, type Parts } from '@pestle/script/table/parts';
import type { TextType } from '@pestle/script/table/text';

export type Version = '2017071' | '2023011';
export type Form = 'xml' | 'json';

export interface Position {
  readonly path: string;
  /** A text that the position takes; undefined for a group, which takes none. */
  readonly sample: string | undefined;
}

/** All positions of NewRx and CancelRx in a version: texts, attributes and groups. */
export function positionsOf(version: Version): readonly Position[] {
  return (['NewRx', 'CancelRx'] as const).flatMap((type) => {
    const { header, root } = messageParts(type, { shape: version, content: 'full', form: 'xml' });
    return [...inside(header.inner, 'Header'), ...inside(root.inner, `Body/${type}`)];
  });
}

function inside({ list }: Parts, parent: string): Position[] {
  return list.flatMap(({ field, inner }): Position[] => {
    const path = `${parent}/${field.element}`;
    if (field.kind === 'leaf') return [{ path, sample: sampleOf(field.type) }, ...attributeOf(field, path)];
    if (field.kind === 'moment')
      return [
        { path: `${path}/Date`, sample: '2026-01-01' },
        { path: `${path}/DateTime`, sample: '2026-01-01T00:00:00Z' },
      ];
    return [{ path, sample: undefined }, ...inside(inner, path)];
  });
}

function attributeOf(field: Field & { kind: 'leaf' }, path: string): Position[] {
  return field.attribute === undefined
    ? []
    : [{ path: `${path}/@${field.attribute.name}`, sample: sampleOf(field.attribute.type) }];
}

function sampleOf({ name, min, codes, pattern }: TextType): string {
  const [code] = codes ?? [];
  if (code !== undefined) return code;
  if (name === 'Date') return '2026-01-01';
  if (name === 'DateTime') return '2026-01-01T00:00:00Z';
  return pattern === undefined ? 'x' : '1'.repeat(min);
}

/** Every text at a path of a document, whichever of several elements has it. */
export function textsAt(document: string, form: Form, path: string): readonly string[] {
  const steps = ['Message', ...path.replaceAll(/\[\d+\]/g, '').split('/')];
  return form === 'json' ? inJson([JSON.parse(document)], steps) : inXml(document, steps.join('/'));
}

function inJson(here: readonly unknown[], steps: readonly string[]): readonly string[] {
  const [step, ...rest] = steps;
  if (step === undefined) return here.map(String);
  const found = here.flatMap((value) => (value as Record<string, unknown> | null)?.[step] ?? []);
  return inJson(found, rest);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?');

function inXml(document: string, path: string): readonly string[] {
  const found: string[] = [];
  const open: string[] = [];
  for (const [, end, name = '', attributes = '', text] of document.matchAll(
    /<(\/?)([A-Za-z0-9]+)([^>]*)>|([^<>]+)/g,
  )) {
    if (text !== undefined) {
      if (open.join('/') === path) found.push(plain(text));
      continue;
    }
    if (end === '/') open.pop();
    else open.push(name);
    for (const [, key, value = ''] of attributes.matchAll(/ (\w+)="([^"]*)"/g))
      if (`${open.join('/')}/@${key}` === path) found.push(plain(value));
    if (attributes.endsWith('/')) open.pop();
  }
  return found;
}
