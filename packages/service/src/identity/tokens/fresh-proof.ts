// Step-up: signing wants a proof of the person that is fresh, and strong where that is required (W4, A2).
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import { ACR } from '../provider/policy.ts';

export interface ProofPolicy {
  readonly requireSecondFactor: boolean;
  /** Oldest proof that is good for signing; null where freshness is not asked for. */
  readonly signingProofAgeSeconds: number | null;
}

/**
 * Throws FORBIDDEN for machines and STEP_UP_REQUIRED when the person must prove again who they are. The detail says what
 * to ask the provider for: `max_age` and `acr_values` of a new authorization request.
 */
export function requireFreshProof(actor: Actor, policy: ProofPolicy, clock: Clock): void {
  if (actor.kind === 'machine')
    throw new Failure('FORBIDDEN', 'A machine client never signs; a person must sign in.');
  const ageSeconds = clock.now() / 1000 - actor.authTimeSeconds;
  const stale = policy.signingProofAgeSeconds !== null && ageSeconds > policy.signingProofAgeSeconds;
  const weak = policy.requireSecondFactor && !actor.methods.includes('mfa');
  if (!stale && !weak) return;
  const stepUp = {
    ...(policy.signingProofAgeSeconds === null ? {} : { maxAgeSeconds: policy.signingProofAgeSeconds }),
    ...(policy.requireSecondFactor ? { acrValues: ACR.secondFactor } : {}),
  };
  throw new Failure(
    'STEP_UP_REQUIRED',
    weak
      ? 'Signing needs a second factor. Sign in again with it.'
      : 'Signing needs a fresh proof of who you are. Prove it again.',
    { stepUp },
  );
}
