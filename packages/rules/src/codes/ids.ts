// Owns the ids of every record: a prefix that names the kind, and a ULID.

declare const brand: unique symbol;

/** An id of the kind named by its prefix, for example `Id<'pat'>` for `pat_01J…`. */
export type Id<P extends string> = `${P}_${string}` & { readonly [brand]: P };

/** The id of a practice or company that embeds Pestle. */
export type OrganizationId = Id<'org'>;
/** The id of a client of the API. */
export type ApplicationId = Id<'app'>;
/** The id of a person who signs in. */
export type UserId = Id<'usr'>;
/** The id of a patient. */
export type PatientId = Id<'pat'>;
/** The id of what can be prescribed. */
export type TreatmentId = Id<'trt'>;
/** The id of a list of treatments. */
export type CatalogId = Id<'cat'>;
/** The id of preset values of a draft. */
export type TemplateId = Id<'tpl'>;
/** The id of a prescription being written. */
export type DraftId = Id<'drf'>;
/** The id of a signed prescription. */
export type PrescriptionId = Id<'rx'>;
/** The id of an order. */
export type OrderId = Id<'ord'>;
/** The id of one prescription on one order. */
export type FillId = Id<'fil'>;
/** The id of one message to one pharmacy. */
export type TransmissionId = Id<'trm'>;
/** The id of what a pharmacy asks of a prescriber. */
export type PharmacyRequestId = Id<'prq'>;
/** The id of the answer to it. */
export type PharmacyResponseId = Id<'prs'>;
/** The id of a pharmacy. */
export type PharmacyId = Id<'phr'>;
/** The id of an event. */
export type EventId = Id<'evt'>;
/** The id of an entry of the audit trail. */
export type AuditId = Id<'aud'>;
/** The id of a key. */
export type KeyId = Id<'key'>;

/** A ULID has 26 characters: 10 for the time in milliseconds, 16 for 80 random bits. */
export const ULID_CHARACTERS = 26;
/** Random bytes a ULID takes. */
export const ULID_RANDOM_BYTES = 10;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const MAX_TIME_MS = 2 ** 48 - 1;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const PREFIX = /^[a-z][a-z0-9]{1,7}$/;

/** A ULID in upper case from a time (0 … 2^48 − 1 ms since 1970) and 10 random bytes. Throws RangeError for anything else. */
export function newUlid(timeMs: number, random: Uint8Array): string {
  if (!Number.isSafeInteger(timeMs) || timeMs < 0 || timeMs > MAX_TIME_MS) {
    throw new RangeError('The time of an id must be whole milliseconds from 0 to 2^48 - 1.');
  }
  if (random.length !== ULID_RANDOM_BYTES) {
    throw new RangeError(`An id takes exactly ${ULID_RANDOM_BYTES} random bytes.`);
  }
  let time = '';
  for (let rest = timeMs, position = 0; position < TIME_CHARACTERS; position += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of random) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      tail += ALPHABET.charAt((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return time + tail;
}

/** A new id of the kind `prefix`; the caller supplies time and randomness, so that this stays pure. */
export function newId<P extends string>(prefix: P, timeMs: number, random: Uint8Array): Id<P> {
  if (!PREFIX.test(prefix)) throw new RangeError('An id prefix is 2 to 8 lower-case letters or digits.');
  return `${prefix}_${newUlid(timeMs, random)}` as Id<P>;
}

/** True when `text` is a ULID in upper case that a 48-bit time fits in. */
export function isUlid(text: string): boolean {
  return ULID.test(text);
}

/** True when `text` is an id of the kind `prefix`: nothing is trimmed and no letter case is changed. */
export function isId<P extends string>(prefix: P, text: unknown): text is Id<P> {
  return (
    typeof text === 'string' &&
    text.length === prefix.length + 1 + ULID_CHARACTERS &&
    text.startsWith(`${prefix}_`) &&
    ULID.test(text.slice(prefix.length + 1))
  );
}

/** The ULID of an id, for numbers made from it such as `PrescriberOrderNumber`. */
export function ulidOf(id: Id<string>): string {
  return id.slice(-ULID_CHARACTERS);
}
