// Owns what the control room shows of coverage: what payers were asked and what they answered, in words and as data.
import { type CoverageLine, coverageSentence } from '@pestle/rules/coverage-line';
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import { PAYER_QUESTIONS_KEPT_MAX } from '../limits.ts';
import { forgetOldest } from '../oldest.ts';

/** One question as it went to a payer and came back, with the sandbox's invented patient in it. */
export interface PayerNews {
  readonly payer: string;
  readonly ms: number;
  readonly question: {
    readonly id: string;
    readonly patient: { readonly firstName: string; readonly lastName: string };
    readonly benefit: { readonly memberId: string; readonly planId: string | null };
    readonly pharmacy: { readonly name: string } | null;
    readonly drugs: readonly {
      readonly key: string;
      readonly name: string;
      readonly quantity: string | null;
      readonly daysSupply: number | null;
    }[];
  };
  readonly answer:
    | {
        readonly state: 'CHECKED';
        readonly planName: string | null;
        readonly drugs: readonly AnsweredDrug[];
      }
    | { readonly state: 'NO_DATA' }
    | { readonly state: 'COULD_NOT_CHECK'; readonly because: CoverageLine['code'] };
}

interface AnsweredDrug {
  readonly key: string;
  readonly status: CoverageStatusCode;
  readonly reasons: readonly CoverageLine[];
  readonly copay: { readonly headline: CoverageLine } | null;
}

type CoverageStatusCode = 'COVERED' | 'COVERED_WITH_RESTRICTIONS' | 'NOT_COVERED' | 'NO_DATA';

export interface PayerDrugCard {
  readonly name: string;
  /** `30 in 30 days`, as far as the prescription says it. */
  readonly supply: string;
  readonly status: CoverageStatusCode;
  readonly reasons: readonly string[];
  readonly copay: string | null;
}

/** A question as its row in the list. */
export interface PayerSummary {
  readonly id: string;
  readonly at: string;
  readonly payer: string;
  readonly ms: number;
  readonly patientName: string;
  readonly pharmacyName: string | null;
  readonly state: 'CHECKED' | 'NO_DATA' | 'COULD_NOT_CHECK';
}

export interface PayerCard extends PayerSummary {
  readonly memberId: string;
  readonly planId: string | null;
  readonly planName: string | null;
  /** Why there is no answer; empty where there is one. */
  readonly trouble: string;
  readonly drugs: readonly PayerDrugCard[];
  /** As JSON text. */
  readonly question: string;
  readonly answer: string;
}

export interface PayerBoard {
  /** Takes a question when it has been answered. */
  readonly witness: (news: PayerNews) => void;
  /** The oldest first. */
  readonly summaries: () => readonly PayerSummary[];
  readonly find: (id: string) => PayerCard | undefined;
  /** Told of each question until the returned function is called. */
  readonly subscribe: (listener: (summary: PayerSummary) => void) => () => void;
}

/** The newest questions, in memory only. */
export function createPayerBoard(now: () => Date = () => new Date()): PayerBoard {
  const cards = new Map<string, PayerCard>();
  const listeners = new Set<(summary: PayerSummary) => void>();
  return {
    witness: (news) => {
      const card = cardOf(news, now().toISOString());
      cards.set(card.id, card);
      forgetOldest(cards, PAYER_QUESTIONS_KEPT_MAX);
      for (const listener of listeners) listener(summaryOfPayer(card));
    },
    summaries: () => [...cards.values()].map(summaryOfPayer),
    find: (id) => cards.get(id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function cardOf({ payer, ms, question, answer }: PayerNews, at: string): PayerCard {
  const { id, patient, benefit, pharmacy, drugs } = question;
  const answered = new Map(
    answer.state === 'CHECKED' ? answer.drugs.map((drug) => [drug.key, drug] as const) : [],
  );
  return {
    id,
    at,
    payer,
    ms,
    patientName: `${patient.firstName} ${patient.lastName}`,
    pharmacyName: pharmacy?.name ?? null,
    state: answer.state,
    memberId: benefit.memberId,
    planId: benefit.planId,
    planName: answer.state === 'CHECKED' ? answer.planName : null,
    trouble: answer.state === 'COULD_NOT_CHECK' ? said({ code: answer.because, facts: {} }) : '',
    drugs: drugs.map((drug) => {
      const { status, reasons, copay } = answered.get(drug.key) ?? NOTHING_KNOWN;
      return {
        name: drug.name,
        supply: [drug.quantity, drug.daysSupply === null ? null : `${drug.daysSupply} days`]
          .filter((part) => part !== null)
          .join(' in '),
        status,
        reasons: reasons.map(said),
        copay: copay === null ? null : said(copay.headline),
      };
    }),
    question: JSON.stringify(question, null, 2),
    answer: JSON.stringify(answer, null, 2),
  };
}

const NOTHING_KNOWN = { status: 'NO_DATA', reasons: [], copay: null } as const;

function said(line: CoverageLine): string {
  return coverageSentence(line, COVERAGE_EN);
}

function summaryOfPayer({ id, at, payer, ms, patientName, pharmacyName, state }: PayerCard): PayerSummary {
  return { id, at, payer, ms, patientName, pharmacyName, state };
}
