// Checks what the patient's plan pays of drafts. It reads and asks only: nothing that writes or signs waits for it.
import type { CopayEstimate } from '@pestle/rules/copay';
import type { CoverageStatus } from '@pestle/rules/coverage';
import { type CoverageLine, coverageSentence, line } from '@pestle/rules/coverage-line';
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import { COVERAGE_ES } from '@pestle/rules/coverage-words-es';
import type { DraftId, PatientId } from '@pestle/rules/ids';
import type { TreatmentHit } from '../../catalog/inside.ts';
import type { CoverageAnswer } from '../../coverage/coverage.ts';
import type { CheaperAt, PayerDrugAnswer, PayerVerdict } from '../../coverage/inside.ts';
import type { PharmacyKind, PharmacyRow } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { nowText } from '../../kernel/ports.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { DraftRow } from '../tables.ts';
import { type Offered, offersFor, prescribableAmong } from './alternatives.ts';
import {
  askedDrug,
  askedPharmacy,
  type CoverageAsk,
  nearestTo,
  readSubject,
  type Subject,
} from './subject.ts';

/** A line in the words of the asked language. */
export interface CoverageSentence {
  readonly code: string;
  readonly text: string;
}

export interface CopayAnswer extends Pick<CopayEstimate, 'kind' | 'fromCents' | 'toCents'> {
  readonly text: string;
  readonly steps: readonly CoverageSentence[];
}

export interface VerdictAnswer {
  readonly status: CoverageStatus;
  readonly reasons: readonly CoverageSentence[];
  readonly limit: readonly CoverageSentence[];
  readonly copay: CopayAnswer | null;
}

export interface TreatmentAlternative extends VerdictAnswer {
  readonly treatment: TreatmentHit;
  readonly because: CoverageSentence;
  readonly keepsDirections: boolean;
  readonly dispenseQuantity: string | null;
  readonly daysSupply: number | null;
}

export interface PharmacyAlternative {
  readonly kind: PharmacyKind;
  readonly text: string;
  readonly pharmacy: PharmacyRow | null;
  readonly copay: CopayAnswer;
}

export interface DraftCoverage extends VerdictAnswer {
  readonly draftId: DraftId;
  readonly revision: number;
  readonly state: 'CHECKED' | 'COULD_NOT_CHECK' | 'NO_DATA';
  readonly trouble: CoverageSentence | null;
  readonly priorAuthorization: boolean;
  readonly stepTherapy: boolean;
  readonly quantityLimit: boolean;
  readonly notes: readonly CoverageSentence[];
  readonly alternatives: readonly TreatmentAlternative[];
  readonly pharmacies: readonly PharmacyAlternative[];
}

export interface CoverageCheck {
  readonly patientId: PatientId;
  readonly checkedAt: string;
  readonly plan: string | null;
  readonly source: string | null;
  readonly dataDate: string | null;
  readonly pharmacy: PharmacyRow | null;
  readonly pharmacyBy: Subject['pharmacyBy'];
  readonly drafts: readonly DraftCoverage[];
}

/** Throws FORBIDDEN, INVALID_INPUT and NOT_FOUND; what payers do wrong is an answer. */
export async function coverageCheck(
  deps: PrescribingDeps,
  actor: Actor,
  ask: CoverageAsk,
  signal?: AbortSignal,
): Promise<CoverageCheck> {
  authorize(actor, 'draft.read');
  const subject = await readSubject(deps, actor, ask);
  // Where the practice asks no payer, nothing of the patient leaves.
  const answer: CoverageAnswer = subject.asksPayers
    ? await deps.coverage.ask(questionOf(actor, subject), signal)
    : { state: 'NO_DATA', because: line('NOT_ASKED') };
  const answers = answer.state === 'CHECKED' ? [...answer.drugs.values()] : [];
  const prescribable = await prescribableAmong(deps, actor, subject, answers);
  const isCheaperByMail = answers.some(({ cheaperAt }) =>
    cheaperAt.some(({ kind }) => kind === 'MAIL_ORDER'),
  );
  const mailOrder = isCheaperByMail ? await nearestTo(deps, actor, subject.patient, 'MAIL_ORDER') : null;
  const writer = writerIn(ask.language);
  const { patient, pharmacy, pharmacyBy, treatments } = subject;
  return {
    patientId: patient.id,
    checkedAt: nowText(deps.ports),
    plan: answer.state === 'CHECKED' ? answer.planName : null,
    source: answer.state === 'NO_DATA' ? null : answer.source,
    dataDate: answer.state === 'CHECKED' ? answer.dataDate : null,
    pharmacy,
    pharmacyBy,
    drafts: subject.drafts.map((draft) => {
      const found = answer.state === 'CHECKED' ? answer.drugs.get(draft.id) : undefined;
      if (found === undefined) return unchecked(writer, draft, answer);
      const treatment = treatments.get(draft.treatment_id);
      const offers = treatment === undefined ? [] : offersFor(treatment, found, prescribable);
      return checked(writer, draft, found, { offers, mailOrder });
    }),
  };
}

