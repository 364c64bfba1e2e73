// The door of the room `screening` for callers: what speaks against drugs, in imported data or asked of another service. It keeps no patient.
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Store, Tx } from '../store/store.ts';
import { type CountedRule, countedRules } from './counts.ts';
import { createEmbeddedScreener, hasData } from './engine/embedded.ts';
import { createScreeningAdministration, type ScreeningAdministration } from './import/screening-imports.ts';
import { SCREENING_LIMITS as LIMITS } from './limits.ts';
import type { Screener, ScreenerAnswer, ScreenerWithin, ScreeningQuestion } from './screener.ts';

export type { CountedRule } from './counts.ts';

export interface ScreeningDependencies {
  readonly store: Store;
  readonly ports?: Ports;
  /** Asked in place of the imported data. */
  readonly screener?: Screener;
  /** False where nobody is treated: then data never grow too old to count. */
  readonly ages?: boolean;
  /** True: without data nothing counts as checked. False: without data nothing is screened, and the review says so. */
  readonly required?: boolean;
  /** For tests; `answerTimeMs` of the limits otherwise. */
  readonly answerTimeMs?: number;
}

export interface Screening {
  /** Writes what publishers say of drugs; no caller of the API reaches it. */
  readonly administration: ScreeningAdministration;
  /** Whether there is anybody to ask: without data, and where none are required, nothing is asked. */
  readonly isSetUp: (tx: Tx) => Promise<boolean>;
  /** What speaks against the drugs; null where nothing is set up and nothing is required. Never throws for what a screener does wrong. */
  readonly ask: (question: ScreeningQuestion) => Promise<ScreenerAnswer | null>;
  /** The same within the asker's transaction; null where another service is asked, which may be slow. */
  readonly askWithin: ScreenerWithin | null;
  /** How often each rule was shown and overridden in the organization. */
  readonly countedRules: (actor: Actor) => Promise<readonly CountedRule[]>;
}

export function createScreening(deps: ScreeningDependencies): Screening {
  const { store, ports = systemPorts, ages = true, required = false } = deps;
  const answerTimeMs = deps.answerTimeMs ?? LIMITS.answerTimeMs;
  const embedded = createEmbeddedScreener(ages);
  const askWithin: ScreenerWithin = async (tx, question) =>
    (await embedded(tx, question)) ?? (required ? unanswered(question, 'NO_DATA') : null);
  return {
    administration: createScreeningAdministration(store, ports),
    isSetUp: async (tx) => required || deps.screener !== undefined || (await hasData(tx)),
    ask: (question) =>
      deps.screener === undefined
        ? store.withOrg(question.orgId, (tx) => askWithin(tx, question))
        : withinTime(deps.screener, question, answerTimeMs),
    askWithin: deps.screener === undefined ? askWithin : null,
    countedRules: async (actor) => {
      authorize(actor, 'audit.read');
      return await countedRules(store, actor.orgId);
    },
  };
}

/** What another service says, whatever it does: throws, or hangs. */
async function withinTime(
  screener: Screener,
  question: ScreeningQuestion,
  answerTimeMs: number,
): Promise<ScreenerAnswer> {
  const time = AbortSignal.timeout(answerTimeMs);
  const late = new Promise<null>((resolve) => {
    time.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    return (await Promise.race([screener.ask(question), late])) ?? unanswered(question, 'NO_ANSWER');
  } catch {
    return unanswered(question, 'NO_ANSWER');
  }
}

function unanswered(question: ScreeningQuestion, trouble: 'NO_DATA' | 'NO_ANSWER'): ScreenerAnswer {
  return {
    source: null,
    dataDate: null,
    drugs: new Map(question.drugs.map(({ key }) => [key, { findings: [], troubles: [trouble] }])),
  };
}
