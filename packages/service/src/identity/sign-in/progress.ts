// What is known of a person in the middle of a sign-in, and which step comes next.
import type { Account, Membership } from '../accounts/accounts.ts';
import { isEnded, toldSecond } from '../accounts/ended.ts';
import { ACR } from '../provider/policy.ts';
import { needsSecondFactor } from '../second-factor/requirement.ts';
import type { SecondFactors } from '../second-factor/second-factor.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';

/** Authentication methods (RFC 8176, and `fed` for an issuer of the person's organization): password, one-time code, key in hardware or software with the person verified, several. */
export type Method = 'pwd' | 'fed' | 'otp' | 'hwk' | 'user' | 'mfa';

/** Kept in the store while a person signs in, under the sign-in's own id. */
export interface Progress {
  readonly accountId: string;
  readonly email: string;
  readonly methods: readonly Method[];
  /** Milliseconds since 1970 of the latest proof; null while a session stands for it and a fresh one is to come. */
  readonly provenAtMs: number | null;
  /** The password that was proved is known from breaches: another one is chosen before anything is opened. */
  readonly breached?: true;
  /** The membership chosen among several, or that of the session that is stepped up. */
  readonly userId?: string;
  /** The organization whose own issuer proved the person; it opens no other organization. */
  readonly vouchedFor?: string;
}

/** The person behind a progress, as they are now. */
export interface SignInPerson {
  readonly account: Account;
  readonly memberships: readonly Membership[];
  readonly factors: SecondFactors;
}

export interface SignInWish {
  /** The organization that the application asked for; null lets the person choose. */
  readonly organizationId: string | null;
  /** The application asked for a second factor. */
  readonly secondFactor: boolean;
  /** Second factors are asked for here (A2). */
  readonly requireSecondFactor: boolean;
  /** Organizations whose people sign in at their own issuer only. */
  readonly ownIssuerOnly: ReadonlySet<string>;
  /** Proofs from before this moment, in seconds since 1970, are too old to enrol a second factor with. */
  readonly enrolSinceSeconds: number;
}

export type NextStep =
  | { readonly step: 'password' }
  | { readonly step: 'second-factor'; readonly person: SignInPerson }
  | { readonly step: 'new-password'; readonly person: SignInPerson }
  | { readonly step: 'no-membership' }
  | { readonly step: 'organization'; readonly memberships: readonly Membership[] }
  | { readonly step: 'enrol'; readonly person: SignInPerson }
  | {
      readonly step: 'done';
      readonly membership: Membership;
      /** The second, since 1970, by which the session tells of the proof. */
      readonly authTimeSeconds: number;
    };

/** Decides the next step: what is missing most comes first. */
export function nextStep(progress: Progress | null, person: SignInPerson | null, wish: SignInWish): NextStep {
  if (progress === null || person === null || !person.account.active) return { step: 'password' };
  const { tokensNotBefore } = person.account;
  // A new password, a sign-out everywhere or an operator ended it.
  if (progress.provenAtMs !== null && isEnded(progress.provenAtMs, tokensNotBefore))
    return { step: 'password' };
  const proved = progress.methods.includes('mfa');
  if (hasSecondFactor(person.factors) && !proved) return { step: 'second-factor', person };
  if (progress.provenAtMs === null) return { step: 'password' };
  if (progress.breached === true) return { step: 'new-password', person };
  const memberships = person.memberships.filter((membership) => isOpen(membership, progress, wish));
  const [first] = memberships;
  if (first === undefined) return { step: 'no-membership' };
  const chosen =
    memberships.length === 1 ? first : memberships.find((candidate) => candidate.userId === progress.userId);
  if (chosen === undefined) return { step: 'organization', memberships };
  const mustEnrol =
    wish.secondFactor ||
    needsSecondFactor(chosen.roles, {
      requireSecondFactor: wish.requireSecondFactor,
      staffSecondFactor: chosen.staffSecondFactor,
    });
  if (mustEnrol && !proved)
    // A first factor that was proved long ago (or nobody says when) must not make the second one.
    return progress.provenAtMs < wish.enrolSinceSeconds * 1000
      ? { step: 'password' }
      : { step: 'enrol', person };
  return {
    step: 'done',
    membership: chosen,
    authTimeSeconds: toldSecond(progress.provenAtMs, tokensNotBefore),
  };
}

function isOpen(membership: Membership, progress: Progress, wish: SignInWish): boolean {
  if (!membership.active || (wish.organizationId !== null && membership.orgId !== wish.organizationId))
    return false;
  if (progress.vouchedFor !== undefined) return membership.orgId === progress.vouchedFor;
  return !wish.ownIssuerOnly.has(membership.orgId);
}

/** The progress after another proof. */
export function withProof(progress: Progress, methods: readonly Method[], atMs: number): Progress {
  const all = [...new Set([...progress.methods, ...methods])];
  return { ...progress, methods: all, provenAtMs: atMs };
}

/** The class of what was proved, for the token. */
export function acrOf(methods: readonly Method[]): string {
  return methods.includes('mfa') ? ACR.secondFactor : ACR.password;
}
