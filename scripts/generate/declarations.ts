// What a package exports, with the words that stand above each declaration in its code: the source of its reference page and of the test
// that none is without words. Reads the code as text, which the formatter keeps in one form.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GENERATED_NOTE, table } from './markdown.ts';

export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'type';
  /** What stands above it, in one line; empty where nothing does. Examples are left out: the readme has those that a test runs. */
  readonly words: string;
  /** The same, with its paragraphs, lists and tables. */
  readonly prose: string;
  /** It as its user sees it: with its members and their words, without how it works. */
  readonly code: string;
  /** Of a type or class with members. */
  readonly members: readonly Member[];
  /** Where it is declared, from the root of the repository. */
  readonly file: string;
  /** Of the workspace only: the types that are published leave it out. */
  readonly internal: boolean;
}

/** A property or method. */
export interface Member {
  readonly name: string;
  readonly words: string;
  /** With its words, as it stands in the type. */
  readonly code: string;
}

interface Entry {
  /** What a program imports it from. */
  readonly specifier: string;
  readonly declarations: readonly Declaration[];
}

const COMMENT = String.raw`(?:\/\*\*(?<comment>(?:(?!\*\/).)*)\*\/\n)?`;
const DECLARED = new RegExp(
  String.raw`${COMMENT}^export (?:declare )?(?:async )?(?:abstract )?(?<kind>function|class|const|type|interface) (?<name>\w+)`,
  'gms',
);
const HANDED_ON = new RegExp(
  String.raw`${COMMENT}^export (?:type )?(?:\{(?<names>[^}]*)\}|\*) from '(?<from>[^']+)';`,
  'gms',
);
const KINDS = {
  function: 'function',
  class: 'class',
  const: 'constant',
  type: 'type',
  interface: 'type',
} as const;

/** Everything that others may import from a package, by entry, in the order of its manifest. What is `@internal` is left out. */
export function publicDeclarations(root: string, folder: string): readonly Entry[] {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string>>;
    readonly publishConfig?: { readonly exports?: Readonly<Record<string, string>> };
  };
  // Patterns are for the workspace alone, and so is what the published manifest does not name.
  const { name, exports, publishConfig } = manifest;
  const entries = Object.entries(publishConfig?.exports ?? exports).filter(([entry]) => !entry.includes('*'));
  return entries.map(([entry, file]) => ({
    specifier: `${name}${entry.slice(1)}`,
    declarations: declarationsOf(root, join(folder, file)).filter(({ internal }) => !internal),
  }));
}

/** What a file exports, its own and what it hands on from others. Throws for what it hands on and nobody declares. */
export function declarationsOf(root: string, file: string): readonly Declaration[] {
  const source = readFileSync(join(root, file), 'utf8');
  const own = Array.from(source.matchAll(DECLARED), ({ groups = {}, index, 0: head }) => {
    const { comment = '', name = '' } = groups;
    const keyword = (groups['kind'] ?? 'type') as keyof typeof KINDS;
    const text = declarationText(source, index + head.lastIndexOf('export '), keyword);
    const isOpen = keyword === 'class' || keyword === 'interface';
    const members = isOpen ? membersOf(text) : [];
    return {
      name,
      kind: KINDS[keyword],
      words: plainWords(comment),
      prose: proseOf(comment),
      code: isOpen ? withMembers(text, members) : text,
      members,
      file: file.replaceAll('\\', '/'),
      internal: isInternal(comment),
    };
  });
  const handedOn = Array.from(source.matchAll(HANDED_ON)).flatMap(({ groups = {} }) => {
    const { comment, names, from = '' } = groups;
    const there = declarationsOf(root, join(dirname(file), from));
    const wanted = names?.split(',').map((one) => one.trim().replace(/^type /, ''));
    const found = wanted?.filter((name) => name !== '').map((name) => declaredAs(name, there, from)) ?? there;
    return isInternal(comment) ? found.map((one) => ({ ...one, internal: true })) : found;
  });
  return [...own, ...handedOn];
}

