// Owns the check of credentials at the simulated endpoints, and the simulated OAuth2 server that some of them trust.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { OAUTH2_TOKEN_SECONDS, OAUTH2_TOKENS_MAX } from '../../limits.ts';
import { forgetOldest } from '../../oldest.ts';
import type { Clock } from '../../ports.ts';
import type { EndpointAuth } from '../types.ts';

/** Issues and knows the tokens of the simulated OAuth2 server. */
export interface TokenIssuer {
  /** A token for these client credentials, or null when no pharmacy here has them. */
  readonly issue: (
    clientId: string,
    clientSecret: string,
  ) => { readonly token: string; readonly seconds: number } | null;
  /** True when this token was issued to the client and lives. */
  readonly isLive: (token: string, clientId: string) => boolean;
}

/** A token issuer over the clients that `find` knows. */
export function createTokenIssuer(
  clock: Clock,
  isClient: (id: string, secret: string) => boolean,
): TokenIssuer {
  const tokens = new Map<string, { readonly clientId: string; readonly endsAt: number }>();
  return {
    issue(clientId, clientSecret) {
      if (!isClient(clientId, clientSecret)) return null;
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, { clientId, endsAt: clock.now() + OAUTH2_TOKEN_SECONDS * 1_000 });
      forgetOldest(tokens, OAUTH2_TOKENS_MAX);
      return { token, seconds: OAUTH2_TOKEN_SECONDS };
    },
    isLive(token, clientId) {
      const known = tokens.get(token);
      return known !== undefined && known.clientId === clientId && known.endsAt > clock.now();
    },
  };
}

/** True when the request carries what the endpoint wants. A missing and a wrong credential look the same. */
export function isAuthorized(
  wants: EndpointAuth,
  headers: IncomingHttpHeaders,
  issuer: TokenIssuer | null,
): boolean {
  const authorization = headers.authorization ?? '';
  switch (wants.kind) {
    case 'none':
    case 'mtls':
      // The loopback peers speak plain HTTP: a client certificate cannot be asked for here.
      return true;
    case 'bearer':
      return isSame(authorization, `Bearer ${wants.token}`);
    case 'basic': {
      const pair = Buffer.from(`${wants.username}:${wants.password}`, 'utf8').toString('base64');
      return isSame(authorization, `Basic ${pair}`);
    }
    case 'apiKey':
      return isSame(String(headers[wants.header.toLowerCase()] ?? ''), wants.value);
    case 'oauth2':
      return (
        authorization.startsWith('Bearer ') &&
        issuer?.isLive(authorization.slice('Bearer '.length), wants.clientId) === true
      );
    default:
      return wants satisfies never;
  }
}

/** What a 401 says in `WWW-Authenticate`. */
export function challengeOf(wants: EndpointAuth): string {
  switch (wants.kind) {
    case 'basic':
      return 'Basic realm="sandbox"';
    case 'apiKey':
      return `ApiKey header="${wants.header}"`;
    case 'none':
    case 'mtls':
    case 'bearer':
    case 'oauth2':
      return 'Bearer realm="sandbox"';
    default:
      return wants satisfies never;
  }
}

function isSame(given: string, wanted: string): boolean {
  const a = Buffer.from(given, 'utf8');
  const b = Buffer.from(wanted, 'utf8');
  return a.length === b.length && timingSafeEqual(a, b);
}
