// Proves this service to a pharmacy's endpoint: bearer, basic, API key or OAuth2 client credentials (D6).
import type { Endpoint } from '../../directory/integration.ts';
import { isYoungerThan } from '../../kernel/age.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Exchange } from './exchange.ts';

const TOKEN_TIMEOUT_MS = 5_000;
const TOKEN_LIFETIME_MS_DEFAULT = 60_000;
/** A token is not used in its last moments, when it may expire on the way. */
const TOKEN_MARGIN_MS = 30_000;

export interface Credentials {
  /** Header lines, or undefined when no token could be had (which is the other side being away). */
  headersFor(endpointKey: string, endpoint: Endpoint): Promise<Readonly<Record<string, string>> | undefined>;
  /** After a 401: the kept token is not used again. */
  forget(endpointKey: string): void;
}

export function createCredentials(exchange: Exchange, clock: Clock): Credentials {
  const tokens = new Map<string, { token: string; atMs: number; usableMs: number }>();
  return {
    forget: (endpointKey) => {
      tokens.delete(endpointKey);
    },
    headersFor: async (endpointKey, { auth }) => {
      switch (auth.kind) {
        case 'none':
        case 'mtls':
          return {};
        case 'bearer':
          return { authorization: `Bearer ${auth.token}` };
        case 'basic':
          return { authorization: basic(auth.username, auth.password) };
        case 'apiKey':
          return { [auth.header]: auth.value };
        case 'oauth2': {
          const kept = tokens.get(endpointKey);
          if (kept !== undefined && isYoungerThan(kept.atMs, clock.now(), kept.usableMs))
            return { authorization: `Bearer ${kept.token}` };
          const fresh = await requestToken(exchange, endpointKey, auth);
          if (fresh === undefined) return undefined;
          tokens.set(endpointKey, {
            token: fresh.token,
            atMs: clock.now(),
            usableMs: fresh.lifetimeMs - TOKEN_MARGIN_MS,
          });
          return { authorization: `Bearer ${fresh.token}` };
        }
        default:
          throw new Error(`unknown credentials ${JSON.stringify(auth satisfies never)}`);
      }
    },
  };
}

async function requestToken(
  exchange: Exchange,
  endpointKey: string,
  auth: Extract<Endpoint['auth'], { kind: 'oauth2' }>,
): Promise<{ token: string; lifetimeMs: number } | undefined> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(auth.scope === undefined ? {} : { scope: auth.scope }),
  });
  const result = await exchange.send({
    endpointKey: `${endpointKey}#token`,
    url: auth.tokenUrl,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      authorization: basic(encodeURIComponent(auth.clientId), encodeURIComponent(auth.clientSecret)),
    },
    body: Buffer.from(form.toString()),
    timeoutMs: TOKEN_TIMEOUT_MS,
  });
  if (!result.answered || result.status !== 200) return undefined;
  try {
    const answer = JSON.parse(Buffer.from(result.body).toString('utf8')) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (typeof answer.access_token !== 'string' || /[^\x21-\x7e]/.test(answer.access_token)) return undefined;
    const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : undefined;
    return {
      token: answer.access_token,
      lifetimeMs: seconds === undefined ? TOKEN_LIFETIME_MS_DEFAULT : seconds * 1_000,
    };
  } catch {
    return undefined;
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
