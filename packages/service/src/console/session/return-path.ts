// Where in the console a sign-in comes back to: a path of the console's own, never another site.
import { CONSOLE_LIMITS } from '../limits.ts';

/** The path and query when they are ours; the home page otherwise. */
export function pathWithin(text: unknown): string {
  if (typeof text !== 'string' || text.length > CONSOLE_LIMITS.returnPathCharactersMax) return '/';
  // Browsers read `//host` and `/\host` as another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/';
  const base = 'http://console.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  return url === undefined || url.origin !== base ? '/' : `${url.pathname}${url.search}`;
}
