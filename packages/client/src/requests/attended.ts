// Whether somebody is at the page: what it asks by itself while nobody is does not keep their session from ending.
import { UNATTENDED_AFTER_MS } from '../limits.ts';

let touchedAtMs = Date.now();

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
        touchedAtMs = Date.now();
      },
      { capture: true, passive: true },
    );

/** The address of a request, which says so when nobody has touched the page for a while. */
export function addressedBy(url: URL): URL {
  return page.document !== undefined && Date.now() - touchedAtMs > UNATTENDED_AFTER_MS
    ? new URL('?unattended', url)
    : url;
}
