// Asks for every order what the patient's plan pays, as an element does beside the drafts, and counts the answers.
import { ApiError } from '../../sandbox/api-client.ts';
import { COVERAGE, type CoverageAnswer } from './documents.ts';
import type { Host } from './host.ts';

type Counts = Readonly<Record<string, number>>;

export interface CoverageCounts {
  /** Medications that were asked about. */
  readonly asked: number;
  /** By status, and by state where there is none. */
  readonly byStatus: Counts;
  /** By the code of the reason. */
  readonly restrictions: Counts;
  /** By kind of estimate. */
  readonly copays: Counts;
  /** Medications for which another one was offered. */
  readonly withAlternatives: number;
  /** Answers about a plan that had ended. */
  readonly ofEndedPlans: number;
  /** Questions that the API refused, by code. */
  readonly refused: Counts;
}

export interface CoverageChecks {
  /** Never throws what the API answers. */
  readonly check: (
    host: Host,
    patientId: string,
    draftIds: readonly string[],
    pharmacyId: string,
  ) => Promise<void>;
  readonly counts: () => CoverageCounts;
}

export function createCoverageChecks(): CoverageChecks {
  let asked = 0;
  let withAlternatives = 0;
  let ofEndedPlans = 0;
  const byStatus: Record<string, number> = {};
  const restrictions: Record<string, number> = {};
  const copays: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const add = (counts: Record<string, number>, what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const take = (draft: CoverageAnswer['coverageCheck']['drafts'][number]): void => {
    asked += 1;
    add(byStatus, draft.state === 'CHECKED' ? draft.status : draft.state);
    if (draft.status === 'COVERED_WITH_RESTRICTIONS')
      for (const { code } of draft.reasons) add(restrictions, code);
    if (draft.copay !== null) add(copays, draft.copay.kind);
    if (draft.alternatives.length > 0) withAlternatives += 1;
    if (draft.notes.some(({ code }) => code === 'PLAN_ENDED')) ofEndedPlans += 1;
  };
  return {
    check: async (host, patientId, ids, pharmacyId) => {
      try {
        const answer = await host.ask<CoverageAnswer>(COVERAGE, { patientId, ids, pharmacyId });
        for (const draft of answer.coverageCheck.drafts) take(draft);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        add(refused, error.code);
      }
    },
    counts: () => ({ asked, byStatus, restrictions, copays, withAlternatives, ofEndedPlans, refused }),
  };
}
