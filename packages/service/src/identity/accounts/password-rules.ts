// Whether a password may be chosen (https://pages.nist.gov/800-63-4/sp800-63b.html, 3.1.1.2): long enough, and not one that is guessed soon.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { IDENTITY_LIMITS } from '../limits.ts';

/** Why it may not; the pages have a sentence for each. */
export type PasswordProblem = 'too-short' | 'too-long' | 'repeats' | 'guessable' | 'breached';

/** What somebody who knows the person would try: parts of names and addresses. */
export interface PasswordOwner {
  readonly email: string;
  /** Names of the person and of their organizations. */
  readonly names?: readonly string[];
}

/** What everybody would try here, besides the owner's own words. */
const SERVICE_WORDS: readonly string[] = ['pestle'];

/** Null when it may be chosen. The password is in Unicode's form NFKC. No signs or digits are asked for. */
export async function passwordProblem(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordProblem | null> {
  const problem = lengthProblem(password);
  if (problem !== null) return problem;
  const { guesses, sequence } = (await estimator()).check(password, [...ownWords(owner), ...SERVICE_WORDS]);
  if (guesses >= IDENTITY_LIMITS.passwordGuessesMin) return null;
  return sequence[0]?.pattern === 'repeat' ? 'repeats' : 'guessable';
}

/** All that is asked of a password that a program made. */
export function lengthProblem(password: string): 'too-short' | 'too-long' | null {
  const { length } = Array.from(password);
  if (length < IDENTITY_LIMITS.passwordCharactersMin) return 'too-short';
  return length > IDENTITY_LIMITS.passwordCharactersMax ? 'too-long' : null;
}

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Loaded with the first password that a person chooses: it takes 0.3 to 0.6 s and its lists of words 28 MB, which a node on which
 * nobody chooses one never pays. A check takes about 6 ms.
 */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= loadEstimator();
  return loading;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Its time grows with the square of the length, and what is hard to guess is so by its beginning.
    maxLength: IDENTITY_LIMITS.passwordCharactersJudgedMax,
    l33tMaxSubstitutions: IDENTITY_LIMITS.passwordSubstitutionsMax,
  });
}

function ownWords({ email, names = [] }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = email.split('@');
  const labels = domain.split('.').slice(0, -1);
  const whole = [email, local, ...labels, ...names];
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [...whole, ...parts];
  return [...words, ...words.map(withoutAccents)].filter(
    (word) => word.length >= IDENTITY_LIMITS.ownWordCharactersMin,
  );
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
