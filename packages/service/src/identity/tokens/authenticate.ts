// Turns the access token of a request into an Actor: signature, issuer, audience, time, and the user as they are now.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { JWTPayload } from 'jose';
import { errors, jwtVerify } from 'jose';
import type { Actor } from '../../kernel/actor.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { findMembership } from '../accounts/accounts.ts';
import { isEnded } from '../accounts/ended.ts';
import { findClient } from '../applications/application-rows.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { grantLives, livingGrants } from '../provider/adapter.ts';
import type { SigningKeys } from '../provider/signing-keys.ts';
import { SIGNING_ALGORITHM } from '../provider/signing-keys.ts';
import { sessionStands } from '../sessions/browser-sessions.ts';
import { createUses, isUnattended } from '../sessions/uses.ts';
import { createProofCheck } from './dpop.ts';

export interface AuthenticateDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
}

/** What authentication reads of a request. */
export interface TokenRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

export interface Authenticator {
  /**
   * The caller behind `Authorization: Bearer …` (or `DPoP …` with a proof). Throws UNAUTHENTICATED, or TOKEN_EXPIRED when
   * the token was good once. What it answers may be `actorCacheTtlMs` old.
   */
  authenticate(request: TokenRequest): Promise<Actor>;
  /** How long the token of a request that was authenticated is good, and what it stands on: for what goes on after its request. */
  standingOf(request: Pick<TokenRequest, 'headers'>): Promise<Standing>;
  /** Those of the grants that stand at this moment: a sign-out, a deactivation or a stolen refresh token ends them. */
  grantsStanding(grants: readonly string[]): Promise<ReadonlySet<string>>;
  /** Forgets what is remembered, so that a change made on this node counts at once. */
  forget(): void;
}

/** What a token is good for. */
export interface Standing {
  /** Milliseconds since 1970. */
  readonly endsAtMs: number;
  /** What the person allowed the application; null for a machine's token. */
  readonly grant: string | null;
}

/** A verified token: who, and which key must prove possession. */
interface Verified extends Standing {
  readonly actor: Actor;
  readonly thumbprint: string | null;
  /** The browser's session that it was given in; null for a machine's token. */
  readonly session: string | null;
}

export function createAuthenticator(deps: AuthenticateDeps): Authenticator {
  const { ports, audience } = deps;
  const cache = new BoundedMap<Verified>(ports.clock, IDENTITY_LIMITS.actorCacheEntriesMax, 'cache');
  const running = new Map<string, Promise<Verified>>();
  const checkProof = createProofCheck(ports.clock);
  const uses = createUses(deps);

  const verified = (token: string): Promise<Verified> | Verified => {
    const digest = createHash('sha256').update(token).digest('base64url');
    const known = cache.get(digest);
    if (known !== undefined) return known;
    let verification = running.get(digest);
    if (verification === undefined) {
      verification = verify(deps, token)
        .then(({ untilMs, ...found }) => {
          cache.set(digest, found, untilMs);
          return found;
        })
        .finally(() => running.delete(digest));
      running.set(digest, verification);
    }
    return verification;
  };

  return {
    forget: () => cache.clear(),
    standingOf: async ({ headers }) => {
      const { endsAtMs, grant } = await verified(readAuthorization(headers.authorization).token);
      return { endsAtMs, grant };
    },
    grantsStanding: (grants) => deps.store.asDoor((tx) => livingGrants(tx, grants, nowText(ports))),
    authenticate: async (request) => {
      const { scheme, token } = readAuthorization(request.headers.authorization);
      const { actor, thumbprint, session } = await verified(token);
      // A bound token sent as a bearer token would be worth stealing.
      if ((thumbprint !== null) !== (scheme === 'dpop')) throw notSignedIn();
      if (thumbprint !== null) {
        const proof = request.headers['dpop'];
        if (typeof proof !== 'string') throw notSignedIn();
        const url = new URL(request.url, audience);
        await checkProof({
          proof,
          token,
          method: request.method,
          url: `${new URL(audience).origin}${url.pathname}`,
          thumbprint,
        });
      }
      if (session !== null && !isUnattended(request.url)) await uses.note(session);
      return actor;
    },
  };
}

