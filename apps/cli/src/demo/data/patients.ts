// Reads a line of the patients file into what the directory takes, as it is: nothing is mended, so that refusals are real.
import type { NewPatient } from '@pestle/service/directory';
import * as v from 'valibot';

const lineSchema = v.object({
  patient_id: v.string(),
  family: v.string(),
  given: v.array(v.string()),
  gender: v.string(),
  birth_date: v.string(),
  /** False, true, or the time of death. */
  deceased: v.optional(v.union([v.boolean(), v.string()]), false),
  phone: v.optional(v.string(), ''),
  address: v.optional(
    v.nullable(
      v.object({
        line: v.array(v.string()),
        city: v.optional(v.string(), ''),
        state: v.optional(v.string(), ''),
        postal_code: v.optional(v.string(), ''),
      }),
    ),
  ),
  language: v.optional(v.string(), ''),
  allergies: v.optional(v.array(v.object({ substance: v.string(), rxcui: v.optional(v.string(), '') })), []),
  /** The primary first. */
  benefits: v.optional(
    v.array(
      v.object({
        bin: v.optional(v.string(), ''),
        pcn: v.nullish(v.string()),
        group_id: v.nullish(v.string()),
        member_id: v.optional(v.string(), ''),
        plan_id: v.nullish(v.string()),
        valid_from: v.nullish(v.string()),
        valid_to: v.nullish(v.string()),
      }),
    ),
    [],
  ),
});

export interface ReadPatient {
  /** The id in the file: the organization's own id of the patient. */
  readonly externalId: string;
  readonly input: NewPatient;
  readonly place: { readonly postalCode: string; readonly city: string; readonly state: string };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  English: 'en',
  Spanish: 'es',
  Portuguese: 'pt',
  Chinese: 'zh',
  French: 'fr',
  Russian: 'ru',
  Italian: 'it',
  Hindi: 'hi',
  Arabic: 'ar',
  Greek: 'el',
};

const SEXES: Readonly<Record<string, 'MALE' | 'FEMALE'>> = { male: 'MALE', female: 'FEMALE' };

/** Undefined when the line has not the shape of a patient. */
export function readPatient(value: unknown): ReadPatient | undefined {
  const parsed = v.safeParse(lineSchema, value);
  if (!parsed.success) return undefined;
  const { patient_id: externalId, family, given, gender, birth_date: dateOfBirth, deceased } = parsed.output;
  const { phone, address, language, allergies, benefits } = parsed.output;
  const [firstName = '', ...middle] = given;
  const [street1, street2] = address?.line ?? [];
  const code = LANGUAGES[/^\p{L}+/u.exec(language)?.[0] ?? ''];
  const { city = '', state = '', postal_code: postalCode = '' } = address ?? {};
  return {
    externalId,
    place: { postalCode, city, state },
    input: {
      externalId,
      firstName,
      lastName: family,
      dateOfBirth,
      sex: SEXES[gender] ?? 'UNKNOWN',
      ...(middle.length === 0 ? {} : { middleName: middle.join(' ') }),
      ...(phone === '' ? {} : { phone }),
      ...(code === undefined ? {} : { language: code }),
      ...(deceased === false ? {} : { deceased: true }),
      ...(typeof deceased === 'string' ? { deceasedOn: deceased.slice(0, 10) } : {}),
      ...(street1 === undefined
        ? {}
        : { address: { street1, ...(street2 === undefined ? {} : { street2 }), city, state, postalCode } }),
      allergies: allergies.map(({ substance, rxcui }) => ({
        substance,
        ...(rxcui === '' ? {} : { code: rxcui, codeSystem: 'RXNORM' }),
      })),
      benefits: benefits.map(({ bin, pcn, ...more }) => ({
        bin,
        pcn,
        groupId: more.group_id,
        memberId: more.member_id,
        planId: more.plan_id,
        validFrom: more.valid_from,
        validTo: more.valid_to,
      })),
    },
  };
}
