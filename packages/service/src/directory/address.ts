// Reads a United States address from input and from a row.

import { parsed, refused } from '@pestle/rules/parsed';
import { formatPostalCode, toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import * as v from 'valibot';
import { parsedBy } from '../kernel/validate.ts';
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

const streetSchema = v.pipe(v.string(), parsedBy(streetLine));

export const addressSchema = v.pipe(
  v.strictObject({
    street1: streetSchema,
    street2: v.nullish(streetSchema),
    city: v.pipe(v.string(), parsedBy(cityName)),
    state: v.pipe(
      v.string(),
      parsedBy((text) => {
        const state = findState(text);
        return state === undefined
          ? refused('Write the two letters of a United States state or territory.')
          : parsed(state.code);
      }),
    ),
    postalCode: v.pipe(
      v.string(),
      parsedBy((text) => {
        const code = toPostalCode(text);
        return code.ok ? parsed(formatPostalCode(code.value)) : code;
      }),
    ),
    country: v.nullish(v.picklist(['US'])),
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
