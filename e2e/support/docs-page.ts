// A page of the docs, read to its end.
import { isInstallation, stepsOf } from './docs-blocks.ts';
import type { Reader } from './docs-reader.ts';

/** The page of `docs` with this path. */
export const page = (path: string): URL => new URL(`../../docs/${path}`, import.meta.url);

/** All but the installation: the repository that the tests run in is installed (`npm run test:install` reads that, elsewhere). */
export async function read(reader: Reader, path: string): Promise<void> {
  for (const step of stepsOf(page(path))) if (!isInstallation(step)) await reader.follow(step);
}
