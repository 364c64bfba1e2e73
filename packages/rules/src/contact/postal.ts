// Owns the reading of US postal codes: 5 digits, or 9 with or without the dash (`address`).
import { type Parsed, parsed, refused } from '../parsed.ts';

/** A ZIP code, with its four-digit extension where there is one. */
export type PostalCode = { readonly zip5: string; readonly plus4?: string };

/** Reads `02139`, `02139-1234` or `021391234`. Leading zeros are part of the code. */
export function toPostalCode(text: string): Parsed<PostalCode> {
  const match = /^(\d{5})(?:-?(\d{4}))?$/.exec(text.trim());
  const zip5 = match?.[1];
  if (zip5 === undefined || zip5 === '00000')
    return refused('A ZIP code has 5 digits, or 5 and 4 with a dash.', 'POSTAL_CODE');
  const plus4 = match?.[2];
  return parsed(plus4 === undefined ? { zip5 } : { zip5, plus4 });
}

/** As people and our API write it: `02139-1234`. */
export function formatPostalCode(code: PostalCode): string {
  return code.plus4 === undefined ? code.zip5 : `${code.zip5}-${code.plus4}`;
}

/** As SCRIPT 2017071 wants it: 5 or 9 digits without a dash. */
export function scriptPostalCode(code: PostalCode): string {
  return code.zip5 + (code.plus4 ?? '');
}
