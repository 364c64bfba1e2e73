// Every field of a NewRx and a CancelRx, in both versions: a document that says all there is, broken in one place at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRx } from '@pestle/testbed/messages/script-messages';
import { build, check, type Version } from '../src/index.ts';
import type { Element } from '../src/model/element.ts';
import { messageParts, type Part, type Parts } from '../src/table/parts.ts';
import type { TextType } from '../src/table/text.ts';
import { writeXml } from '../src/wire/xml-write.ts';

/** An element of a document that may be changed, with the row that it stands for; `Date` and the like have none. */
interface Node extends Element {
  text: string;
  children: Node[];
  attributes?: Record<string, string>;
  part?: Part;
}

const node = (name: string, text: string, children: Node[] = [], part?: Part): Node => ({
  name,
  text,
  children,
  ...(part && { part }),
});

/** A text that a type allows, as long as it may be where that is asked for. */
function sample({ name, codes, min, max, pattern }: TextType, long = false): string {
  if (codes !== undefined) return [...codes][0] ?? '';
  if (name === 'DateTime') return '2026-01-02T03:04:05Z';
  if (name === 'Date') return '2026-01-02';
  const length = long && Number.isFinite(max) ? max : Math.max(min, 1);
  return (pattern === undefined ? 'A' : '1').repeat(length);
}

/** Everything that a table has, once; of a choice the first. */
function whole(parts: Parts): Node[] {
  const seen = new Set<string>();
  return parts.list.flatMap((part): Node[] => {
    const { field } = part;
    if (seen.has(field.element)) return [];
    seen.add(field.element);
    if (field.kind === 'opaque')
      return [
        field.words === true
          ? node(field.element, 'A', [], part)
          : node(field.element, '', [node('Inside', 'A')], part),
      ];
    if (field.kind === 'moment')
      return [node(field.element, '', [node('DateTime', '2026-01-02T03:04:05Z')], part)];
    if (field.kind === 'leaf') {
      const made = node(field.element, sample(field.type), [], part);
      if (field.attribute !== undefined)
        made.attributes = { [field.attribute.name]: sample(field.attribute.type) };
      return [made];
    }
    const inner = whole(part.inner);
    return [node(field.element, '', field.oneOf === true ? inner.slice(0, 1) : inner, part)];
  });
}

