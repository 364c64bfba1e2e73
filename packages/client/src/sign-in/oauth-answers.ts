// What the OAuth library throws of the provider's answers, as our own errors.
import { isDPoPNonceError, ResponseBodyError } from 'oauth4webapi';
import { ClientError } from '../errors.ts';

/** The provider may ask for a nonce in the proof: the library has kept it, so the second try has it. */
export async function withNonce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDPoPNonceError(error)) throw error;
    return await work();
  }
}

/** What the OAuth library throws, as one of ours; its texts may hold parts of the answer and are not passed on. */
export function asClientError(error: unknown): Error {
  if (error instanceof ClientError || (error instanceof DOMException && error.name === 'AbortError'))
    return error;
  if (error instanceof ResponseBodyError && error.error === 'invalid_dpop_proof')
    return new ClientError('configuration', 'CONFIGURATION', 'The clock of this computer is wrong.');
  if (error instanceof ResponseBodyError && error.status < 500)
    return new ClientError('session', 'SIGN_IN_REFUSED', `The sign-in was refused (${error.error}).`);
  return new ClientError('server', 'SERVER', 'The sign-in failed.');
}
