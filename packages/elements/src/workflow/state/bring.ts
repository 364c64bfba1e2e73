// Owns the loading of code that comes later: browsers keep a failed import for the life of the page, so none is tried in vain.
import { ClientError } from '@pestle/client';

/** Loads code, unless the browser knows that it is offline; then, and when it cannot be loaded, the error is one of the way there. */
export async function bring<Module>(load: () => Promise<Module>): Promise<Module> {
  const offline = new ClientError('offline', 'OFFLINE', 'The service cannot be reached.');
  const known: unknown = Reflect.get(globalThis.navigator, 'onLine');
  if (known === false) throw offline;
  try {
    return await load();
  } catch (error) {
    throw error instanceof ClientError ? error : offline;
  }
}
