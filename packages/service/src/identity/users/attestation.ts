// The text that a prescriber agrees to once before signing; a new version is asked for again.
import { createHash } from 'node:crypto';
import type { User } from './user-rows.ts';

export interface Attestation {
  readonly version: string;
  readonly text: string;
}

/** What applies unless a deployment configures its own. */
export const DEFAULT_ATTESTATION: Attestation = {
  version: '2026-01',
  text: `When I sign a prescription here, I prescribe it myself, with the same force as by hand. I review the complete text \
before I sign. My sign-in and my second factor are mine alone; I let nobody else use them, and I tell my organization at \
once when they may be known to others.`,
};

/** SHA-256 over version and text, hex: what the prescriber's agreement is kept with. */
export function attestationHash(attestation: Attestation): string {
  return createHash('sha256')
    .update(JSON.stringify([attestation.version, attestation.text]))
    .digest('hex');
}

/** True when the user agreed to exactly this version and text. */
export function hasAgreed(user: User, attestation: Attestation): boolean {
  return (
    user.attestation?.version === attestation.version &&
    user.attestation.hash === attestationHash(attestation)
  );
}
