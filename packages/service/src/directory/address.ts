// Reads a United States address from input and from a row.

import { parsed, refused } from '@pestle/rules/parsed';
import { formatPostalCode, toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import * as v from 'valibot';
import { type FieldFacts, field } from '../kernel/field-words.ts';
import { parsedBy } from '../kernel/validate.ts';
import { DIRECTORY_LIMITS } from './limits.ts';
import { cityName, streetLine } from './text.ts';

/** A place in the United States, in the words of the API (`address`). */
export type Address = {
  readonly street1: string;
  readonly street2?: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** `02139` or `02139-1234`. */
  readonly postalCode: string;
  readonly country: 'US';
};

/** How long it may be is counted after it was rewritten to ASCII; an import may have written a longer one. */
const WRITTEN = {
  pattern: '\\S',
  maxLength: DIRECTORY_LIMITS.importedStreetCharactersMax,
} as const satisfies FieldFacts;

const street = (description: string) => field(description, v.pipe(v.string(), parsedBy(streetLine)), WRITTEN);

export const addressSchema = v.pipe(
  v.strictObject({
    street1: street('House number and street.'),
    street2: v.nullish(street('Suite, floor, building.')),
    city: field('The town.', v.pipe(v.string(), parsedBy(cityName)), WRITTEN),
    state: field(
      'The two letters of a state or territory.',
      v.pipe(
        v.string(),
        parsedBy((text) => {
          const state = findState(text);
          return state === undefined
            ? refused('Write the two letters of a United States state or territory.')
            : parsed(state.code);
        }),
      ),
      { pattern: '[A-Za-z]{2}', examples: ['MA'] },
    ),
    postalCode: field(
      'Five digits, or five and four with a dash.',
      v.pipe(
        v.string(),
        parsedBy((text) => {
          const code = toPostalCode(text);
          return code.ok ? parsed(formatPostalCode(code.value)) : code;
        }),
      ),
      { pattern: '^\\s*\\d{5}(?:-?\\d{4})?\\s*$', examples: ['02108'] },
    ),
    country: v.nullish(field('Nothing else.', v.picklist(['US']))),
  }),
  v.transform(
    ({ street2, ...rest }): Address => ({
      ...rest,
      ...(street2 === undefined || street2 === null ? {} : { street2 }),
      country: 'US',
    }),
  ),
);

/** An address's columns; all null for none. */
export type AddressColumns = {
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
};

export function addressOf(row: AddressColumns): Address | null {
  const { street1, street2, city, state, postal_code: postalCode } = row;
  if (street1 === null || city === null || state === null || postalCode === null) return null;
  return { street1, ...(street2 === null ? {} : { street2 }), city, state, postalCode, country: 'US' };
}

export function addressColumns(address: Address | null): AddressColumns {
  return {
    street1: address?.street1 ?? null,
    street2: address?.street2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postal_code: address?.postalCode ?? null,
    country: address?.country ?? null,
  };
}
