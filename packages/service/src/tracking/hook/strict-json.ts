// Step 4 of the status hook: JSON that every reader understands alike, or a clear refusal.
import { Failure } from '../../kernel/errors.ts';
import { TRACKING_LIMITS } from '../limits.ts';

/** Names that change an object's nature when a careless program copies them. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Of valid JSON: a string with what follows it, or a bracket. All else is passed over. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;

/**
 * The value of a body. Throws MALFORMED (400) for bytes that are not UTF-8, for what is not JSON, for a name that comes
 * twice in one object (one reader would take the first, another the last), for prototype names, and for deep nesting.
 */
export function readStrictJson(body: Uint8Array): unknown {
  const text = decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON.');
  }
  checkStructure(text);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
}

/** The text is known to be JSON, so brackets match and a string before a colon is a name. */
function checkStructure(text: string): void {
  const names: (Set<string> | null)[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      names.push(token === '{' ? new Set() : null);
      if (names.length > TRACKING_LIMITS.jsonDepthMax)
        throw malformed(`The body is nested deeper than ${TRACKING_LIMITS.jsonDepthMax} levels.`);
    } else if (token === '}' || token === ']') {
      names.pop();
    } else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      const known = names.at(-1);
      if (known?.has(name) === true) throw malformed('A name comes twice in one object.');
      if (FORBIDDEN_NAMES.has(name)) throw malformed('A name in the body is not allowed.');
      known?.add(name);
    }
  }
}

function malformed(message: string): Failure {
  return new Failure('MALFORMED', message);
}
