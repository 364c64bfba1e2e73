// Owns slips of the keys in words of directions: what a word that no table knows was probably meant to be. It is offered, never taken.

/** Shorter words are too near to others: "tab" and "tap", "day" and "bay". */
const TYPED_LETTERS_MIN = 4;
const MEANT_LETTERS_MIN = 5;
/** Words of time that stand in patterns, not in the tables. */
export const TIME_WORDS =
  'every hours hour minutes days weeks months week month morning evening bedtime night nightly noon afternoon times twice needed monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  );

/** The words of the tables' phrases: which are known, and which one is one slip away. */
export type Vocabulary = {
  readonly has: (word: string) => boolean;
  /** The one word that differs by one letter that was left out, added, changed, or swapped with its neighbor; undefined where there are several. */
  readonly meant: (word: string) => string | undefined;
};

/** Of these phrases, in small letters. */
export function vocabularyOf(phrases: Iterable<string>): Vocabulary {
  const known = new Set([...phrases].flatMap((phrase) => phrase.split(' ')));
  const long = [...known].filter((word) => word.length >= MEANT_LETTERS_MIN && /^[a-z]+$/.test(word));
  return {
    has: (word) => known.has(word),
    meant: (word) => {
      if (word.length < TYPED_LETTERS_MIN || !/^[a-z]+$/.test(word)) return undefined;
      const near = long.filter((one) => isOneSlip(word, one));
      return near.length === 1 ? near[0] : undefined;
    },
  };
}

function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const [rest, wanted] = [typed.slice(at), meant.slice(at)];
  if (typed.length === meant.length)
    return (
      rest.slice(1) === wanted.slice(1) ||
      (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
    );
  return typed.length > meant.length ? rest.slice(1) === wanted : rest === wanted.slice(1);
}
