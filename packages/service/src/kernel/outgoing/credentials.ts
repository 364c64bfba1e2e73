// Proves this service to an endpoint of a pharmacy, partner or payer: bearer, basic, API key or OAuth2 client credentials (D6).
import { isYoungerThan } from '../age.ts';
import { OUTGOING_LIMITS } from '../limits.ts';
import type { Clock } from '../ports.ts';
import type { Exchange } from './exchange.ts';

interface OAuth2Client {
  readonly kind: 'oauth2';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

/** How the service proves itself. A certificate is shown by the connection, not by a header. */
export type OutgoingAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'mtls' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly header: string; readonly value: string }
  | OAuth2Client;

export interface Credentials {
  /** Header lines, or undefined when no token could be had (which is the other side being away). */
  headersFor(
    endpointKey: string,
    auth: OutgoingAuth,
    /** Where the endpoint lives, and with it whoever gives out its tokens. */
    privateNetwork?: string,
  ): Promise<Readonly<Record<string, string>> | undefined>;
  /** After a 401: the kept token is not used again. */
  forget(endpointKey: string): void;
}

export function createCredentials(exchange: Exchange, clock: Clock): Credentials {
  const tokens = new Map<string, { token: string; atMs: number; usableMs: number }>();
  return {
    forget: (endpointKey) => {
      tokens.delete(endpointKey);
    },
    headersFor: async (endpointKey, auth, privateNetwork) => {
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
          const fresh = await requestToken(exchange, endpointKey, auth, privateNetwork);
          if (fresh === undefined) return undefined;
          tokens.set(endpointKey, {
            token: fresh.token,
            atMs: clock.now(),
            usableMs: fresh.lifetimeMs - OUTGOING_LIMITS.tokenMarginMs,
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
  auth: OAuth2Client,
  privateNetwork: string | undefined,
): Promise<{ token: string; lifetimeMs: number } | undefined> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(auth.scope === undefined ? {} : { scope: auth.scope }),
  });
  const result = await exchange.send({
    endpointKey: `${endpointKey}#token`,
    url: auth.tokenUrl,
    privateNetwork,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      authorization: basic(encodeURIComponent(auth.clientId), encodeURIComponent(auth.clientSecret)),
    },
    body: Buffer.from(form.toString()),
    timeoutMs: OUTGOING_LIMITS.tokenTimeoutMs,
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
      lifetimeMs: seconds === undefined ? OUTGOING_LIMITS.tokenLifetimeMsDefault : seconds * 1_000,
    };
  } catch {
    return undefined;
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
