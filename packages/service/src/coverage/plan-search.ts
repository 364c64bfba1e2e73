// The plans that are on file, for whoever writes down a patient's benefits: by words of the name or the beginning of the id.
import { sql } from 'kysely';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { type FieldProblem, invalidInput } from '../kernel/errors.ts';
import type { TenantStore } from '../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';
import type { CoverageTables, PlanRow } from './tables.ts';

/** What no store keeps, and so no name has. */
const NOT_TEXT = /[\p{Cc}\p{Cs}]/gu;

export interface PlanSearch {
  /** Parts of the name, all of which must be there, or the beginning of the id; every plan when left out. */
  readonly search?: string | null;
  /** 1 … 50. */
  readonly first: number;
}

/** In the order of their names; those that have ended too. Throws FORBIDDEN and INVALID_INPUT. */
export async function searchPlans(
  store: TenantStore,
  actor: Actor,
  { search, first }: PlanSearch,
): Promise<readonly PlanRow[]> {
  authorize(actor, 'patient.read');
  const typed = (search ?? '').replace(NOT_TEXT, ' ').trim().toLowerCase();
  checkSearch(typed, first);
  const words = typed.split(/\s+/).map((word) => sql<boolean>`strpos(lower(name), ${word}) > 0`);
  return await store.withOrg(actor.orgId, (tx) =>
    tx
      .withTables<CoverageTables>()
      .selectFrom('coverage_plan')
      .selectAll()
      .where((where) => where.or([sql<boolean>`starts_with(lower(id), ${typed})`, where.and(words)]))
      .orderBy('name')
      .orderBy('id')
      .limit(first)
      .execute(),
  );
}

function checkSearch(typed: string, first: number): void {
  const problems: FieldProblem[] = [];
  if (typed.length > LIMITS.planNameCharactersMax) {
    const message = `Type at most ${LIMITS.planNameCharactersMax} characters.`;
    problems.push({ path: 'search', code: 'TOO_LONG', message });
  }
  if (!Number.isInteger(first) || first < 1 || first > LIMITS.plansFoundMax) {
    const message = `Ask for 1 to ${LIMITS.plansFoundMax} plans.`;
    problems.push({ path: 'first', code: 'OUT_OF_RANGE', message });
  }
  if (problems.length > 0) throw invalidInput(problems);
}
