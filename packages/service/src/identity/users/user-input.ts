// The rules for what a user may be: name, roles, and the profile that prescriptions show (`prescriber`).
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import { formatPostalCode, toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import * as v from 'valibot';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { NewUserRow } from './user-rows.ts';

/** Name parts and addresses as SCRIPT can carry them. */
const text = (charactersMax: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This is required.'),
    v.maxLength(charactersMax, `At most ${charactersMax} characters.`),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Line breaks and control characters cannot be used here.'),
  );

const phone = v.pipe(v.string(), parsedBy(toPhone10));

const usState = v.pipe(
  v.string(),
  v.check((value) => findState(value) !== undefined, 'Give the two-letter code of a US state.'),
  v.transform((value) => findState(value)?.code ?? value),
);

const practice = v.strictObject({
  name: text(70),
  street1: text(40),
  street2: v.nullish(text(40)),
  city: text(35),
  state: usState,
  postalCode: v.pipe(v.string(), parsedBy(toPostalCode), v.transform(formatPostalCode)),
});

const roles = v.pipe(
  v.array(v.picklist(['prescriber', 'staff', 'admin', 'operator'], 'There is no such role.')),
  v.minLength(1, 'Give at least one role.'),
  v.transform((given) => [...new Set(given)]),
);

/** What prescriptions show of a prescriber beside the name. */
const PRESCRIBER = {
  npi: v.nullish(
    v.pipe(v.string(), v.trim(), v.check(isNpi, 'This is not an NPI: ten digits with a check digit.')),
  ),
  credentials: v.nullish(text(35)),
  phone: v.nullish(phone),
  phoneExtension: v.nullish(v.pipe(v.string(), v.regex(/^\d{1,8}$/, 'An extension has 1 to 8 digits.'))),
  fax: v.nullish(phone),
  practice: v.nullish(practice),
  licenceStates: v.nullish(v.pipe(v.array(usState), v.maxLength(60, 'At most 60 states.'))),
} as const;

const PROFILE = {
  firstName: text(35),
  middleName: v.nullish(text(35)),
  lastName: text(35),
  nameSuffix: v.nullish(text(10)),
  roles,
  ...PRESCRIBER,
} as const;

export const EmailSchema = v.pipe(
  v.string(),
  v.transform(normalizeEmail),
  v.maxLength(IDENTITY_LIMITS.emailCharactersMax, 'An e-mail address has at most 254 characters.'),
  v.email('This is not an e-mail address.'),
);

const PrescriberSchema = v.strictObject(PRESCRIBER);
const ProfileSchema = v.strictObject(PROFILE);
const NewUserSchema = v.strictObject({ ...PROFILE, email: EmailSchema });

export type ProfileInput = v.InferInput<typeof ProfileSchema>;
export type NewUserInput = v.InferInput<typeof NewUserSchema>;
export type CheckedProfile = v.InferOutput<typeof ProfileSchema>;

/** Throws INVALID_INPUT with a problem per field. */
export function checkNewUser(input: unknown): CheckedProfile & { readonly email: string } {
  return validate(NewUserSchema, input);
}

/** Throws INVALID_INPUT with a problem per field. */
export function checkProfile(input: unknown): CheckedProfile {
  return validate(ProfileSchema, input);
}

/** Throws INVALID_INPUT with a problem per field. */
export function checkPrescriberProfile(input: unknown): v.InferOutput<typeof PrescriberSchema> {
  return validate(PrescriberSchema, input);
}

/** The columns of a checked profile. */
export function profileColumns(
  profile: CheckedProfile,
): Omit<NewUserRow, 'org_id' | 'id' | 'account_id' | 'email' | 'second_factor'> {
  return {
    first_name: profile.firstName,
    middle_name: profile.middleName ?? null,
    last_name: profile.lastName,
    name_suffix: profile.nameSuffix ?? null,
    roles: profile.roles,
    npi: profile.npi ?? null,
    credentials: profile.credentials ?? null,
    phone: profile.phone ?? null,
    phone_extension: profile.phoneExtension ?? null,
    fax: profile.fax ?? null,
    practice_name: profile.practice?.name ?? null,
    practice_street1: profile.practice?.street1 ?? null,
    practice_street2: profile.practice?.street2 ?? null,
    practice_city: profile.practice?.city ?? null,
    practice_state: profile.practice?.state ?? null,
    practice_postal_code: profile.practice?.postalCode ?? null,
    licence_states: profile.licenceStates ?? [],
  };
}
