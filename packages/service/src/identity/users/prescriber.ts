// The rule of who is an authorized prescriber, and what is missing when somebody is not (`prescriber`, A2).

import type { UserId } from '@pestle/rules/ids';
import { isNpi } from '@pestle/rules/npi';
import type { Attestation } from './attestation.ts';
import { hasAgreed } from './attestation.ts';
import type { PracticeLocation, User } from './user-rows.ts';

/** What a signed prescription says about its prescriber. */
export interface PrescriberProfile {
  readonly userId: UserId;
  /** The revision of the user that these facts come from. */
  readonly revision: number;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly nameSuffix: string | null;
  readonly credentials: string | null;
  readonly npi: string;
  /** Ten digits. */
  readonly phone: string;
  readonly phoneExtension: string | null;
  /** Ten digits. */
  readonly fax: string | null;
  readonly practice: PracticeLocation;
  readonly licenceStates: readonly string[];
}

/** Codes of what a user lacks to be an authorized prescriber, in the order in which they are told. */
export const PRESCRIBER_NEEDS = {
  role: 'The role prescriber',
  active: 'An active user',
  npi: 'A valid NPI',
  practice: 'A complete practice location',
  phone: 'A phone number',
  'second-factor': 'An enrolled second factor',
  attestation: 'Agreement to the current signature attestation',
} as const;

export type PrescriberNeed = keyof typeof PRESCRIBER_NEEDS;

export interface PrescriberPolicy {
  /** Prescribers use a second factor (A2). */
  readonly requireSecondFactor: boolean;
  /** The text to be agreed to; null where none is asked for. */
  readonly attestation: Attestation | null;
}

export type PrescriberCheck =
  | { readonly ok: true; readonly prescriber: PrescriberProfile }
  | { readonly ok: false; readonly missing: readonly PrescriberNeed[] };

/** Decides from a user's current row. A user that does not exist lacks everything. */
export function checkPrescriber(user: User | undefined, policy: PrescriberPolicy): PrescriberCheck {
  if (user === undefined) return { ok: false, missing: ['role', 'active'] };
  const { npi, phone, practice } = user;
  const missing: PrescriberNeed[] = [];
  if (!user.roles.includes('prescriber')) missing.push('role');
  if (!user.active) missing.push('active');
  if (npi === null || !isNpi(npi)) missing.push('npi');
  if (practice === null) missing.push('practice');
  if (phone === null) missing.push('phone');
  if (policy.requireSecondFactor && !user.secondFactor) missing.push('second-factor');
  if (policy.attestation !== null && !hasAgreed(user, policy.attestation)) missing.push('attestation');
  if (missing.length > 0 || npi === null || phone === null || practice === null)
    return { ok: false, missing };
  return {
    ok: true,
    prescriber: {
      userId: user.id,
      revision: user.revision,
      firstName: user.firstName,
      middleName: user.middleName,
      lastName: user.lastName,
      nameSuffix: user.nameSuffix,
      credentials: user.credentials,
      npi,
      phone,
      phoneExtension: user.phoneExtension,
      fax: user.fax,
      practice,
      licenceStates: user.licenceStates,
    },
  };
}

/** What a prescriber lacks to sign; nobody else lacks anything. */
export function needsOf(user: User, policy: PrescriberPolicy): readonly PrescriberNeed[] {
  if (!user.roles.includes('prescriber')) return [];
  const check = checkPrescriber(user, policy);
  return check.ok ? [] : check.missing;
}
