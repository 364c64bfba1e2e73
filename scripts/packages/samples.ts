// Takes the TypeScript samples out of a package's README: each is a file that a reader saves, and says in comments what it prints.
import { readFileSync } from 'node:fs';

export interface Sample {
  /** The name in its first line, which other samples import; else one of its own. */
  readonly file: string;
  /** The heading that it stands under. */
  readonly title: string;
  readonly code: string;
  /** Each line that it prints, from the comments `// → …`. */
  readonly prints: readonly string[];
}

/** In the order of the page. Signatures and other fragments import nothing and are no samples. */
export function samplesOf(readme: string): readonly Sample[] {
  const markdown = readFileSync(readme, 'utf8');
  const found = markdown.matchAll(/^```ts\n((?:\/\/ ([\w-]+\.ts)\n)?import [^]*?)^```$/gm);
  return Array.from(found, ({ 1: code = '', 2: name, index }, number) => ({
    file: name ?? `sample-${number + 1}.ts`,
    title: [...markdown.slice(0, index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '',
    code,
    prints: Array.from(code.matchAll(/\/\/ → (.*)/g), ([, line = '']) => line),
  }));
}
