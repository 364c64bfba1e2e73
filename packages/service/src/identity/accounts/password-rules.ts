// Whether a password may be chosen (NIST SP 800-63B-4, 3.1.1.2): long enough, and not one of those that are tried first.
import { IDENTITY_LIMITS } from '../limits.ts';
import { COMMON_WORDS, KEY_ROWS } from './common-words.ts';

/** Why it may not; the pages have a sentence for each. */
export type PasswordProblem = 'too-short' | 'too-long' | 'repeats' | 'guessable';

/** What somebody who knows the person would try: parts of names and addresses. */
export interface PasswordOwner {
  readonly email: string;
  /** Names of the person and of their organizations. */
  readonly names?: readonly string[];
}

/** So many letters and digits must be left when everything that is tried first is taken out. */
const REST_CHARACTERS_MIN = 5;
/** So many different common words are no common password any more: four of 400 are as many as 35 bits, and slow to try. */
const WORDS_ENOUGH = 4;
const WORD_CHARACTERS_MIN = 4;
const WALK_CHARACTERS_MIN = 3;
const DISTINCT_CHARACTERS_MIN = 5;

/** What stands for letters in passwords that want to look clever. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const WALKS: readonly string[] = KEY_ROWS.flatMap((row) => [row, Array.from(row).toReversed().join('')]);
const WORDS: readonly string[] = longestFirst(COMMON_WORDS.map(undisguised));

/** Null when it may be chosen. The password is in Unicode's form NFKC. */
export function passwordProblem(password: string, owner: PasswordOwner): PasswordProblem | null {
  const { length } = Array.from(password);
  if (length < IDENTITY_LIMITS.passwordCharactersMin) return 'too-short';
  if (length > IDENTITY_LIMITS.passwordCharactersMax) return 'too-long';
  const lower = withoutAccents(password.toLowerCase());
  if (new Set(lower).size < DISTINCT_CHARACTERS_MIN) return 'repeats';
  if (/^(.{1,8}?)\1+.{0,2}$/su.test(lower)) return 'repeats';
  const own = ownWords(owner);
  return isGuessable(lower, own) || isGuessable(undisguised(lower), own) ? 'guessable' : null;
}

function isGuessable(text: string, own: readonly string[]): boolean {
  // Other scripts are on none of these lists; taking their letters out would leave nothing.
  if (/(?!\p{Script=Latin})\p{L}/u.test(text)) return false;
  const commonWords = new Set<string>();
  let rest = text.replaceAll(/[^a-z0-9]/g, '');
  for (const word of own) rest = rest.replaceAll(word, ' ');
  for (const word of WORDS) {
    if (word.length < WORD_CHARACTERS_MIN || !rest.includes(word)) continue;
    commonWords.add(word);
    rest = rest.replaceAll(word, ' ');
  }
  if (commonWords.size >= WORDS_ENOUGH) return false;
  const left = withoutWalks(rest.replaceAll(/(?:19|20)\d\d/g, ' ')).replaceAll(' ', '');
  return left.length < REST_CHARACTERS_MIN;
}

/** Takes out what runs along a row of keys or repeats one character, three or more at a time. */
function withoutWalks(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const length = walkAt(text, at);
    if (length >= WALK_CHARACTERS_MIN) {
      rest += ' ';
      at += length;
    } else {
      rest += text.charAt(at);
      at += 1;
    }
  }
  return rest;
}

function walkAt(text: string, at: number): number {
  let longest = 1;
  while (text.charAt(at + longest) === text.charAt(at) && at + longest < text.length) longest += 1;
  for (const walk of WALKS) {
    let length = WALK_CHARACTERS_MIN;
    while (at + length <= text.length && walk.includes(text.slice(at, at + length))) {
      longest = Math.max(longest, length);
      length += 1;
    }
  }
  return longest;
}

function ownWords({ email, names = [] }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const parts = [local, ...local.split(/[^a-z0-9]+/), ...domain.split('.').slice(0, -1)];
  const words = names.flatMap((name) => withoutAccents(name.toLowerCase()).split(/[^a-z0-9]+/));
  const plain = [...parts, ...words].map((word) => word.replaceAll(/[^a-z0-9]/g, ''));
  return longestFirst([...plain, ...plain.map(undisguised)].filter((word) => word.length >= 3));
}

function longestFirst(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted((one, other) => other.length - one.length);
}

function undisguised(text: string): string {
  return Array.from(text, (character) => DISGUISES[character] ?? character).join('');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
