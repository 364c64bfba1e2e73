// Owns one line of what is told of coverage: its code with its facts, and how it becomes a sentence of either language.
import { formatDate, isDate } from '../calendar/dates.ts';
import { firstKnownSentence } from '../situations/sentence.ts';
import { formatCents } from './money.ts';
import type { CoverageCode } from './words-en.ts';

/** What a line can name. Money is in cents, days are `YYYY-MM-DD`. */
export interface LineFacts {
  readonly cents?: number;
  readonly toCents?: number;
  readonly priceCents?: number;
  readonly date?: string;
  readonly count?: number;
  readonly days?: number;
  readonly over?: number;
  readonly percent?: string;
  readonly perUnit?: string;
  readonly quantity?: string;
  readonly text?: string;
}

/** One thing to say about coverage: a code and its facts. Words come from a language. */
export interface CoverageLine {
  readonly code: CoverageCode;
  readonly facts: LineFacts;
}

/** The sentence of every code in one language. */
export type CoverageWords = Readonly<Record<CoverageCode, string>>;

const MONEY = new Set(['cents', 'toCents', 'priceCents']);

/** A line from a code and its facts. */
export function line(code: CoverageCode, facts: LineFacts = {}): CoverageLine {
  return { code, facts };
}

/** The sentence of a line by the words of a language: `en` or `es`, by which its dates are written. */
export function coverageSentence(
  { code, facts }: CoverageLine,
  words: CoverageWords,
  language = 'en',
): string {
  const written = Object.entries(facts).map(([name, value]) => [name, writtenFact(name, value, language)]);
  return firstKnownSentence({ sentences: [words[code]] }, Object.fromEntries(written));
}

function writtenFact(name: string, value: string | number, language: string): string {
  if (MONEY.has(name)) return formatCents(Number(value));
  return name === 'date' && isDate(String(value)) ? formatDate(String(value), language) : String(value);
}