function declaredAs(name: string, there: readonly Declaration[], from: string): Declaration {
  const found = there.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${from} does not declare ${name}.`);
  return found;
}

function isInternal(comment: string | undefined): boolean {
  return comment?.includes('@internal') ?? false;
}

/** A type as it stands; of a function what comes before its body, of a constant what comes before its value. */
function declarationText(source: string, start: number, keyword: keyof typeof KINDS): string {
  const rest = source.slice(start);
  if (keyword === 'class' || keyword === 'interface') return rest.slice(0, rest.search(/^\}/m) + 1);
  if (keyword === 'const') return `${(rest.split('\n', 1)[0] ?? '').replace(/;$| =(?: [^']*)?$/, '')};`;
  return `${upToEnd(rest, keyword === 'function')};`;
}

/** Up to the semicolon outside of all brackets; with `hasBody`, up to the brace there that ends its line. */
function upToEnd(text: string, hasBody: boolean): string {
  let depth = 0;
  for (const [at, character] of text.split('').entries()) {
    if (depth === 0 && (character === ';' || (hasBody && text.startsWith('{\n', at))))
      return text.slice(0, at).trimEnd();
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return text;
}

/** The members that others may use: what stands at the first indentation, without bodies. */
function membersOf(declaration: string): readonly Member[] {
  const found = declaration.matchAll(
    /(?: {2}\/\*\*(?<comment>(?:(?!\*\/).)*)\*\/\n)?^ {2}(?<member>(?:(?:static|readonly|override|async|get|set|declare) )*(?<name>#?\w+|\[[\w.]+\])[?!]?[(:<= ].*?)(?=\n {2}[^ })\]]|\n\n|\n\})/gms,
  );
  return Array.from(found).flatMap(({ groups = {} }) => {
    const { comment = '', member = '', name = '' } = groups;
    if (name.startsWith('#') || isInternal(comment)) return [];
    const above = comment === '' ? '' : `  /**${comment}*/\n`;
    return [{ name, words: plainWords(comment), code: `${above}  ${upToEnd(member, true)};` }];
  });
}

function withMembers(text: string, members: readonly Member[]): string {
  const [head = ''] = text.split('\n', 1);
  return `${head}\n${members.map(({ code }) => code).join('\n')}\n}`;
}

function plainWords(comment: string): string {
  return proseOf(comment).replaceAll(/\s+/g, ' ').trim();
}

/** Without the stars of the comment, and without its tags. */
function proseOf(comment: string): string {
  const [words = ''] = comment.split(/^\s*\* @|(?<=\S) @(?=\w+\s*$)/m);
  return words
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** A heading for each declaration: its words, and it as TypeScript shows it. */
export function declarationSections(declarations: readonly Declaration[], heading: string): string {
  return declarations
    .map(
      ({ name, prose, code }) =>
        `${heading} \`${name}\`\n\n${linked(prose)}\n\n\`\`\`ts\n${code.replaceAll('export declare ', 'export ')}\n\`\`\``,
    )
    .join('\n\n');
}

/** A table of declarations by their names. */
export function declarationTable(declarations: readonly Declaration[]): string {
  return table(
    ['name', 'kind', 'what it is'],
    declarations
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, kind, words }) => [`\`${name}\``, kind, words]),
  );
}

/** Pages of the reference are named by their path in the code, which a program's author has not; on the page they are links. */
function linked(prose: string): string {
  return prose.replaceAll(/`?docs\/reference\/([\w-]+)\.md`?/g, '[$1](../reference/$1.md)');
}

/** The page of a package: a table for each of its entries. */
export function declarationReference(root: string, folder: string, introduction: string): string {
  const sections = publicDeclarations(root, folder).map(
    ({ specifier, declarations }) => `## \`${specifier}\`\n\n${declarationTable(declarations)}`,
  );
  return `${GENERATED_NOTE}\n${introduction}\n\n${sections.join('\n\n')}\n`;
}
