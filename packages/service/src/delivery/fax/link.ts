// Owns the secret of a fax's link: the token of its QR code and the code typed from paper, derived so that neither is stored.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { upperAscii } from '@pestle/rules/letter-case';

/** A link's two secrets; either opens it. */
export interface LinkSecrets {
  /** 256 bits as base64url text (43 characters): in the QR code. */
  readonly token: string;
  /** 130 bits in Crockford's alphabet and two check characters: seven groups of four. Paper has it as `printedCode`. */
  readonly code: string;
}

/** Derives the secrets of links from one key of the deployment. */
export interface LinkKey {
  /** The same for the same transmission and generation, so that a fax can be drawn again byte for byte. */
  secretsOf(transmissionId: string, generation: number): LinkSecrets;
  /** The secrets whose token has this hash, by whichever key made them; undefined when none of those that count did. */
  secretsWith(tokenHash: string, transmissionId: string, generation: number): LinkSecrets | undefined;
}

/** What a visitor brought, recognized by its shape. */
export type PresentedSecret = { readonly kind: 'token' | 'code'; readonly secret: string };

/** Crockford's base 32: no I, L, O or U; what people type for 1 and 0 is understood. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_BITS = 130n;
const CODE_CHARACTERS = 26;
const CHECK_CHARACTERS = 2;
const PRINTED_GROUP = new RegExp(`^[${ALPHABET}]{5}$`);
const GROUP = 4;
const GROUPS = 7;
/** On paper each group has one more. */
const PRINTED_CHARACTERS = GROUPS * (GROUP + 1);
/** A prime below 32²: any one wrong character and any two swapped neighbors change the remainder. */
const CHECK_PRIME = 1021n;
const KEY_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A key for links; links that a `previous` one made can be drawn again. Throws RangeError unless each has exactly 32 bytes. */
export function createLinkKey(secret: Uint8Array, previous: readonly Uint8Array[] = []): LinkKey {
  const current = derivation(secret);
  const all = [current, ...previous.map(derivation)];
  return {
    secretsOf: current,
    secretsWith: (tokenHash, transmissionId, generation) =>
      all
        .map((secretsOf) => secretsOf(transmissionId, generation))
        .find(({ token }) => hashSecret(token) === tokenHash),
  };
}

function derivation(secret: Uint8Array): LinkKey['secretsOf'] {
  if (secret.length !== KEY_BYTES) throw new RangeError(`The link key must have ${KEY_BYTES} bytes.`);
  const macKey = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'pestle fax links', KEY_BYTES));
  const mac = (purpose: string, transmissionId: string, generation: number): Buffer =>
    createHmac('sha256', macKey)
      .update(JSON.stringify([purpose, transmissionId, generation]))
      .digest();
  return (transmissionId, generation) => ({
    token: mac('token', transmissionId, generation).toString('base64url'),
    code: writeCode(mac('code', transmissionId, generation)),
  });
}

/** The code as it stands on paper: each group with a check character of its own, so that a slip of the pen is found in its group. */
export function printedCode(code: string): string {
  return code
    .split('-')
    .map((group, index) => group + groupCheck(group, index))
    .join('-');
}

/**
 * Recognizes a token, or a typed code in any letter case with or without dashes and blanks, O for 0 and I or L for 1; faxes of before have
 * codes without the groups' own check characters. Undefined when it is neither; a code whose check characters do not fit is a slip of the pen
 * and not looked up.
 */
export function recognizeSecret(text: string): PresentedSecret | undefined {
  if (TOKEN.test(text)) return { kind: 'token', secret: text };
  const typed = asWritten(text);
  const plain = typed.length === PRINTED_CHARACTERS ? withoutGroupChecks(typed) : typed;
  if (plain === undefined) return undefined;
  if (plain.length !== CODE_CHARACTERS + CHECK_CHARACTERS) return undefined;
  let value = 0n;
  for (const character of plain.slice(0, CODE_CHARACTERS)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 32n + BigInt(digit);
  }
  return plain.slice(CODE_CHARACTERS) === checkOf(value)
    ? { kind: 'code', secret: grouped(plain) }
    : undefined;
}

/**
 * The groups of a typed code that are not as on paper, counted from 1. None where it cannot be told: the code of an older fax, or groups that
 * are right by themselves and not together.
 */
export function wrongGroups(text: string): readonly number[] {
  const whole = asWritten(text);
  const parts = text.trim().split(/[\s-]+/);
  const groups = (parts.length > 1 ? parts : (text.trim().match(/.{1,5}/gu) ?? [])).map(asWritten);
  const isOfBefore =
    parts.length > 1
      ? groups.every((group) => group.length <= GROUP)
      : whole.length <= CODE_CHARACTERS + CHECK_CHARACTERS;
  if (isOfBefore || groups.length < 2) return [];
  return Array.from(
    { length: Math.max(GROUPS, Math.min(groups.length, GROUPS + 1)) },
    (_, index) => index,
  ).flatMap((index) => (index < GROUPS && isPrintedGroup(groups[index] ?? '', index) ? [] : [index + 1]));
}

function asWritten(text: string): string {
  return upperAscii(text.replace(/[\s-]/g, '')).replace(/O/g, '0').replace(/[IL]/g, '1');
}

function withoutGroupChecks(printed: string): string | undefined {
  const groups = printed.match(/.{5}/g) ?? [];
  return groups.every(isPrintedGroup) ? groups.map((group) => group.slice(0, GROUP)).join('') : undefined;
}

function isPrintedGroup(group: string, index: number): boolean {
  if (!PRINTED_GROUP.test(group)) return false;
  return group.slice(GROUP) === groupCheck(group.slice(0, GROUP), index);
}

/**
 * Over the field of 32 elements: each character counts with another factor, so that one wrong character and two swapped ones are found, and so
 * does the place of the group.
 */
function groupCheck(group: string, index: number): string {
  let check = 0;
  for (const character of group) check = twice(check ^ ALPHABET.indexOf(character));
  return ALPHABET.charAt(check ^ (index + 1));
}

/** Times x, modulo x⁵ + x² + 1. */
function twice(value: number): number {
  const shifted = value << 1;
  return shifted > 31 ? shifted ^ 0b100101 : shifted;
}

/** What the store keeps of a token or code: SHA-256, in hex. The secrets have enough bits of their own. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The address in the QR code. It holds nothing but the token. */
export function linkUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/rx/${token}`;
}

function writeCode(bytes: Buffer): string {
  const value = BigInt(`0x${bytes.toString('hex')}`) >> (BigInt(bytes.length * 8) - CODE_BITS);
  return grouped(inAlphabet(value, CODE_CHARACTERS) + checkOf(value));
}

function checkOf(value: bigint): string {
  return inAlphabet(value % CHECK_PRIME, CHECK_CHARACTERS);
}

function inAlphabet(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = ALPHABET.charAt(Number(rest % 32n)) + text;
  return text;
}

function grouped(characters: string): string {
  return characters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? characters;
}