const ATTRIBUTES = Object.fromEntries(
  [...build(newRx).text.matchAll(/(\w+Version|TransactionDomain)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

interface Broken {
  readonly what: string;
  readonly refused: boolean;
  /** Changes the element, or its place among those around it; answers how to undo it. */
  readonly change: (at: Node, around: Node) => void;
}

const required = (parts: Parts): boolean => parts.list.some(({ field }) => field.min > 0);
const repeat = (times: number) => (at: Node, around: Node) => {
  const index = around.children.indexOf(at);
  around.children.splice(index, 1, ...Array.from({ length: times }, () => at));
};

/** What may be done to any element, and what the standard says of it. */
function anyChange({ field, inner }: Part, around: Node): Broken[] {
  const changes: Broken[] = [
    {
      what: 'absent',
      refused: field.min > 0 || (around.children.length === 1 && around.part?.field.key === undefined),
      change: (at, { children }) => children.splice(children.indexOf(at), 1),
    },
    {
      what: 'an unknown attribute',
      refused: true,
      change: (at) => {
        at.attributes = { ...at.attributes, Foo: '1' };
      },
    },
    {
      what: 'a default namespace',
      refused: true,
      change: (at) => {
        at.attributes = { ...at.attributes, xmlns: 'urn:x' };
      },
    },
    {
      what: 'an unknown sibling',
      refused: true,
      change: (at, { children }) => children.splice(children.indexOf(at), 0, node('Foo', 'A')),
    },
    {
      what: 'once more than it may',
      refused: true,
      change: repeat(Number.isFinite(field.max) ? field.max + 1 : 0),
    },
    {
      what: 'as often as it may',
      refused: false,
      change: repeat(Number.isFinite(field.max) ? field.max : 12),
    },
    {
      what: 'out of order',
      refused: true,
      change: (at, { children }) => {
        children.splice(children.indexOf(at), 1);
        if (at.part !== undefined && children.some(({ part }) => (part?.index ?? 0) > (at.part?.index ?? 0)))
          children.push(at);
        else children.unshift(at);
      },
    },
  ];
  const empties =
    field.kind === 'leaf'
      ? !field.type.free
      : field.kind === 'group'
        ? field.key === undefined || required(inner)
        : field.kind !== 'opaque' || field.bare !== true;
  changes.push({
    what: 'empty',
    refused: empties,
    change: (at) => {
      at.text = '';
      at.children = [];
    },
  });
  return changes.filter(({ what }) => {
    if (what === 'out of order') return around.children.length > 1 && around.part?.field.kind !== undefined;
    return !(what === 'once more than it may' && !Number.isFinite(field.max));
  });
}

/** What may be done to a text. */
function textChanges(type: TextType): Broken[] {
  const to = (what: string, text: string, refused = true): Broken => ({
    what,
    refused,
    change: (at) => {
      at.text = text;
    },
  });
  const changes = [
    to('a letter outside ASCII', `${sample(type)}é`, !type.free),
    to('blanks only', '   ', !type.free),
    to('a line end within', 'A\nB', !type.free),
    to('as long as it may be', sample(type, true), false),
  ];
  if (Number.isFinite(type.max))
    changes.push(to('too long by one', `${sample({ ...type, codes: undefined }, true)}1`));
  if (type.min > 1) changes.push(to('too short by one', sample(type).slice(1)));
  if (type.codes !== undefined)
    changes.push(
      to('outside its list', 'ZZ9'),
      to('blanks around a code', ` ${sample(type)}`, !type.collapse),
    );
  if (type.pattern !== undefined)
    changes.push(to('of another form', 'x'.repeat(Math.max(type.min, 1))), to('negative', '-1'));
  if (type.collapse) changes.push(to('blanks around', `\n ${sample(type)}\t`, false));
  return changes;
}

const CASES = (['2017071', '2023011'] as const).flatMap((version) =>
  (['NewRx', 'CancelRx'] as const).map((type) => [type, version] as const),
);

function documentOf(
  type: 'NewRx' | 'CancelRx',
  version: Version,
): { root: Node; message: Node; header: Node } {
  const parts = messageParts(type, { shape: version, content: 'full', form: 'xml' });
  const header = node('Header', '', whole(parts.header.inner), parts.header);
  const message = node(type, '', whole(parts.root.inner), parts.root);
  const root = node('Message', '', [header, node('Body', '', [message])]);
  root.attributes = { ...ATTRIBUTES };
  return { root, message, header };
}

for (const [type, version] of CASES)
  test(`${type} ${version}: every field, broken in every way that its row forbids and in none that it allows`, () => {
    const options = { version, cancelContent: 'full' } as const;
    const { root, header, message } = documentOf(type, version);
    assert.deepEqual([...check(writeXml(root), options)], [], 'all that there is');
    let tried = 0;
    // One row stands at many places (every telephone is like the other): each is tried once.
    const rows = new Set<Part>();
    const attempt = (at: Node, around: Node, path: string, { what, refused, change }: Broken): void => {
      const before = {
        children: [...around.children],
        own: [...at.children],
        text: at.text,
        attributes: at.attributes,
      };
      change(at, around);
      const found = check(writeXml(root), options);
      if (found.length > 0 !== refused) assert.fail(`${path} ${what}: ${JSON.stringify(found)}`);
      around.children = before.children;
      at.children = before.own;
      at.text = before.text;
      if (before.attributes === undefined) delete at.attributes;
      else at.attributes = before.attributes;
      tried += 1;
    };
    const walk = (around: Node, path: string): void => {
      const all = [...around.children];
      for (const at of all) {
        const { part } = at;
        if (part === undefined || rows.has(part)) continue;
        rows.add(part);
        const here = `${path}/${at.name}`;
        const { field } = part;
        for (const broken of anyChange(part, around)) attempt(at, around, here, broken);
        if (field.kind === 'leaf') {
          for (const broken of textChanges(field.type)) attempt(at, around, here, broken);
          attempt(at, around, here, {
            what: 'an element in a text',
            refused: true,
            change: () => {
              at.text = '';
              at.children = [node('Foo', 'A')];
            },
          });
          if (field.attribute !== undefined) {
            const { name } = field.attribute;
            for (const value of ['', 'ZZ9', 'é'])
              attempt(at, around, `${here}/@${name}`, {
                what: `"${value}"`,
                refused: true,
                change: () => {
                  at.attributes = { [name]: value };
                },
              });
          }
        } else if (field.kind !== 'opaque') {
          attempt(at, around, here, {
            what: 'an unknown child',
            refused: true,
            change: () => at.children.push(node('Foo', 'A')),
          });
          if (field.kind === 'group') walk(at, here);
        }
      }
    };
    walk(header, 'Header');
    walk(message, `Body/${type}`);
    assert.ok(tried > 1000, `${tried} documents`);
  });
