// What a caller may answer to what screening found: with a draft, and when saved prescriptions are sent.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { isAnswer, OVERRIDE_REASONS, UNCHECKED_REASONS } from '@pestle/rules/screening-answers';
import * as v from 'valibot';
import { plainText } from '../../kernel/text.ts';
import { parsedBy } from '../../kernel/validate.ts';
import { SCREENING_LIMITS } from '../../screening/inside.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';

const line = (charactersMax: number) => v.pipe(v.string(), parsedBy(plainText(charactersMax)));

export const answerFields = {
  rule: line(SCREENING_LIMITS.ruleCharactersMax),
  reason: v.picklist([...new Set([...OVERRIDE_REASONS, ...UNCHECKED_REASONS])]),
  text: v.nullish(line(SCREENING_LIMITS.answerCharactersMax), null),
};

export const NOT_ITS_REASON =
  'This reason does not answer this rule: take one of its reasons, and with OTHER say which.';

const ANSWERS_MAX = FIELD_LIMITS.screeningAnswers.maximum * PRESCRIBING_LIMITS.prescriptionsPerOrderMax;

/** Answers that are given when saved prescriptions are sent. */
export const sendingAnswersSchema = v.pipe(
  v.array(
    v.pipe(
      v.strictObject({ prescriptionId: v.string(), ...answerFields }),
      v.check((one) => isAnswer(one), NOT_ITS_REASON),
    ),
  ),
  v.maxLength(ANSWERS_MAX, `An order carries ${ANSWERS_MAX} answers at most.`),
  v.check(
    (answers) =>
      new Set(answers.map(({ prescriptionId, rule }) => `${prescriptionId} ${rule}`)).size === answers.length,
    'Each rule may be answered once for each prescription.',
  ),
);
