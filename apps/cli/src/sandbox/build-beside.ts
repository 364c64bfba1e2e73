// Builds what browsers get in a process of its own: it takes seconds, and the sandbox lays its first days meanwhile, which keep one processor busy.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { areElementsBuilt } from '@pestle/elements/build';
import { isPortalBuilt } from '@pestle/portal/build';
import { type BrowserBuild, browserBuild } from '../browser-files.ts';

const CHILD = fileURLToPath(new URL('./build-child.ts', import.meta.url));

/** No process is started where everything is built. Rejects when it cannot be built, with why on the error output. */
export async function buildBeside(): Promise<BrowserBuild> {
  if (areElementsBuilt() && isPortalBuilt()) return await browserBuild();
  const child = spawn(process.execPath, [CHILD], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'));
  });
  const said = await text(child.stdout);
  const end = await ended;
  if (end !== 0) throw new Error(`building the elements and the portal ended with ${end}`);
  return JSON.parse(said) as BrowserBuild;
}
