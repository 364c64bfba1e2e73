// Gives the served build the licences of the libraries that travel in its files: their authors ask for it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file beside the scripts. */
export const LICENCES_FILE = 'licenses.txt';

/** `…/node_modules/@lit/reactive-element/reactive-element.js` → its folder and name. */
const IN_PACKAGE = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/;

export const licences: Plugin = {
  name: 'licences',
  generateBundle(_options, files) {
    const folders = new Map<string, string>();
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      for (const id of file.moduleIds) {
        const [, folder, name] = IN_PACKAGE.exec(id) ?? [];
        if (folder !== undefined && name !== undefined) folders.set(name.replaceAll('\\', '/'), folder);
      }
    }
    const texts = [...folders]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, folder]) => licenceOf(name, folder));
    const own = 'Pestle, Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0';
    this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: [own, ...texts].join('\n\n') });
  },
};

function licenceOf(name: string, folder: string): string {
  const [file] = globSync('LICEN[CS]E*', { cwd: folder });
  if (file === undefined) throw new Error(`${name} travels in the files and has no licence`);
  return `${name}\n${'-'.repeat(name.length)}\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
