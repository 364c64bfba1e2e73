// What is known of a person in the middle of a sign-in, and which step comes next.

import type { Account, Membership } from '../accounts/accounts.ts';
import { ACR } from '../provider/policy.ts';

/** Authentication methods (RFC 8176). */
export type Method = 'pwd' | 'otp' | 'hwk' | 'mfa' | 'kba';

/** Kept in the store while a person signs in, under the sign-in's own id. */
export interface Progress {
  readonly accountId: string;
  readonly email: string;
  readonly methods: readonly Method[];
  /** Seconds since 1970 of the proof. */
  readonly provenAtSeconds: number;
  /** Chosen among several places. */
  readonly userId?: string;
}

export type NextStep =
  | { readonly step: 'password' }
  | { readonly step: 'no-place'; readonly organizationId: string | null }
  | { readonly step: 'organization'; readonly places: readonly Membership[] }
  | { readonly step: 'done'; readonly place: Membership };

/** Decides the next step. `wanted` is the organization that the application asked for; null lets the person choose. */
export function nextStep(
  progress: Progress | null,
  person: { readonly account: Account; readonly places: readonly Membership[] } | null,
  wanted: string | null,
): NextStep {
  if (progress === null || person === null || !person.account.active) return { step: 'password' };
  const places = person.places.filter((place) => place.active && (wanted === null || place.orgId === wanted));
  const [first] = places;
  if (first === undefined) return { step: 'no-place', organizationId: wanted };
  const chosen =
    places.length === 1 ? first : places.find((candidate) => candidate.userId === progress.userId);
  if (chosen === undefined) return { step: 'organization', places };
  return { step: 'done', place: chosen };
}

/** The class of what was proved, for the token. */
export function acrOf(methods: readonly Method[]): string {
  return methods.includes('mfa') ? ACR.secondFactor : ACR.password;
}
