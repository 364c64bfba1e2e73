// Signs people in at an OpenID issuer of their own organization (a hospital's), as a client of it.
import * as oauth from 'oauth4webapi';
import { isYoungerThan } from '../../kernel/age.ts';
import { Failure } from '../../kernel/errors.ts';
import { isLoopback } from '../../kernel/web/loopback.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

/** An issuer that stands in for our password, as configuration. */
export interface ExternalIssuer {
  /** Short name in addresses: lower-case letters and digits. */
  readonly name: string;
  /** What people read on the button. */
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Left out for a public client. */
  readonly clientSecret?: string;
  /** The one organization whose people it vouches for: it never signs anybody in elsewhere. */
  readonly organizationId: string;
  /** True when people of the organization sign in only here, and no longer with a password of ours. */
  readonly replacesPassword: boolean;
  readonly scope?: string;
  readonly claims?: {
    /** Default `email`. */
    readonly email?: string;
    /** Default `email_verified`; null trusts the issuer's addresses without it. */
    readonly emailVerified?: string | null;
  };
  /** True when its `amr` value `mfa` counts as our second factor. */
  readonly provesSecondFactor: boolean;
}

/** What is kept while the person is away at the issuer. */
export interface ExternalJourney {
  readonly name: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A proof from before this moment does not count, in seconds since 1970; null when any proof will do. */
  readonly provenSinceSeconds: number | null;
}

/** Who the issuer says it was. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null when the issuer names none that it has verified. */
  readonly email: string | null;
  readonly secondFactor: boolean;
  /** Seconds since 1970 of the proof there. */
  readonly provenAtSeconds: number | null;
}

/** How fresh the proof there has to be. */
export interface ProofWish {
  readonly maxAgeSeconds: number | null;
  readonly freshSignIn: boolean;
}

export interface ExternalClient {
  readonly settings: ExternalIssuer;
  /** Where the browser goes, and what to keep until it comes back. */
  start(uid: string, wish: ProofWish): Promise<{ readonly url: string; readonly journey: ExternalJourney }>;
  /** Reads the answer; null when the person was refused there or gave up. Throws UNAVAILABLE when the issuer cannot be reached. */
  finish(journey: ExternalJourney, answer: URLSearchParams): Promise<ExternalPerson | null>;
}

export interface ExternalClientDeps {
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export const EXTERNAL_CALLBACK_PATH = '/sign-in/external';

export function createExternalClient(settings: ExternalIssuer, deps: ExternalClientDeps): ExternalClient {
  const issuer = connect(settings, deps);
  return {
    settings,
    start: (uid, wish) => reach(settings, deps.onError, () => authorization(issuer, uid, wish)),
    finish: (journey, answer) =>
      reach(settings, deps.onError, async () => {
        const claims = await idTokenClaims(issuer, journey, answer);
        return claims === undefined ? null : personOf(settings, claims);
      }),
  };
}

/** An issuer as requests to it need it. */
interface Issuer {
  readonly settings: ExternalIssuer;
  readonly client: () => oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly redirectUri: string;
  readonly options: () => { readonly signal: AbortSignal; readonly [oauth.allowInsecureRequests]: boolean };
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Its own description, asked for once an hour. */
  readonly discover: () => Promise<oauth.AuthorizationServer>;
}

function connect(settings: ExternalIssuer, { baseUrl, now }: ExternalClientDeps): Issuer {
  const url = new URL(settings.issuer);
  const options = () => ({
    signal: AbortSignal.timeout(IDENTITY_LIMITS.externalTimeoutMs),
    [oauth.allowInsecureRequests]: url.protocol === 'http:' && isLoopback(url.hostname),
  });
  let discovered: { readonly server: oauth.AuthorizationServer; readonly atMs: number } | undefined;
  return {
    settings,
    client: () => ({ client_id: settings.clientId }),
    authentication:
      settings.clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(settings.clientSecret),
    redirectUri: `${baseUrl}${EXTERNAL_CALLBACK_PATH}`,
    options,
    now,
    discover: async () => {
      if (
        discovered === undefined ||
        !isYoungerThan(discovered.atMs, now(), IDENTITY_LIMITS.discoveryTtlMs)
      ) {
        const response = await oauth.discoveryRequest(url, options());
        discovered = { server: await oauth.processDiscoveryResponse(url, response), atMs: now() };
      }
      return discovered.server;
    },
  };
}

/** Where the person is sent, and what the answer is held against. */
async function authorization(
  { settings, redirectUri, discover, now }: Issuer,
  uid: string,
  wish: ProofWish,
): Promise<{ readonly url: string; readonly journey: ExternalJourney }> {
  const server = await discover();
  const journey: ExternalJourney = {
    name: settings.name,
    state: `${uid}.${oauth.generateRandomState()}`,
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    provenSinceSeconds: provenSince(wish, Math.floor(now() / 1000)),
  };
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: settings.scope ?? 'openid email',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: 'S256',
    ...(wish.freshSignIn ? { prompt: 'login' } : {}),
    // Always, because it obliges the issuer to say when the person proved who they are (OpenID Connect Core, 3.1.2.1).
    max_age: String(wish.maxAgeSeconds ?? IDENTITY_LIMITS.sessionSeconds),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, journey };
}

