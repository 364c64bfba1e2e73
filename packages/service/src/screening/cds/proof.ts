// Proves this service to a CDS Hooks service: a signed token for one address, as the specification has it, by keys that the organization's service trusts.
import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';

export const PROOF_ALGORITHMS = ['ES384', 'RS384'] as const;
export type ProofAlgorithm = (typeof PROOF_ALGORITHMS)[number];

export interface CdsKey {
  readonly kid: string;
  readonly algorithm: ProofAlgorithm;
  readonly privateKey: JWK;
  /** It has signed, and is known to the other side still; absent for one that signs or has yet to. */
  readonly ending?: true;
}

/** The first signs; one behind it is known to the other side already, or still. */
export type CdsKeys = readonly [CdsKey, ...CdsKey[]];

/** How a key gives way: the new one is made known first, then it signs, then the old one ends. */
export const KEY_STEPS = ['prepare', 'use', 'end'] as const;
export type KeyStep = (typeof KEY_STEPS)[number];

/** The keys after a step, or why it is none. Repeating a step changes nothing. */
export async function keysAfter(
  keys: CdsKeys,
  step: KeyStep,
  algorithm: ProofAlgorithm = keys[0].algorithm,
): Promise<CdsKeys | string> {
  const [signs, other] = keys;
  switch (step) {
    case 'prepare':
      if (other?.ending === true) return 'The old key is known there still: end it first.';
      return other === undefined ? [signs, await newKey(algorithm)] : keys;
    case 'use':
      if (other === undefined) return 'There is no new key: prepare one first, and register it.';
      return other.ending === true ? keys : [other, { ...signs, ending: true }];
    case 'end':
      return [signs];
    default:
      return step satisfies never;
  }
}

export async function newKey(algorithm: ProofAlgorithm): Promise<CdsKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), algorithm, privateKey: jwk };
}

/** What the other side is given: no private part. */
export function publicKeys(keys: CdsKeys): { readonly keys: readonly JWK[] } {
  return {
    keys: keys.map(({ kid, algorithm, privateKey: { kty, crv, x, y, n, e } }) => ({
      ...Object.fromEntries(
        Object.entries({ kty, crv, x, y, n, e }).filter(([, part]) => part !== undefined),
      ),
      kid,
      alg: algorithm,
      use: 'sig',
    })),
  };
}

export async function proofFor(
  [{ kid, algorithm, privateKey }]: CdsKeys,
  {
    issuer,
    audience,
    keySet,
    nowMs,
  }: {
    readonly issuer: string;
    readonly audience: string;
    /** Where the public keys are. */
    readonly keySet: string;
    readonly nowMs: number;
  },
): Promise<string> {
  const now = Math.floor(nowMs / 1_000);
  return await new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT', jku: keySet })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + LIMITS.proofSeconds)
    .setJti(randomUUID())
    .sign(await importJWK(privateKey, algorithm));
}
