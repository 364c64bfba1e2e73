// The rules for what an application may be configured with: exact callback URLs, bare origins, known scopes.
import type { FieldProblem } from '../../kernel/errors.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { isLoopback } from '../../kernel/web/loopback.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { MACHINE_SCOPES, PERSON_SCOPES } from '../permissions.ts';

export interface ApplicationInput {
  readonly name: string;
  readonly kind: 'public' | 'confidential';
  /** Where a sign-in may return to, exactly; a query of its own is kept. */
  readonly callbackUrls?: readonly string[];
  /** Web origins whose pages may call the token endpoint and the API, such as `https://clinic.example`. */
  readonly origins?: readonly string[];
  /** Default: all that its kind may have. */
  readonly scopes?: readonly string[];
}

export interface CheckedApplication {
  readonly name: string;
  readonly kind: 'public' | 'confidential';
  readonly callbackUrls: readonly string[];
  readonly origins: readonly string[];
  readonly scopes: readonly string[];
}

/** The input with its defaults. Throws INVALID_INPUT naming every field that is wrong. */
export function checkApplication(input: ApplicationInput): CheckedApplication {
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string): void => {
    problems.push({ path, code: 'INVALID_INPUT', message });
  };
  const name = input.name.trim();
  if (name === '' || name.length > IDENTITY_LIMITS.applicationNameCharactersMax)
    add('name', `Give a name of 1 to ${IDENTITY_LIMITS.applicationNameCharactersMax} characters.`);
  if (UNSAFE.test(name)) add('name', 'Line breaks and control characters cannot be used here.');
  const allowed = input.kind === 'public' ? PERSON_SCOPES : MACHINE_SCOPES;
  const checked: CheckedApplication = {
    name,
    kind: input.kind,
    callbackUrls: [...new Set(input.callbackUrls)],
    origins: [...new Set(input.origins)],
    scopes: [...new Set(input.scopes ?? allowed)],
  };
  checkMany(checked.callbackUrls, 'callbackUrls', IDENTITY_LIMITS.callbackUrlsMax, callbackUrlProblem, add);
  checkMany(checked.origins, 'origins', IDENTITY_LIMITS.originsMax, originProblem, add);
  checkMany(checked.scopes, 'scopes', allowed.length, (scope) => scopeProblem(scope, input.kind), add);
  if (input.kind === 'public' && checked.callbackUrls.length === 0)
    add('callbackUrls', 'A public application needs at least one callback URL.');
  if (input.kind === 'confidential' && checked.callbackUrls.length + checked.origins.length > 0)
    add('kind', 'A machine client has no callback URLs and no origins: it never runs in a browser.');
  if (problems.length > 0) throw invalidInput(problems);
  return checked;
}

const UNSAFE = /[\p{Cc}\p{Cs}]/u;

function checkMany(
  values: readonly string[],
  path: string,
  countMax: number,
  problem: (value: string) => string | null,
  add: (path: string, message: string) => void,
): void {
  if (values.length > countMax) add(path, `At most ${countMax} are allowed.`);
  for (const [index, value] of values.slice(0, countMax).entries()) {
    const message = problem(value);
    if (message !== null) add(`${path}[${index}]`, message);
  }
}

function callbackUrlProblem(text: string): string | null {
  const url = readWebUrl(text);
  if (typeof url === 'string') return url;
  if (url.hash !== '' || text.includes('#')) return 'A callback URL has no fragment (#).';
  return null;
}

function originProblem(text: string): string | null {
  const url = readWebUrl(text);
  if (typeof url === 'string') return url;
  if (url.origin !== text)
    return `Write the origin only, without path or trailing slash, such as ${url.origin}.`;
  return null;
}

function readWebUrl(text: string): URL | string {
  if (text.length > IDENTITY_LIMITS.urlCharactersMax)
    return `A URL has at most ${IDENTITY_LIMITS.urlCharactersMax} characters.`;
  // Parsing would take some of them out, and what is compared later is the text.
  if (UNSAFE.test(text) || /\s/.test(text)) return 'A URL here has no blanks and no control characters.';
  const url = URL.parse(text);
  if (url === null) return 'Write a complete URL, such as https://clinic.example/callback.';
  if (url.username !== '' || url.password !== '') return 'A URL here has no user name and no password.';
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url;
  return 'Use https (http is for this machine only: 127.0.0.1, [::1], localhost).';
}

function scopeProblem(scope: string, kind: 'public' | 'confidential'): string | null {
  if (kind === 'public')
    return PERSON_SCOPES.includes(scope)
      ? null
      : `There is no such scope; there are ${PERSON_SCOPES.join(', ')}.`;
  if (MACHINE_SCOPES.includes(scope)) return null;
  return `A machine client may have ${MACHINE_SCOPES.join(', ')}; it never signs.`;
}