/** What the issuer says of the person, once its answer was found to belong to this journey. */
async function idTokenClaims(
  { client, authentication, redirectUri, options, discover }: Issuer,
  journey: ExternalJourney,
  answer: URLSearchParams,
): Promise<oauth.IDToken | undefined> {
  const server = await discover();
  const parameters = oauth.validateAuthResponse(server, client(), answer, journey.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client(),
    authentication,
    parameters,
    redirectUri,
    journey.verifier,
    options(),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client(), response, {
    expectedNonce: journey.nonce,
    requireIdToken: true,
  });
  // The code came straight from the issuer over TLS; its signature is checked all the same (ASVS 10.5).
  await oauth.validateApplicationLevelSignature(server, response, options());
  return oauth.getValidatedIdTokenClaims(tokens);
}

function personOf(settings: ExternalIssuer, claims: oauth.IDToken): ExternalPerson {
  const { email: emailClaim = 'email', emailVerified = 'email_verified' } = settings.claims ?? {};
  const email = claims[emailClaim];
  const verified = emailVerified === null || claims[emailVerified] === true;
  const { amr } = claims as { amr?: unknown };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && verified ? email : null,
    secondFactor: settings.provesSecondFactor && Array.isArray(amr) && amr.includes('mfa'),
    provenAtSeconds: claims.auth_time ?? null,
  };
}

/** A proof after the person set out counts however short the age that was asked for. */
function provenSince(wish: ProofWish, nowSeconds: number): number | null {
  if (wish.freshSignIn) return nowSeconds - IDENTITY_LIMITS.clockToleranceSeconds;
  if (wish.maxAgeSeconds === null) return null;
  return nowSeconds - wish.maxAgeSeconds - IDENTITY_LIMITS.clockToleranceSeconds;
}

/** Tells refusals from an issuer that cannot be reached (UNAVAILABLE); what is neither a person's no nor expected is noted. */
async function reach<T>(
  settings: ExternalIssuer,
  onError: (error: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) throw new ExternalRefusal();
    onError(error);
    // An answer that does not fit (state, issuer, nonce, verifier, signature) is no outage.
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.ResponseBodyError)
      throw new ExternalRefusal();
    throw new Failure(
      'UNAVAILABLE',
      `The sign-in of ${settings.label} does not answer. Try again in a minute.`,
    );
  }
}

/** The issuer, or the person there, said no. */
export class ExternalRefusal extends Error {
  constructor() {
    super('the issuer refused');
    this.name = 'ExternalRefusal';
  }
}
