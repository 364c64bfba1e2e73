// Loads what a body shares with others at the same time as the body: else a browser finds it only when the body is there.
import type { Plugin } from 'vite';

interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  code?: string;
}
type Files = Readonly<Record<string, Chunk>>;

/** In the entries, `import("./body.js")` begins the imports of the body's own imports as well. */
export const abreast: Plugin = {
  name: 'abreast',
  generateBundle(_options, files) {
    for (const file of Object.values(files as Files)) {
      if (file.isEntry !== true || file.code === undefined) continue;
      file.code = file.code.replaceAll(
        /import\((["'`])\.\/([^"'`]+)\1\)/g,
        (body: string, _quote: string, name: string) => {
          const before = neededBy(name, file, files).map((one) => `import("./${one}").catch(()=>0),`);
          return before.length === 0 ? body : `(${before.join('')}${body})`;
        },
      );
    }
  },
};

/** All that a body imports, but for the entry and what the entry loads by itself. A failure is told by the body's own import. */
function neededBy(body: string, entry: Chunk, files: Files): readonly string[] {
  const found = new Set<string>();
  const pending = [body];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const one of files[name]?.imports ?? []) {
      if (found.has(one) || files[one]?.isEntry !== false) continue;
      found.add(one);
      pending.push(one);
    }
  }
  return [...found].filter((one) => entry.dynamicImports?.includes(one) !== true);
}
