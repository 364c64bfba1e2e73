// Checks what those who run the service may write of the network: pharmacies, partners and hook credentials.

import { REPORT_MEANINGS } from '@pestle/rules/fill-status';
import { upperAscii } from '@pestle/rules/letter-case';
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import * as v from 'valibot';
import { field } from '../../kernel/field-words.ts';
import { plainText } from '../../kernel/text.ts';
import { idInput, parsedBy, timeZoneInput } from '../../kernel/validate.ts';
import { addressSchema } from '../address.ts';
import { endpoint } from '../endpoint-shape.ts';
import { integrationSchema } from '../integration.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import { declaredWindows } from '../maintenance/window-input.ts';
import { issueOf } from '../messages/issues.ts';
import { messageProblems } from '../messages/settings.ts';

const name = (description: string) =>
  field(description, v.pipe(v.string(), parsedBy(plainText(LIMITS.pharmacyNameCharactersMax))), {
    // Blanks around it are cut first, so that only the words count.
    pattern: `^\\s*\\S(?:[\\s\\S]{0,${LIMITS.pharmacyNameCharactersMax - 2}}\\S)?\\s*$`,
  });
const phone = (description: string) =>
  field(description, v.pipe(v.string(), parsedBy(toPhone10)), {
    pattern: '^\\s*\\+?(?:[^0-9]*[0-9]){10,11}[^0-9]*$',
    examples: ['6175550100'],
  });
const clockTime = (description: string) =>
  field(
    description,
    v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM, 00:00 to 23:59.')),
    { examples: ['09:00'] },
  );
const instant = v.pipe(v.string(), v.isoTimestamp('This must be an ISO 8601 time with a zone.'));

const hours = v.strictObject({
  days: field(
    'The days of the week.',
    v.pipe(
      v.array(v.picklist(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])),
      v.minLength(1, 'Name at least one day.'),
      v.maxLength(7, 'A week has seven days.'),
    ),
  ),
  opens: clockTime('When it opens.'),
  closes: clockTime('When it closes.'),
});

const pharmacy = v.strictObject({
  id: v.nullish(
    field("The pharmacy's own id; without it the NPI or the NCPDP id says which it is.", idInput('phr')),
  ),
  npi: v.nullish(
    field(
      'Its NPI: ten digits, the last of which checks the others.',
      v.pipe(v.string(), v.check(isNpi, 'An NPI has ten digits and a check digit; this is none.')),
      { pattern: '^\\d{10}$', examples: ['1234567893'] },
    ),
  ),
  ncpdpId: v.nullish(
    field(
      'Its NCPDP id: seven digits. Messages name it by this.',
      v.pipe(v.string(), v.regex(/^\d{7}$/, 'An NCPDP id has seven digits.')),
      { examples: ['1234567'] },
    ),
  ),
  name: name('What it is called.'),
  kind: field('Where patients go, or what sends to them.', v.picklist(['LOCAL_PICKUP', 'MAIL_ORDER'])),
  servesPublic: v.optional(
    field(
      'False for one that only its own patients use: it is found by name, never among the nearest.',
      v.boolean(),
    ),
    true,
  ),
  address: field('Where it is.', addressSchema),
  latitude: v.nullish(
    field(
      'Degrees north; with the longitude it is found among the nearest.',
      v.pipe(v.number(), v.minValue(-90, 'At least -90.'), v.maxValue(90, 'At most 90.')),
    ),
  ),
  longitude: v.nullish(
    field(
      'Degrees east; negative in the Americas.',
      v.pipe(v.number(), v.minValue(-180, 'At least -180.'), v.maxValue(180, 'At most 180.')),
    ),
  ),
  timeZone: v.nullish(field('Its time zone; that of its address where it is left out.', timeZoneInput)),
  phone: v.nullish(phone('Its telephone number.')),
  fax: v.nullish(phone('Its fax number: where prescriptions go that cannot be delivered otherwise.')),
  openingHours: v.nullish(
    field(
      'When it is open.',
      v.pipe(v.array(hours), v.maxLength(LIMITS.openingHoursMax, 'There are too many entries.')),
    ),
  ),
  active: v.optional(field('False: nobody may choose it.', v.boolean()), true),
  statusWords: v.optional(
    field(
      'Its own words for the statuses that it may report, each with the status.',
      v.pipe(
        v.record(
          v.pipe(v.string(), parsedBy(plainText(60)), v.transform(upperAscii)),
          field(
            'The status that is meant; `READY` is FILLING, and ready for pickup.',
            v.picklist(REPORT_MEANINGS),
          ),
        ),
        v.maxEntries(LIMITS.statusWordsMax, `At most ${LIMITS.statusWordsMax} words.`),
      ),
      { examples: [{ 'IN PROCESS': 'FILLING' }] },
    ),
    {},
  ),
  integration: v.nullable(
    field('How it is reached electronically. Null: not at all, so that it gets faxes.', integrationSchema),
  ),
});