function questionOf({ orgId }: Actor, { patient, drafts, treatments, pharmacy, ...subject }: Subject) {
  const { prescriberNpi, today } = subject;
  return {
    orgId,
    benefits: patient.benefits,
    patient: {
      id: patient.id,
      firstName: patient.first_name,
      lastName: patient.last_name,
      dateOfBirth: patient.date_of_birth,
      sex: patient.sex,
    },
    prescriberNpi,
    pharmacy: pharmacy === null ? null : askedPharmacy(pharmacy),
    drugs: drafts.map((draft) => askedDrug(draft, treatments.get(draft.treatment_id))),
    today,
  };
}

/** Without an answer: why, once, where a reader looks for it. */
function unchecked(
  writer: CoverageWriter,
  { id, revision }: DraftRow,
  answer: CoverageAnswer,
): DraftCoverage {
  const failed = answer.state === 'COULD_NOT_CHECK';
  const why = answer.state === 'NO_DATA' ? answer.because : line(failed ? answer.because : 'NO_PLAN');
  return {
    draftId: id,
    revision,
    state: failed ? 'COULD_NOT_CHECK' : 'NO_DATA',
    trouble: failed ? writer.line(why) : null,
    status: 'NO_DATA',
    reasons: failed ? [] : [writer.line(why)],
    limit: [],
    copay: null,
    priorAuthorization: false,
    stepTherapy: false,
    quantityLimit: false,
    notes: [],
    alternatives: [],
    pharmacies: [],
  };
}

function checked(
  writer: CoverageWriter,
  { id, revision }: DraftRow,
  found: PayerDrugAnswer,
  { offers, mailOrder }: { readonly offers: readonly Offered[]; readonly mailOrder: PharmacyRow | null },
): DraftCoverage {
  const codes = new Set<string>(found.reasons.map(({ code }) => code));
  return {
    draftId: id,
    revision,
    state: 'CHECKED',
    trouble: null,
    ...writer.verdict(found),
    priorAuthorization: codes.has('PRIOR_AUTHORIZATION'),
    stepTherapy: codes.has('STEP_THERAPY'),
    quantityLimit: codes.has('QUANTITY_LIMIT'),
    notes: found.notes.map(writer.line),
    alternatives: offers.map(({ candidate, because, keepsDirections }) => ({
      treatment: candidate.hit,
      because: writer.line(because),
      keepsDirections,
      dispenseQuantity: candidate.answer.quantity,
      daysSupply: candidate.answer.daysSupply,
      ...writer.verdict(candidate.answer),
    })),
    pharmacies: found.cheaperAt.map((cheaper) => writer.cheaperAt(cheaper, mailOrder)),
  };
}

/** Writes what a payer answered, in the reader's language. */
interface CoverageWriter {
  readonly line: (line: CoverageLine) => CoverageSentence;
  readonly verdict: (verdict: PayerVerdict) => VerdictAnswer;
  readonly cheaperAt: (cheaperAt: CheaperAt, mailOrder: PharmacyRow | null) => PharmacyAlternative;
}

function writerIn(language: CoverageAsk['language']): CoverageWriter {
  const words = language === 'ES' ? COVERAGE_ES : COVERAGE_EN;
  const said = (one: CoverageLine): string => coverageSentence(one, words, language === 'ES' ? 'es' : 'en');
  const sentence = (one: CoverageLine): CoverageSentence => ({
    code: one.code,
    text: said(one),
  });
  const copay = ({ kind, fromCents, toCents, headline, steps }: CopayEstimate): CopayAnswer => ({
    kind,
    fromCents,
    toCents,
    text: said(headline),
    steps: steps.map(sentence),
  });
  return {
    line: sentence,
    verdict: (verdict) => ({
      status: verdict.status,
      reasons: verdict.reasons.map(sentence),
      limit: verdict.limit.map(sentence),
      copay: verdict.copay === null ? null : copay(verdict.copay),
    }),
    cheaperAt: ({ kind, supply, copay: estimate }, mailOrder) => ({
      kind,
      text: said(supply ?? line(kind)),
      pharmacy: kind === 'MAIL_ORDER' ? mailOrder : null,
      copay: copay(estimate),
    }),
  };
}
