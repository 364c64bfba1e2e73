// The door of the room `coverage` for callers: what plans publish of drugs, and what payers answer of a patient's plan. It keeps no patient.
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type AskedNews, type CoverageAnswer, type CoverageQuestion, createAsker } from './asking.ts';
import { createListsPayer } from './engine/lists-payer.ts';
import { type CoverageAdministration, createCoverageAdministration } from './import/formulary-imports.ts';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';
import type { Payer } from './payer.ts';
import { type PlanSearch, searchPlans } from './plan-search.ts';
import type { PlanRow } from './tables.ts';

export type { AskedNews, CoverageAnswer, CoverageQuestion, CoverageWitness } from './asking.ts';
export { costSharing, entriesFor, plan, pricesOf } from './reading.ts';
export type { CostRow, DrugRow, PlanRow, PriceRow } from './tables.ts';

export interface CoverageDependencies {
  readonly store: Store;
  readonly ports?: Ports;
  /** Asked in this order, before the imported lists. */
  readonly payers?: readonly Payer[];
  /** Told after each question to a payer. */
  readonly onAsked?: (news: AskedNews) => void;
  /** A day that counts as today for everybody, `YYYY-MM-DD`: for plans that have ended, in simulations only. */
  readonly asOf?: string | undefined;
  /** For tests; `answerTimeMs` of the limits otherwise. */
  readonly answerTimeMs?: number;
}

export interface Coverage {
  /** Writes what plans publish; no caller of the API reaches it. */
  readonly administration: CoverageAdministration;
  /** The plans on file that match. */
  readonly plans: (actor: Actor, search: PlanSearch) => Promise<readonly PlanRow[]>;
  /** Asks the payers of the patient's benefits. Never throws, and answers in time; `signal` ends it earlier. */
  readonly ask: (question: CoverageQuestion, signal?: AbortSignal) => Promise<CoverageAnswer>;
}

export function createCoverage(deps: CoverageDependencies): Coverage {
  const { store, ports = systemPorts, payers = [], onAsked = () => undefined, asOf } = deps;
  const ask = createAsker({
    ports,
    payers: [...payers, createListsPayer(store)],
    onAsked,
    answerTimeMs: deps.answerTimeMs ?? LIMITS.answerTimeMs,
  });
  return {
    administration: createCoverageAdministration(store),
    plans: (actor, search) => searchPlans(store, actor, search),
    ask: (question, signal) => ask(asOf === undefined ? question : { ...question, today: asOf }, signal),
  };
}
