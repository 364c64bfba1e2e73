// Reads the header Idempotency-Key: a bare value, or the quoted text of a structured field.
import { Failure } from '../../kernel/errors.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

/** The key, or null when the header is missing. Throws MALFORMED for anything that is not one key. */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = (typeof header === 'string' ? header : header.join(', ')).trim();
  const key = QUOTED.test(text) ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text;
  const wellFormed = QUOTED.test(text) || BARE.test(text);
  if (!wellFormed || key.length === 0 || key.length > GRAPHQL_LIMITS.idempotencyKeyCharactersMax) {
    throw new Failure(
      'MALFORMED',
      `Send one Idempotency-Key of 1 to ${GRAPHQL_LIMITS.idempotencyKeyCharactersMax} visible ASCII characters, such as a UUID.`,
    );
  }
  return key;
}

/** RFC 8941 String: printable ASCII, with `"` and `\` escaped. */
const QUOTED = /^"(?:[ !#-[\]-~]|\\["\\])*"$/;
/** What most clients send. No comma, because that is what two headers become. */
const BARE = /^[!#-+\--~]+$/;
