// Whether somebody is at the page: what it asks by itself while nobody is does not keep their session from ending.
import { UNATTENDED_AFTER_MS } from '../limits.ts';

/** When somebody touched the page last, and when it asked the service for anything while somebody was there. */
export const attended = { touchedMs: Date.now(), usedMs: Date.now() };

/** Programs without a page are attended by definition. */
const page = globalThis as {
  readonly document?: object;
  readonly addEventListener?: (name: string, heard: () => void, options: object) => void;
};

if (page.document !== undefined)
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll'])
    page.addEventListener?.(
      name,
      () => {
        attended.touchedMs = Date.now();
      },
      { capture: true, passive: true },
    );

/** The address of a request, which says so when nobody has touched the page for a while. */
export function addressedBy(url: URL): URL {
  if (page.document !== undefined && Date.now() - attended.touchedMs > UNATTENDED_AFTER_MS)
    return new URL('?unattended', url);
  attended.usedMs = Date.now();
  return url;
}
