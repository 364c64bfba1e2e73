// Publishes every error that a caller is answered, so that the test suite can require that each code of the table really is.
import { channel } from 'node:diagnostics_channel';
import type { Failure } from '../errors.ts';

/** Nobody listens in production, and then publishing costs nothing. */
const answered = channel('pestle:answered-error');

/** For each place where a failure becomes an answer: a problem, an error of GraphQL, a page. */
export function publishAnswered(failure: Failure): void {
  answered.publish(failure);
}
