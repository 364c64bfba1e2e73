// Owns the loading of the rules that judge what stands in the form: they come with the first pick.
import type { ClientError } from '@pestle/client';
import { asClientError } from '../../../kit/client-error.ts';
import { loadCode } from '../../../kit/load-code.ts';

export class FormRules {
  /** Undefined until they are there: nothing is judged without them, and nothing is added. */
  loaded: typeof import('./form-check.ts') | undefined;

  /** Loads them, once; else answers why they could not be loaded: offline, the person tries again. */
  async load(): Promise<ClientError | null> {
    try {
      this.loaded ??= await loadCode(() => import('./form-check.ts'));
      return null;
    } catch (error) {
      return asClientError(error);
    }
  }
}
