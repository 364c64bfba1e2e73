// Reads the file in which a pharmacy says how it is reached: the same `integration` that operators keep, with what is known of the pharmacy.
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import * as v from 'valibot';
import { addressSchema, integrationSchema } from '../directory/inside.ts';
import { parsedBy, validate } from '../kernel/validate.ts';
import type { Subject } from './subject.ts';
import { subjectOf } from './subject.ts';

const phone = v.pipe(v.string(), parsedBy(toPhone10));

/** More may stand there, as in a pharmacy's record. */
const profileSchema = v.looseObject({
  name: v.optional(
    v.pipe(v.string(), v.nonEmpty('Write a name, or leave it out.'), v.maxLength(70, 'At most 70.')),
  ),
  ncpdpId: v.nullish(v.pipe(v.string(), v.regex(/^\d{7}$/, 'An NCPDP id has seven digits.'))),
  npi: v.nullish(
    v.pipe(v.string(), v.check(isNpi, 'An NPI has ten digits and a check digit; this is none.')),
  ),
  phone: v.nullish(phone),
  fax: v.nullish(phone),
  address: v.optional(addressSchema),
  integration: v.pipe(
    v.looseObject({}, 'Write how the pharmacy is reached, as in docs/reference/message-settings.md.'),
    // Before it is live nobody asks in which stage it is.
    v.transform((integration) => ({ stage: 'scoping', ...integration })),
    integrationSchema,
  ),
});

/** Throws INVALID_INPUT with a problem for each field. */
export function readProfile(input: unknown): Subject {
  const { integration, name, ncpdpId, npi, phone, fax, address } = validate(profileSchema, input);
  return subjectOf(integration, {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ncpdpId: ncpdpId ?? null,
    npi: npi ?? null,
    phone: phone ?? null,
    fax: fax ?? null,
  });
}
