// Builds the portal when its sources have changed, and tells where the build is.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfInputs } from '@pestle/elements/inputs';
import { paletteCss } from '@pestle/rules/colors';

const APP = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ELEMENTS = join(ROOT, 'packages/elements');
const OLD_BUILD_MS = 3_600_000;

/** Whether the portal of these sources is built. */
export function isPortalBuilt(): boolean {
  return existsSync(currentFolder());
}

function currentFolder(): string {
  return join(APP, 'dist', hashOfInputs(ROOT, ['apps/portal/{src,public,scripts}/**/*.{ts,html,css}']));
}

/** The folder that the service serves at `/portal/`; built when it is not current. */
export async function servedPortal(): Promise<string> {
  const folder = currentFolder();
  if (existsSync(folder)) return folder;
  const made = `${folder}.${process.pid}`;
  mkdirSync(join(APP, 'dist'), { recursive: true });
  try {
    const { bundle } = await import('@pestle/elements/bundle');
    await bundle(ELEMENTS, {
      outDir: made,
      entries: { portal: '../../apps/portal/src/main.ts' },
      served: true,
      external: [],
      application: true,
    });
    cpSync(join(APP, 'public'), made, { recursive: true });
    preloadScripts(made);
    writeFileSync(join(made, 'colors.css'), paletteCss());
    // Whoever is first wins; the same sources give the same files.
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

/** What somebody who is not signed in waits for, by the beginnings of its files. */
const FIRST_SCREEN = ['portal.js', 'client-body-', 'client-panel-'];

/**
 * Names in the page what its first screen needs, so that a browser asks for all of it at once: script by script it would learn of each
 * only from the one before, a way there and back on the line for each step.
 */
function preloadScripts(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const wanted = new Set<string>();
  const visit = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*[`"']\.\/([\w.-]+\.js)[`"']/g))
      visit(imported);
  };
  for (const beginning of FIRST_SCREEN) {
    const name = names.find((one) => one.startsWith(beginning));
    // The bundler may put it into a file with others: then it is asked for when it is needed.
    if (name !== undefined) visit(name);
  }
  const links = [...wanted].map((name) => `    <link rel="modulepreload" href="/portal/files/${name}">\n`);
  const page = join(folder, 'index.html');
  const entry = '    <script type="module"';
  writeFileSync(page, readFileSync(page, 'utf8').replace(entry, `${links.join('')}${entry}`));
}

/** A test may still serve from a build of older sources for a while. */
function removeOld(current: string): void {
  for (const name of readdirSync(join(APP, 'dist'))) {
    const path = join(APP, 'dist', name);
    if (path === current || Date.now() - statSync(path).mtimeMs < OLD_BUILD_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
