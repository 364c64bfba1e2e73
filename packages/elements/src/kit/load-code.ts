// Owns the loading of code that comes later: browsers keep a failed import for the life of the page, so none is tried in vain.
import { ClientError } from '@pestle/client';

/** The code of an import that failed: only a page that is loaded anew tries it again. */
export const NOT_LOADED = 'NOT_LOADED';

/**
 * Loads code, unless the browser knows that it is offline; then, and when it cannot be loaded, the error is one of the way there. A
 * failed import is a TypeError. Anything else is a file that did not come and was never imported (`loading.ts`): it can be tried again.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  const known: unknown = Reflect.get(globalThis.navigator, 'onLine');
  if (known === false) throw new ClientError('offline', 'OFFLINE', 'The service cannot be reached.');
  try {
    return await load();
  } catch (error) {
    if (error instanceof ClientError) throw error;
    const code = error instanceof TypeError ? NOT_LOADED : 'OFFLINE';
    throw new ClientError('offline', code, 'A part of this form could not be loaded.');
  }
}
