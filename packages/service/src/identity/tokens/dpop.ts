// Checks proofs of possession (RFC 9449) at the API: a token that is bound to a key is worth nothing without it.
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

export interface ProvenRequest {
  readonly proof: string;
  readonly token: string;
  readonly method: string;
  /** The address without query, from our own configuration and not from the caller's `Host`. */
  readonly url: string;
  /** Thumbprint of the key that the token is bound to. */
  readonly thumbprint: string;
}

export type ProofCheck = (request: ProvenRequest) => Promise<void>;

/** A check that throws UNAUTHENTICATED unless the proof is fresh, new, for this request and by the token's key. */
export function createProofCheck(clock: Clock): ProofCheck {
  const seen = new BoundedMap<true>(clock, IDENTITY_LIMITS.dpopReplayEntriesMax, 'memory');
  return async (request) => {
    const { payload, protectedHeader } = await jwtVerify(request.proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256', 'Ed25519'],
      requiredClaims: ['jti', 'htm', 'htu', 'iat', 'ath'],
      currentDate: new Date(clock.now()),
    }).catch(() => {
      throw refused();
    });
    const { jwk } = protectedHeader;
    if (jwk === undefined || (await calculateJwkThumbprint(jwk)) !== request.thumbprint) throw refused();
    const ageSeconds = Math.abs(clock.now() / 1000 - (payload.iat ?? 0));
    if (ageSeconds > IDENTITY_LIMITS.dpopProofAgeSecondsMax) throw refused();
    if (payload['htm'] !== request.method || !sameAddress(payload['htu'], request.url)) throw refused();
    if (payload['ath'] !== createHash('sha256').update(request.token).digest('base64url')) throw refused();
    const once = createHash('sha256').update(`${request.thumbprint} ${payload.jti}`).digest('base64url');
    if (seen.get(once) !== undefined) throw refused();
    seen.set(once, true, clock.now() + 2 * IDENTITY_LIMITS.dpopProofAgeSecondsMax * 1000);
  };
}

function refused(): Failure {
  return new Failure('UNAUTHENTICATED', 'The DPoP proof is missing, used before, or not for this request.');
}

function sameAddress(htu: unknown, url: string): boolean {
  const given = typeof htu === 'string' ? URL.parse(htu) : null;
  if (given === null) return false;
  given.search = '';
  given.hash = '';
  return given.href === new URL(url).href;
}