function readAuthorization(header: string | undefined): { scheme: 'bearer' | 'dpop'; token: string } {
  const match = /^(bearer|dpop) ([\w~+/.-]+=*)$/i.exec(header ?? '');
  const [, scheme, token] = match ?? [];
  if (scheme === undefined || token === undefined || token.length > IDENTITY_LIMITS.accessTokenCharactersMax)
    throw notSignedIn();
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer', token };
}

function notSignedIn(): Failure {
  return new Failure('UNAUTHENTICATED', 'Sign in, and send the access token as `Authorization: Bearer …`.');
}

async function verify(deps: AuthenticateDeps, token: string): Promise<Verified & { untilMs: number }> {
  const { store, ports } = deps;
  const payload = await readToken(deps, token);
  const { sub, exp = 0, iat = 0 } = payload;
  const org = payload['org'];
  const clientId = payload['client_id'];
  if (!isId('org', org) || !isId('app', clientId)) throw notSignedIn();
  const scopes = new Set(typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : []);
  const now = nowText(ports);
  const { grant, session: named } = payload as { grant?: unknown; session?: unknown };
  const session = typeof named === 'string' ? named : null;
  const { client, person, granted } = await store.asDoor(async (tx) => ({
    client: await findClient(tx, clientId, now),
    person: isId('usr', sub) ? await findMembership(tx, sub) : undefined,
    // A session in which nobody worked for long is ended by this look, and its grants with it.
    granted:
      isId('usr', sub) &&
      typeof grant === 'string' &&
      (session === null || (await sessionStands(tx, ports, session))) &&
      (await grantLives(tx, grant, sub, now)),
  }));
  if (client === undefined || (client.orgId !== org && !client.anyOrganization)) throw notSignedIn();
  const untilMs = Math.min(exp * 1000, ports.clock.now() + IDENTITY_LIMITS.actorCacheTtlMs);
  const thumbprint = thumbprintOf(payload);
  const endsAtMs = exp * 1000;
  if (isId('app', sub)) {
    if (sub !== clientId || client.kind !== 'confidential' || client.orgId !== org) throw notSignedIn();
    return { actor: machine(org, sub, scopes), thumbprint, session: null, endsAtMs, grant: null, untilMs };
  }
  if (person === undefined || !person.active || person.orgId !== org) throw notSignedIn();
  // Ended by a sign-out, a deactivation, or the second use of a refresh token: for good, whatever happens afterwards.
  if (!granted || typeof grant !== 'string') throw notSignedIn();
  const authTimeSeconds = typeof payload['auth_time'] === 'number' ? payload['auth_time'] : iat;
  if (isEnded(authTimeSeconds * 1000, person.tokensNotBefore)) throw notSignedIn();
  const actor: Actor = {
    kind: 'user',
    orgId: org,
    id: person.userId,
    clientId,
    scopes,
    roles: new Set(person.roles),
    authTimeSeconds,
    methods: methodsOf(payload),
  };
  return { actor, thumbprint, session, endsAtMs, grant, untilMs };
}

async function readToken(
  { keys, issuer, audience, ports }: AuthenticateDeps,
  token: string,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.find(kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        issuer,
        audience,
        algorithms: [SIGNING_ALGORITHM],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'org', 'client_id', 'exp', 'iat'],
        clockTolerance: 0,
        currentDate: new Date(ports.clock.now()),
      },
    );
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new Failure(
        'TOKEN_EXPIRED',
        'The access token has expired. Get a new one with the refresh token.',
      );
    if (error instanceof errors.JOSEError) throw notSignedIn();
    throw error;
  }
}

function machine(orgId: OrganizationId, id: ApplicationId, scopes: ReadonlySet<string>): Actor {
  return { kind: 'machine', orgId, id, clientId: id, scopes };
}

function thumbprintOf(payload: JWTPayload): string | null {
  const { cnf } = payload as { cnf?: { jkt?: unknown } };
  return typeof cnf?.jkt === 'string' ? cnf.jkt : null;
}

function methodsOf(payload: JWTPayload): readonly string[] {
  const { amr } = payload as { amr?: unknown };
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [];
}
