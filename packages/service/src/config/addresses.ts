// Where the service and the operators' console are reached: an address without a path, encrypted beyond this machine, each an origin of its own.
import { isIP } from 'node:net';
import * as v from 'valibot';
import { isLoopback } from '../kernel/web/loopback.ts';
import type { Environment } from '../store/inside.ts';
import type { Reader } from './reader.ts';

export interface ConsoleConfig {
  /** Where operators reach it, without a slash at the end. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

interface Listening {
  readonly name: 'BASE_URL' | 'CONSOLE_URL';
  readonly given: string | undefined;
  readonly host: string;
  readonly port: number;
}

/** The origin that is given; without one that of the listener, on loopback only. */
export function addressOf(
  { name, given, host, port: listenPort }: Listening,
  environment: Environment,
  problem: Reader['problem'],
): string {
  if (given === undefined) {
    if (!isLoopback(host)) problem(`${name} is missing: without it only loopback can be served.`);
    return `http://${isIP(host) === 6 ? `[${host}]` : host}:${listenPort}`;
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    problem(`${name} is not an address such as https://rx.example.com.`);
    return given;
  }
  if (url.pathname !== '/')
    problem(`${name} must not have a path: Pestle is served at the root of its host.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && environment !== 'sandbox')
    problem(
      `${name} must begin with https: outside this machine, tokens and prescriptions travel encrypted only.`,
    );
  return url.origin;
}

/** The console where a port is given for it. */
export function consoleOf(
  { one, problem }: Reader,
  baseUrl: string,
  environment: Environment,
): ConsoleConfig | null {
  const consolePort = one('CONSOLE_PORT', port);
  const given = one('CONSOLE_URL', v.string());
  const host = one('CONSOLE_HOST', v.string()) ?? '127.0.0.1';
  if (consolePort === undefined) {
    if (given !== undefined) problem('CONSOLE_PORT is missing: the console at CONSOLE_URL listens on it.');
    return null;
  }
  const url = addressOf({ name: 'CONSOLE_URL', given, host, port: consolePort }, environment, problem);
  if (url === baseUrl)
    problem(
      'CONSOLE_URL must differ from BASE_URL: the console is an origin of its own, so that no other page shares it.',
    );
  return { url, host, port: consolePort };
}
