// Has every import on demand of the served build go through `src/loading.ts`, with the files that it needs: all are asked for at once, and
// again when one is lost.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  code?: string;
}
type Files = Readonly<Record<string, Chunk>>;

const LOADING = fileURLToPath(new URL('../src/loading.ts', import.meta.url));
/** Stands for the names of the files until they are known. */
const NAMES = '__PESTLE_FILES__';
const IMPORT = /\bimport\((["'])[^"']+\1\)/g;
/** `loadFiles(() => import('./form.js').then((e) => e.t), NAMES)`, as the bundler leaves it. */
const WRITTEN = new RegExp(
  String.raw`\(\)=>import\(([\`"'])(\./[^\`"']+)\1\)((?:\.then\(([\w$]+)=>\4\.[\w$]+\))?),${NAMES}\)`,
  'g',
);

/** What travels in the same file is there. */
const AT_HAND = new RegExp(
  String.raw`[\w$]+\(\(\)=>(Promise\.resolve\(\)\.then\(\(\)=>[\w$]+\)),${NAMES}\)`,
  'g',
);
/** An import on demand as the bundler writes it. */
const IMPORTED = /\bimport\([`"']\.\//g;

export const lazyFiles: Plugin = {
  name: 'lazy-files',
  transform: {
    filter: {
      id: /[\\/]packages[\\/](?:elements|client)[\\/]src[\\/](?!loading).+\.ts$/,
      code: /\bimport\(/,
    },
    handler(code) {
      const wrapped = code.replaceAll(IMPORT, (one) => `loadFiles(() => ${one}, ${NAMES})`);
      return { code: `import { loadFiles } from ${JSON.stringify(LOADING)};\n${wrapped}`, map: null };
    },
  },
  generateBundle(_options, files) {
    for (const file of Object.values(files as Files)) {
      if (file.code === undefined) continue;
      const here = closureOf(file.fileName, files);
      let left = file.code.match(IMPORTED)?.length ?? 0;
      file.code = file.code
        .replaceAll(WRITTEN, (_all, _quote: string, name: string, chosen: string) => {
          left -= 1;
          const others = [...closureOf(name.slice(2), files)].slice(1).filter((one) => !here.has(one));
          return `${[name, ...others.map((one) => `./${one}`)].map((one) => JSON.stringify(one)).join()})${chosen}`;
        })
        .replaceAll(AT_HAND, '$1');
      if (left !== 0 || file.code.includes(NAMES))
        this.error(`${file.fileName} has an import whose files are not known`);
    }
  },
};

/** The file and all that it imports at once, but for entries, which are on the page already. */
function closureOf(name: string, files: Files): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: string): void => {
    if (found.has(one) || files[one]?.isEntry === true) return;
    found.add(one);
    for (const imported of files[one]?.imports ?? []) visit(imported);
  };
  visit(name);
  return found;
}
