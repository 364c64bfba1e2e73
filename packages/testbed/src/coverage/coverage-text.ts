// What a reader is told of coverage, as one text.
import { type CoverageLine, type CoverageWords, coverageSentence } from '@pestle/rules/coverage-line';

/** The lines in their order, by the words of a language. */
export function coverageText(lines: readonly CoverageLine[], words: CoverageWords): string {
  return lines.map((one) => coverageSentence(one, words)).join(' ');
}
