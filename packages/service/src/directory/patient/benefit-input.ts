// Checks a patient's pharmacy benefits: what stands on the card, and which plan's list of drugs applies.
import { isDate } from '@pestle/rules/dates';
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import * as v from 'valibot';
import { parsedBy } from '../../kernel/validate.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { Benefit } from '../tables.ts';

/** BIN, now called IIN: six digits on older cards, eight on newer ones. Leading zeros count. */
const BIN = /^(\d{6}|\d{8})$/;
/** What cards print and a claim can carry. */
const CARD_SIGNS = /^[A-Za-z0-9 ./&*+_-]+$/;
const PLAN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function bin(text: string): Parsed<string> {
  const trimmed = text.trim();
  return BIN.test(trimmed)
    ? parsed(trimmed)
    : refused('A BIN (IIN) is the 6 or 8 digits on the insurance card, with its leading zeros.');
}

function cardText(what: string): (text: string) => Parsed<string> {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return refused(`Write the ${what} as it stands on the insurance card.`);
    if (trimmed.length > LIMITS.benefitTextCharactersMax) {
      return refused(`A ${what} may have at most ${LIMITS.benefitTextCharactersMax} characters.`);
    }
    return CARD_SIGNS.test(trimmed)
      ? parsed(trimmed)
      : refused(`A ${what} holds letters, digits, blanks and . / & * + _ - only.`);
  };
}

/** The id by which a list of covered drugs names its plan. */
export function planIdOf(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed.length > LIMITS.planIdCharactersMax) {
    return refused(`The id of a plan may have at most ${LIMITS.planIdCharactersMax} characters.`);
  }
  return PLAN_ID.test(trimmed)
    ? parsed(trimmed)
    : refused("The id of a plan is the one in the plan's list of drugs: letters, digits, dots and dashes.");
}

const optionalText = (what: string) => v.nullish(v.pipe(v.string(), parsedBy(cardText(what))), null);
const optionalDay = v.nullish(
  v.pipe(v.string(), v.check(isDate, 'Write a day of the calendar as YYYY-MM-DD.')),
  null,
);

const benefit = v.pipe(
  v.strictObject({
    bin: v.pipe(v.string(), parsedBy(bin)),
    pcn: optionalText('PCN'),
    groupId: optionalText('group id'),
    memberId: v.pipe(v.string(), parsedBy(cardText('member id'))),
    planId: v.nullish(v.pipe(v.string(), parsedBy(planIdOf)), null),
    validFrom: optionalDay,
    validTo: optionalDay,
  }),
  v.forward(
    v.check(
      ({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom <= validTo,
      'These benefits end before they begin: check both days.',
    ),
    ['validTo'],
  ),
);

/** The primary first, then those that pay after it. */
export const benefitsSchema = v.pipe(
  v.array(benefit),
  v.maxLength(LIMITS.benefitsMax, `At most ${LIMITS.benefitsMax} benefits: the primary first.`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const seen = new Set<string>();
    for (const [index, entry] of dataset.value.entries()) {
      const key = cardKey(entry);
      if (seen.has(key)) {
        addIssue({
          message: 'An earlier entry has the same BIN, PCN, group and member: leave one out.',
          path: [{ type: 'array', origin: 'value', input: dataset.value, key: index, value: entry }],
        });
      }
      seen.add(key);
    }
  }),
);

/** Validity apart: the same card twice would be asked, and shown, twice. */
function cardKey({ bin: number, pcn, groupId, memberId }: Benefit): string {
  return JSON.stringify([number, pcn, groupId, memberId]);
}