/** A pharmacy without NPI or telephone is left out of messages as an element: settings for it have no place then. */
const settingsFit = v.rawCheck<v.InferOutput<typeof pharmacy>>(({ dataset, addIssue }) => {
  if (!dataset.typed || dataset.issues !== undefined) return;
  const { npi, phone, integration } = dataset.value;
  const whole = typeof npi === 'string' && typeof phone === 'string';
  if (whole || integration?.script === undefined) return;
  for (const problem of messageProblems(integration.script, false))
    addIssue(issueOf(problem, 'integration', 'script'));
});

export const pharmacySchema = v.pipe(pharmacy, settingsFit);

/** Takes these fields as they are: they come from the pharmacy's own row, where an import may have written longer ones. */
export function pharmacySchemaKeeping(fields: readonly string[]): typeof pharmacySchema {
  const kept = Object.fromEntries(fields.map((field) => [field, v.optional(v.unknown())]));
  const schema = v.strictObject({ ...pharmacy.entries, ...kept }) as unknown as typeof pharmacy;
  return v.pipe(schema, settingsFit);
}

export const partnerSchema = v.strictObject({
  id: field("The partner's id; made of its name where a new one has none.", idInput('ptn')),
  name: name('What it is called.'),
  endpoint: field('Where the messages of all its pharmacies go.', endpoint),
  active: v.optional(field('False: out of use. Its pharmacies get faxes.', v.boolean()), true),
  maintenance: declaredWindows,
});

const owner = {
  pharmacyId: v.nullish(idInput('phr')),
  partnerId: v.nullish(idInput('ptn')),
  /** From now on when left out. */
  validFrom: v.nullish(instant),
  /** Without end when left out. */
  validUntil: v.nullish(instant),
};

export const hookCredentialSchema = v.pipe(
  v.variant('kind', [
    v.strictObject({
      kind: v.literal('bearer'),
      key: v.pipe(
        v.string(),
        v.minLength(
          LIMITS.hookKeyCharactersMin,
          `A key has at least ${LIMITS.hookKeyCharactersMin} characters.`,
        ),
        v.maxLength(
          LIMITS.hookKeyCharactersMax,
          `A key has at most ${LIMITS.hookKeyCharactersMax} characters.`,
        ),
        v.regex(/^[!-~]+$/, 'A key holds printable ASCII without blanks.'),
      ),
      ...owner,
    }),
    v.strictObject({
      kind: v.literal('standard-webhooks'),
      keyId: v.pipe(v.string(), v.regex(/^[!-~]{1,100}$/, 'A key id holds 1 to 100 printable characters.')),
      secret: v.pipe(
        v.string(),
        v.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'A secret is whsec_ and 24 to 64 bytes in base64.'),
      ),
      ...owner,
    }),
  ]),
  v.check(
    ({ pharmacyId, partnerId }) => (typeof pharmacyId === 'string') !== (typeof partnerId === 'string'),
    'A credential belongs to one pharmacy or to one partner.',
  ),
);

/** Inputs are only read, so that frozen seeds fit. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

export type CheckedPharmacy = v.InferOutput<typeof pharmacySchema>;
export type CheckedPartner = v.InferOutput<typeof partnerSchema>;
export type PharmacyInput = DeepReadonly<v.InferInput<typeof pharmacySchema>>;
export type PartnerInput = DeepReadonly<v.InferInput<typeof partnerSchema>>;
export type HookCredentialInput = v.InferInput<typeof hookCredentialSchema>;
