// Asks the payers that know a patient's benefits, one after the other, and holds each to its time and to what can be read.
import { type CoverageLine, line } from '@pestle/rules/coverage-line';
import type { Benefit } from '../directory/inside.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Payer, PayerAnswer, PayerDrugAnswer, PayerQuestion, PayerTrouble } from './payer.ts';
import { readAnswer } from './payer-answer.ts';

/** What is asked of whichever payer knows one of the benefits; the primary one first. */
export interface CoverageQuestion extends Omit<PayerQuestion, 'id' | 'benefit'> {
  readonly benefits: readonly Benefit[];
}

export type CoverageAnswer =
  | {
      readonly state: 'CHECKED';
      /** The payer's name. */
      readonly source: string;
      readonly planName: string | null;
      readonly dataDate: string | null;
      /** By the asker's keys; a drug that the payer said nothing of is not here. */
      readonly drugs: ReadonlyMap<string, PayerDrugAnswer>;
    }
  | { readonly state: 'NO_DATA'; readonly because: CoverageLine }
  | { readonly state: 'COULD_NOT_CHECK'; readonly source: string; readonly because: PayerTrouble };

/** One question as it went and came back. */
export interface AskedNews {
  readonly payer: string;
  readonly question: PayerQuestion;
  readonly answer: PayerAnswer;
  readonly ms: number;
}

/** Sees questions and answers with everything in them: for a page that shows them to whoever tries the sandbox. */
export type CoverageWitness = (news: AskedNews) => void;

interface Asking {
  readonly ports: Ports;
  readonly payers: readonly Payer[];
  readonly onAsked: (news: AskedNews) => void;
  readonly answerTimeMs: number;
}

const ID_BYTES = 16;

export function createAsker(
  asking: Asking,
): (question: CoverageQuestion, signal?: AbortSignal) => Promise<CoverageAnswer> {
  return async ({ benefits, ...question }, signal) => {
    const valid = benefits.filter((benefit) => holdsOn(benefit, question.today));
    if (valid.length === 0) return { state: 'NO_DATA', because: whyNone(benefits, question.today) };
    // One time for all of them: whoever waits does not care how many there are.
    const time = AbortSignal.timeout(asking.answerTimeMs);
    const ended = signal === undefined ? time : AbortSignal.any([time, signal]);
    for (const benefit of valid) {
      for (const payer of asking.payers) {
        const answer = await askOne(asking, payer, { ...question, benefit }, ended);
        if (answer.state === 'COULD_NOT_CHECK') return { ...answer, source: payer.name };
        if (answer.state === 'NO_DATA') continue;
        const { planName, dataDate, drugs } = answer;
        return {
          state: 'CHECKED',
          source: payer.name,
          planName,
          dataDate,
          drugs: new Map(drugs.map((drug) => [drug.key, drug])),
        };
      }
    }
    return { state: 'NO_DATA', because: line('NO_PLAN') };
  };
}

/** What one payer says, whatever it does: throws, hangs, or answers what was not asked. */
async function askOne(
  { ports, onAsked }: Asking,
  payer: Payer,
  question: Omit<PayerQuestion, 'id'>,
  ended: AbortSignal,
): Promise<PayerAnswer> {
  if (!knows(payer, question.benefit)) return { state: 'NO_DATA' };
  const asked = { ...question, id: Buffer.from(ports.random.bytes(ID_BYTES)).toString('hex') };
  const startedMs = ports.clock.now();
  const answer = await Promise.race([answered(payer, asked, ended), unanswered(ended)]);
  onAsked({ payer: payer.name, question: asked, answer, ms: ports.clock.now() - startedMs });
  return answer;
}

function knows(payer: Payer, benefit: Benefit): boolean {
  try {
    return payer.knows(benefit);
  } catch {
    return false;
  }
}

async function answered(payer: Payer, question: PayerQuestion, ended: AbortSignal): Promise<PayerAnswer> {
  try {
    return readAnswer(await payer.ask(question, ended), question);
  } catch {
    return NO_ANSWER;
  }
}

function unanswered(ended: AbortSignal): Promise<PayerAnswer> {
  if (ended.aborted) return Promise.resolve(NO_ANSWER);
  return new Promise((resolve) => {
    ended.addEventListener('abort', () => resolve(NO_ANSWER), { once: true });
  });
}

const NO_ANSWER: PayerAnswer = { state: 'COULD_NOT_CHECK', because: 'NO_ANSWER' };

function holdsOn({ validFrom, validTo }: Benefit, today: string): boolean {
  return (validFrom === null || validFrom <= today) && (validTo === null || validTo >= today);
}

/** Of those that have ended the one that did last, of those that have not begun the one that does first. */
function whyNone(benefits: readonly Benefit[], today: string): CoverageLine {
  const ended = benefits.flatMap(({ validTo }) => (validTo !== null && validTo < today ? validTo : []));
  const begins = benefits.flatMap(({ validFrom }) =>
    validFrom !== null && validFrom > today ? validFrom : [],
  );
  const [date] = begins.toSorted();
  if (date !== undefined) return line('BENEFITS_NOT_BEGUN', { date });
  const last = ended.toSorted().at(-1);
  return last === undefined ? line('NO_BENEFITS') : line('BENEFITS_ENDED', { date: last });
}
