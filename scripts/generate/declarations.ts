// The reference of what rules and SCRIPT export: each public declaration with the words that stand above it in the code.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GENERATED_NOTE, table } from './markdown.ts';

export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'type';
  /** What stands above it; empty where nothing does. Examples are left out: the readme has those that a test runs. */
  readonly words: string;
}

interface Entry {
  /** What a program imports it from. */
  readonly specifier: string;
  readonly declarations: readonly Declaration[];
}

const DECLARED =
  /(?:\/\*\*((?:(?!\*\/).)*)\*\/\n)?^export (?:declare )?(?:async )?(?:abstract )?(function|class|const|type|interface) (\w+)/gms;
const HANDED_ON = /^export (type )?(?:\{([^}]*)\}|\*) from '([^']+)';/gm;
const KINDS = {
  function: 'function',
  class: 'class',
  const: 'constant',
  type: 'type',
  interface: 'type',
} as const;

/** Everything that a package exports, by entry, in the order of its manifest. */
export function publicDeclarations(root: string, folder: string): readonly Entry[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string>>;
  };
  // Patterns are for the workspace alone.
  const entries = Object.entries(exports).filter(([entry]) => !entry.includes('*'));
  return entries.map(([entry, file]) => ({
    specifier: `${name}${entry.slice(1)}`,
    declarations: declarationsOf(join(root, folder, file)),
  }));
}

function declarationsOf(file: string): readonly Declaration[] {
  const source = readFileSync(file, 'utf8');
  const own = Array.from(source.matchAll(DECLARED), ([, words = '', kind = 'type', name = '']) => ({
    name,
    kind: KINDS[kind as keyof typeof KINDS],
    words: plainWords(words),
  }));
  const handedOn = Array.from(source.matchAll(HANDED_ON)).flatMap(([, , names, from = '']) => {
    const there = declarationsOf(join(dirname(file), from));
    if (names === undefined) return there;
    const wanted = names.split(',').map((one) => one.trim().replace(/^type /, ''));
    return wanted
      .filter((name) => name !== '')
      .map((name) => there.find((one) => one.name === name) ?? { name, kind: 'type' as const, words: '' });
  });
  return [...own, ...handedOn];
}

function plainWords(comment: string): string {
  const [words = ''] = comment.split(/^\s*\* @/m);
  return words
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim();
}

/** The page of a package: a table for each of its entries. */
export function declarationReference(root: string, folder: string, introduction: string): string {
  const sections = publicDeclarations(root, folder).map(({ specifier, declarations }) =>
    [
      `## \`${specifier}\``,
      '',
      table(
        ['name', 'kind', 'what it is'],
        declarations
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, kind, words }) => [`\`${name}\``, kind, words]),
      ),
    ].join('\n'),
  );
  return `${GENERATED_NOTE}\n${introduction}\n\n${sections.join('\n\n')}\n`;
}
