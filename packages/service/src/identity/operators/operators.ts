// Operators as the console and their API know them: the session after a sign-in, and who a request is from.
import { errors, jwtVerify } from 'jose';
import { Failure } from '../../kernel/errors.ts';
import { CONSOLE_CLIENT } from '../provider/clients.ts';
import { ACR } from '../provider/policy.ts';
import type { SigningKeys } from '../provider/signing-keys.ts';
import { SIGNING_ALGORITHM } from '../provider/signing-keys.ts';
import type { Operator } from './operator.ts';
import type { Begun, OperatorProof, OperatorSession, SessionDeps } from './sessions.ts';
import { beginSession, readSession, removeSession } from './sessions.ts';

export interface OperatorsDeps extends SessionDeps {
  readonly keys: SigningKeys;
  readonly issuer: string;
}

/** What authentication reads of a request to the operators' API. */
export interface OperatorRequest {
  /** The value of the console's session cookie, where the request is certainly from one of the console's own pages. */
  readonly session: string | undefined;
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
  end(secret: string): Promise<void>;
  /** Whom a request to the operators' API is from. Throws UNAUTHENTICATED. */
  authenticate(request: OperatorRequest): Promise<Operator>;
}

export function createOperators(deps: OperatorsDeps): Operators {
  const session = async (secret: string | undefined): Promise<OperatorSession | undefined> =>
    secret === undefined ? undefined : await readSession(deps, secret);
  return {
    begin: async ({ idToken, nonce, before }) =>
      await beginSession(deps, await readIdToken(deps, idToken, nonce), before),
    session,
    end: (secret) => deps.store.asDoor((tx) => removeSession(tx, secret)),
    authenticate: async (request) => {
      const found = await session(request.session);
      if (found === undefined) throw new Failure('UNAUTHENTICATED', 'Sign in to the console.');
      return found.operator;
    },
  };
}

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
    return {
      userId: payload.sub ?? '',
      provenAt: Number(payload['auth_time']) * 1000,
      secondFactor: payload['acr'] === ACR.secondFactor,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new Failure('UNAUTHENTICATED', 'The sign-in did not prove who you are. Sign in again.');
    throw error;
  }
}
