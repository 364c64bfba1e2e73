// Builds the portal when its sources have changed, and tells where the build is.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
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
    writeFileSync(join(made, 'colors.css'), paletteCss());
    // Whoever is first wins; the same sources give the same files.
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

/** A test may still serve from a build of older sources for a while. */
function removeOld(current: string): void {
  for (const name of readdirSync(join(APP, 'dist'))) {
    const path = join(APP, 'dist', name);
    if (path === current || Date.now() - statSync(path).mtimeMs < OLD_BUILD_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
