// Owns how the build that the service serves loads its files on demand: one that was lost on its way is asked for again.
import { FILE_PAUSE_MS, FILE_TRIES } from './limits.ts';

/** Files that came whole. */
const come = new Set<string>();

/**
 * Imports the first of these files, which needs the others. Browsers keep a failed import for the life of the page, so nothing is
 * imported before all have come; the import then finds them in the browser's cache. The build writes the calls. When a file does not
 * come, throws an error that is no TypeError, which a failed import is: then a later call tries again.
 */
export async function loadFiles(...names: readonly string[]): Promise<unknown> {
  const urls = names.map((name) => new URL(name, import.meta.url).href);
  for (let left = FILE_TRIES; ; ) {
    try {
      await Promise.all(
        urls.map(async (url) => {
          if (come.has(url)) return;
          const response = await fetch(url);
          if (!response.ok) throw new Error(url);
          await response.blob();
          come.add(url);
        }),
      );
      break;
    } catch (error) {
      // A page whose CSP lets scripts come from here but no requests go here: an import is all that there is.
      if (come.size === 0 && error instanceof TypeError) break;
      left -= 1;
      if (left === 0) throw new Error(names[0], { cause: error });
      await new Promise((resolve) => setTimeout(resolve, FILE_PAUSE_MS));
    }
  }
  return await import(`${urls[0]}`);
}
