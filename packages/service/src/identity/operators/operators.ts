// Operators as the console and their API know them: the session after a sign-in, and who a request is from.
import { errors, jwtVerify } from 'jose';
import { Failure } from '../../kernel/errors.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { CONSOLE_CLIENT } from '../provider/clients.ts';
import { ACR } from '../provider/policy.ts';
import type { SigningKeys } from '../provider/signing-keys.ts';
import { SIGNING_ALGORITHM } from '../provider/signing-keys.ts';
import type { Operator } from './operator.ts';
import type { Begun, OperatorProof, OperatorSession, OperatorSessions, SessionDeps } from './sessions.ts';
import { beginSession, createOperatorSessions, endSession, readSession } from './sessions.ts';
import type { OperatorTokens } from './tokens.ts';
import { createOperatorTokens, operatorOfToken } from './tokens.ts';

export interface OperatorsDeps extends SessionDeps {
  readonly keys: SigningKeys;
  readonly issuer: string;
}

/** What authentication reads of a request to the operators' API. */
export interface OperatorRequest {
  /** `Bearer …` with a personal token. Whoever sends one is not known by a cookie. */
  readonly authorization: string | undefined;
  /** The value of the console's session cookie, where the request is certainly from one of the console's own pages. */
  readonly session: string | undefined;
  /** The network address of the caller. */
  readonly address: string;
}

export interface Operators {
  /**
   * Begins a session for the person whom an ID token of the console names; `before` is the session that it replaces. Answers why not, where
   * the person is no operator. Throws UNAUTHENTICATED for a token that is not ours, or of another sign-in.
   */
  begin(signedIn: {
    readonly idToken: string;
    readonly nonce: string;
    readonly before: string | undefined;
  }): Promise<Begun>;
  /** The session of a cookie's value while it holds and its user is an operator. */
  session(secret: string | undefined): Promise<OperatorSession | undefined>;
  /** Ends it, as the person asks. */
  end(secret: string): Promise<void>;
  /** Where an operator is signed in to the console. */
  readonly sessions: OperatorSessions;
  /** How fresh the proof of a sign-in must be. */
  readonly proofAgeSeconds: number;
  /** Personal tokens, for scripts. */
  readonly tokens: OperatorTokens;
  /** Whom a request to the operators' API is from, by token or session. Throws UNAUTHENTICATED, TOKEN_EXPIRED, RATE_LIMITED. */
  authenticate(request: OperatorRequest): Promise<Operator>;
}

export function createOperators(deps: OperatorsDeps): Operators {
  const session = async (secret: string | undefined): Promise<OperatorSession | undefined> =>
    secret === undefined ? undefined : await readSession(deps, secret);
  return {
    begin: async ({ idToken, nonce, before }) =>
      await beginSession(deps, await readIdToken(deps, idToken, nonce), before),
    session,
    end: (secret) => endSession(deps, secret),
    proofAgeSeconds: IDENTITY_LIMITS.operatorProofAgeSeconds,
    sessions: createOperatorSessions(deps),
    tokens: createOperatorTokens(deps),
    authenticate: async ({ authorization, session: secret, address }) => {
      if (authorization !== undefined)
        return await operatorOfToken(
          deps,
          /^bearer ([\w-]{1,128})$/i.exec(authorization)?.[1] ?? '',
          address,
        );
      const found = await session(secret);
      if (found !== undefined) return found.operator;
      throw new Failure(
        'UNAUTHENTICATED',
        'Send an operator token as `Authorization: Bearer …`, or sign in to the console.',
      );
    },
  };
}

/** Of our own: what an organization's issuer says of a second factor opens its organization, and not the network. */
const OWN_FACTORS: readonly string[] = ['otp', 'hwk'];

/** Throws UNAUTHENTICATED. */
async function readIdToken(
  { keys, issuer, ports }: OperatorsDeps,
  token: string,
  nonce: string,
): Promise<OperatorProof> {
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
        audience: CONSOLE_CLIENT,
        algorithms: [SIGNING_ALGORITHM],
        requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'auth_time', 'acr'],
        clockTolerance: 0,
        currentDate: new Date(ports.clock.now()),
      },
    );
    if (payload['nonce'] !== nonce) throw new errors.JWTInvalid('of another sign-in');
    const methods: readonly unknown[] = Array.isArray(payload['amr']) ? payload['amr'] : [];
    return {
      userId: payload.sub ?? '',
      orgId: String(payload['org']),
      provenAt: Number(payload['auth_time']) * 1000,
      secondFactor: payload['acr'] === ACR.secondFactor && OWN_FACTORS.some((one) => methods.includes(one)),
    };
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new Failure('UNAUTHENTICATED', 'The sign-in did not prove who you are. Sign in again.');
    throw error;
  }
}
