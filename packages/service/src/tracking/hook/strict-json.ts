// Step 4 of the status hook: JSON that every reader understands alike, or a clear refusal.
import { Failure } from '../../kernel/errors.ts';
import { jsonStructure } from '../../kernel/web/json-structure.ts';
import { TRACKING_LIMITS } from '../limits.ts';

/** Names that change an object's nature when a careless program copies them. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

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

function checkStructure(text: string): void {
  const { depth, names, repeatsName } = jsonStructure(text);
  if (depth > TRACKING_LIMITS.jsonDepthMax)
    throw malformed(`The body is nested deeper than ${TRACKING_LIMITS.jsonDepthMax} levels.`);
  if (repeatsName) throw malformed('A name comes twice in one object.');
  if ([...names].some((name) => FORBIDDEN_NAMES.has(name)))
    throw malformed('A name in the body is not allowed.');
}

function malformed(message: string): Failure {
  return new Failure('MALFORMED', message);
}
