// Reads a payer's answer as untrusted input: only drugs that were asked about, in known words and within bounds.

import { COVERAGE_EN, type CoverageCode } from '@pestle/rules/coverage-words-en';
import { isDate } from '@pestle/rules/dates';
import * as v from 'valibot';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';
import type { PayerAnswer, PayerDrugAnswer, PayerQuestion } from './payer.ts';

const text = v.pipe(v.string(), v.maxLength(LIMITS.answerTextCharactersMax));
const cents = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const lineSchema = v.object({
  code: v.custom<CoverageCode>(
    (code) => typeof code === 'string' && Object.hasOwn(COVERAGE_EN, code),
    'There is no such code.',
  ),
  facts: v.pipe(
    v.record(v.string(), v.union([text, v.pipe(v.number(), v.finite())])),
    v.check((facts) => Object.keys(facts).length <= LIMITS.answerFactsMax),
  ),
});
const lines = v.pipe(v.array(lineSchema), v.maxLength(LIMITS.answerLinesMax));
const copay = v.object({
  kind: v.picklist(['EXACT', 'RANGE', 'AFTER_DEDUCTIBLE', 'UNKNOWN']),
  fromCents: cents,
  toCents: cents,
  headline: lineSchema,
  steps: lines,
});
const verdict = {
  status: v.picklist(['COVERED', 'COVERED_WITH_RESTRICTIONS', 'NOT_COVERED', 'NO_DATA']),
  reasons: lines,
  restrictions: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: lines,
  notes: lines,
  copay: v.nullable(copay),
};
const alternative = v.object({
  ...verdict,
  rxcui: v.pipe(v.string(), v.regex(/^[1-9]\d{0,7}$/)),
  quantity: v.nullable(v.pipe(text, v.regex(/^\d{1,11}(\.\d{1,5})?$/))),
  daysSupply: v.nullable(
    v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LIMITS.daysSupplyMax)),
  ),
});
const cheaper = v.object({
  kind: v.picklist(['LOCAL_PICKUP', 'MAIL_ORDER']),
  supply: v.exactOptional(lineSchema),
  copay,
});
const drug = v.object({
  ...verdict,
  key: v.string(),
  alternatives: v.array(alternative),
  cheaperAt: v.array(cheaper),
});
const name = v.nullable(text);
const day = v.nullable(v.pipe(v.string(), v.check(isDate)));
const trouble = v.picklist(['NO_ANSWER', 'REFUSED', 'MEMBER_UNKNOWN', 'UNREADABLE', 'OTHER_PATIENT']);

const UNREADABLE: PayerAnswer = { state: 'COULD_NOT_CHECK', because: 'UNREADABLE' };

/** The answer as it may be used. What cannot be read makes all of it unreadable: half an answer could tell the opposite. */
export function readAnswer(answer: unknown, { drugs: asked }: PayerQuestion): PayerAnswer {
  if (typeof answer !== 'object' || answer === null || !('state' in answer)) return UNREADABLE;
  if (answer.state === 'NO_DATA') return { state: 'NO_DATA' };
  if (answer.state === 'COULD_NOT_CHECK') {
    const because = v.safeParse(trouble, 'because' in answer ? answer.because : undefined);
    return because.success ? { state: 'COULD_NOT_CHECK', because: because.output } : UNREADABLE;
  }
  const { planName, dataDate, drugs } = answer as Readonly<Record<string, unknown>>;
  if (answer.state !== 'CHECKED' || !Array.isArray(drugs)) return UNREADABLE;
  const head = v.safeParse(v.object({ planName: name, dataDate: day }), { planName, dataDate });
  const read = v.safeParse(v.array(drug), answersTo(drugs, new Set(asked.map(({ key }) => key))));
  if (!head.success || !read.success) return UNREADABLE;
  return { state: 'CHECKED', ...head.output, drugs: read.output satisfies readonly PayerDrugAnswer[] };
}

/** The first answer to each drug that was asked about, with as much of it as is looked at. */
function answersTo(drugs: readonly unknown[], keys: ReadonlySet<string>): readonly unknown[] {
  const found = new Map<string, unknown>();
  for (const one of drugs) {
    if (typeof one !== 'object' || one === null || !('key' in one) || typeof one.key !== 'string') continue;
    if (!keys.has(one.key) || found.has(one.key)) continue;
    const { alternatives, cheaperAt } = one as Readonly<Record<string, unknown>>;
    found.set(one.key, {
      ...one,
      ...(Array.isArray(alternatives)
        ? { alternatives: alternatives.slice(0, LIMITS.alternativesNamedMax) }
        : {}),
      ...(Array.isArray(cheaperAt) ? { cheaperAt: cheaperAt.slice(0, LIMITS.cheaperAtMax) } : {}),
    });
    if (found.size === keys.size) break;
  }
  return [...found.values()];
}
