// Owns the search for error-prone abbreviations in a sig or a note (W1).
import { ERROR_PRONE } from './error-prone-list.ts';

/** One place in the text: UTF-16 offset and length, what stands there, what to write instead and why. */
export type ErrorProneMatch = {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly replacement: string;
  readonly why: string;
};

const RULES = ERROR_PRONE.map((rule) => ({
  ...rule,
  expression: new RegExp(rule.pattern, `gu${rule.flags}`),
}));

/** Every error-prone abbreviation, in order, none overlapping another. Ordinary words are never matched: whole tokens only. */
export function findErrorProne(text: string): readonly ErrorProneMatch[] {
  const found: ErrorProneMatch[] = [];
  for (const { expression, replacement, why } of RULES) {
    for (const match of text.matchAll(expression)) {
      const offset = match.index;
      const length = match[0].length;
      if (
        length === 0 ||
        found.some((other) => offset < other.offset + other.length && other.offset < offset + length)
      )
        continue;
      found.push({ offset, length, text: match[0], replacement: concrete(match[0], replacement), why });
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

/** The replacement with the number filled in, where the rule is about a number. */
function concrete(text: string, replacement: string): string {
  if (/^\.\d+$/.test(text)) return `0${text}`;
  if (/^\d[\d,]*\.0+$/.test(text)) return text.replace(/\.0+$/, '');
  const days = /^x\s?(\d+)\s?d$/i.exec(text)?.[1];
  return days === undefined ? replacement : `for ${days} ${days === '1' ? 'day' : 'days'}`;
}
