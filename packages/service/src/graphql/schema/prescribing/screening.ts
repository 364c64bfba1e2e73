// GraphQL of screening: what speaks against a drug for a patient, whether it was checked, and what the prescriber answered.
import type { Finding } from '@pestle/rules/screening';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import { NOT_CHECKED, OVERRIDE_REASONS, UNCHECKED_REASONS } from '@pestle/rules/screening-answers';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import { findingSentence, reasonsFor, troubleSentence } from '@pestle/rules/screening-words';
import type { ReviewedDraft, SignedScreening } from '../../../prescribing/prescribing.ts';
import { builder } from '../builder.ts';
import { SaidInBoth } from '../said-in-both.ts';

const quoted = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');
const RULE =
  'The rule that it follows from, the same for every patient, such as `interaction:ketoconazole+simvastatin`.';

export const ScreeningReason = builder.enumType('ScreeningReason', {
  description: `Why it is prescribed all the same. A finding is answered by ${quoted(OVERRIDE_REASONS)}; that it was not checked, by ${quoted(UNCHECKED_REASONS)}.`,
  values: [...new Set([...OVERRIDE_REASONS, ...UNCHECKED_REASONS])],
});

export const ScreeningAnswerInput = builder.inputType('ScreeningAnswerInput', {
  description: 'Why it is prescribed although a rule speaks against it, or although it was not checked.',
  fields: (t) => ({
    rule: t.string({
      required: true,
      description: "A finding's `rule`, or `not-checked`.",
    }),
    reason: t.field({ type: ScreeningReason, required: true }),
    text: t.string({
      description: "In the prescriber's own words, one line, 210 characters at most; required with `OTHER`.",
    }),
  }),
});

export const ScreeningAnswerType = builder.objectRef<ScreeningAnswerGiven>('ScreeningAnswer').implement({
  description: 'Why it is prescribed although a rule speaks against it, or although it was not checked.',
  fields: (t) => ({
    rule: t.exposeString('rule'),
    reason: t.field({ type: ScreeningReason, resolve: ({ reason }) => reason }),
    reasonText: t.field({
      type: SaidInBoth,
      description: 'The reason in words.',
      resolve: ({ rule, reason }) =>
        reasonsFor(rule).find(({ code }) => code === reason)?.text ?? { en: reason, es: reason },
    }),
    text: t.exposeString('text', { nullable: true }),
  }),
});

const ReasonChoice = builder
  .objectRef<ReturnType<typeof reasonsFor>[number]>('ScreeningReasonChoice')
  .implement({
    description: 'A reason that answers it, in words.',
    fields: (t) => ({
      reason: t.field({ type: ScreeningReason, resolve: ({ code }) => code }),
      text: t.field({ type: SaidInBoth, resolve: ({ text }) => text }),
    }),
  });

const FindingType = builder.objectRef<Finding>('ScreeningFinding').implement({
  description: 'Something that speaks against a drug for this patient.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: RULE }),
    kind: t.exposeString('kind', {
      description:
        'One of `INTERACTION`, `ALLERGY`, `ALLERGY_CLASS`, `SAME_INGREDIENT`, `SAME_CLASS`, `SERVICE` (what another service says, as it wrote it). There may be more.',
    }),
    severity: t.exposeString('severity', {
      description: '`HIGH` stops the signature until it is answered; `MODERATE` is told.',
    }),
    text: t.field({ type: SaidInBoth, resolve: (finding) => findingSentence(finding) }),
    detail: t.string({
      nullable: true,
      description: 'What another service says besides, in its own words.',
      resolve: ({ card }) => card?.detail ?? null,
    }),
    suggestions: t.stringList({
      description: 'What another service suggests, as text: nothing is done by itself.',
      extensions: { listSize: 3 },
      resolve: ({ card }) => [...(card?.suggestions ?? [])],
    }),
    serviceReasons: t.stringList({
      description:
        "Reasons that another service offers for going on. Sent as the answer's `text`, one is told to it as its own code.",
      extensions: { listSize: 3 },
      resolve: ({ card }) => (card?.overrideReasons ?? []).map(({ display }) => display),
    }),
    reasons: t.field({
      type: [ReasonChoice],
      description: 'Those that answer it.',
      extensions: { listSize: OVERRIDE_REASONS.length },
      resolve: ({ rule }) => [...reasonsFor(rule)],
    }),
  }),
});

const TroubleType = builder.objectRef<ScreeningTrouble>('ScreeningTrouble').implement({
  description: 'Why something was not checked.',
  fields: (t) => ({
    code: t.string({ resolve: (trouble) => trouble }),
    text: t.field({ type: SaidInBoth, resolve: (trouble) => troubleSentence(trouble) }),
  }),
});

export const SignedScreeningType = builder.objectRef<SignedScreening>('SignedScreening').implement({
  description: 'What screening said of a drug when it was reviewed, and what the prescriber answered.',
  fields: (t) => ({
    checked: t.exposeBoolean('checked', {
      description:
        'True only where the drug was compared with everything that is known of the patient, by data that are not too old.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Who published the data, or answered; null where nobody did.',
    }),
    dataDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'The oldest day of the data.',
      resolve: ({ dataDate }) => dataDate,
    }),
    troubles: t.field({
      type: [TroubleType],
      description: 'Why it is not checked.',
      extensions: { listSize: 5 },
      resolve: ({ troubles }) => [...troubles],
    }),
    findings: t.field({
      type: [FindingType],
      description: 'The severe ones first.',
      extensions: { listSize: 10 },
      resolve: ({ findings }) => [...findings],
    }),
    notCheckedReasons: t.field({
      type: [ReasonChoice],
      description: 'Those that answer that it was not checked.',
      extensions: { listSize: UNCHECKED_REASONS.length },
      resolve: () => [...reasonsFor(NOT_CHECKED)],
    }),
    answers: t.field({
      type: [ScreeningAnswerType],
      description: 'Those that answer a finding, or that it was not checked.',
      extensions: { listSize: 10 },
      resolve: ({ answers }) => [...answers],
    }),
  }),
});

export const ReviewedScreening = builder
  .objectRef<ReviewedDraft['screening']>('ReviewedScreening')
  .implement({
    description: 'What screening says of a draft that is about to be signed.',
    fields: (t) => ({
      needsReason: t.exposeBoolean('needsReason', {
        description:
          'It should have been checked and was not: an answer to the rule `not-checked` is asked for. False where the practice has stated that it does not use screening: then nothing was checked, and nothing is asked.',
      }),
      result: t.field({
        type: SignedScreeningType,
        description: 'As it will be signed.',
        resolve: (screening) => screening,
      }),
    }),
  });
