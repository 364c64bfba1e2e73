// Owns the reading of US phone and fax numbers: to the ten digits SCRIPT carries.
import { type Parsed, parsed, refused } from '../parsed.ts';

/** Ten digits of a North American number, from any usual writing (`(617) 555-0100`, `+1 617.555.0100`). An extension is refused. */
export function toPhone10(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().\u2010-\u2015/-]+$/.test(trimmed)) {
    return refused(
      'Write the phone number with digits only, as in 617-555-0100; an extension has its own field.',
      'PHONE_CHARACTERS',
    );
  }
  const digits = trimmed.replace(/\D/g, '');
  if (trimmed.startsWith('+') && !digits.startsWith('1'))
    return refused(
      'Only numbers of the United States and its neighbors (+1) can be sent to a pharmacy.',
      'PHONE_ABROAD',
    );
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (ten.length !== 10) return refused('A phone number has ten digits, area code first.', 'PHONE_DIGITS');
  if (/^[01]/.test(ten)) return refused('An area code cannot begin with 0 or 1.', 'PHONE_AREA');
  return parsed(ten);
}

/** Ten digits as people read them: `617-555-0100`. Other text comes back as it is. */
export function formatPhone(ten: string): string {
  return ten.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
