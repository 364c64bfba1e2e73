// Owns what a failure of a session's call is taken for.
import { ClientError } from '@pestle/client';

/** Every failure of a session's call is one; anything else is a fault of ours and is not hidden. */
export function asClientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  throw error;
}
