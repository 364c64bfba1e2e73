// Judges who may be signed in on a page, and what an error of the sign-in is to people.
import { type ClientCode, ClientError } from '../errors.ts';
import type { ClientConfig } from './client-session.ts';
import type { Me, SessionState } from './session.ts';

/** The state that follows when this person must not be signed in here (`org`, `user-id`), and why; undefined when nothing speaks against it. */
export function refusalOf(
  { id, email, organizationId }: Me,
  { organization, userId }: ClientConfig,
): readonly [state: SessionState, problem: ClientError] | undefined {
  const refused = (code: ClientCode, message: string) => new ClientError('session', code, message);
  if (organizationId !== organization)
    return [
      'wrong-organization',
      refused('WRONG_ORGANIZATION', 'The account belongs to another organization.'),
    ];
  // `user-id` is the service's id of the user, or the e-mail address that both sides know.
  if (userId === undefined || userId === id || userId.toLowerCase() === email?.toLowerCase())
    return undefined;
  return ['signed-out', refused('WRONG_USER', 'Another person was signed in.')];
}

/** The error as people are shown it; what is none of ours is `SERVER`, with this sentence. */
export function asProblem(error: unknown, sentence = 'The sign-in failed.'): ClientError {
  return error instanceof ClientError ? error : new ClientError('server', 'SERVER', sentence);
}
