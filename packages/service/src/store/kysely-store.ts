// The part of the store that is the same for both databases: scoped transactions with retry, and the scopes of a pipeline.
import { CompiledQuery } from 'kysely';
import { isRetryable } from '../kernel/failures/sql-errors.ts';
import { STORE_LIMITS } from './limits.ts';
import type { Connection, Scope, Step, StepGroup, Tx } from './store.ts';
import { ONE_PLAN_SCOPE_STATEMENT, SCOPE_STATEMENT, scopeValues } from './store.ts';

/** Runs `work` in one transaction in `scope`; on a serialization failure or deadlock, again. */
export async function inScope<T>(
  connection: Connection,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connection.transaction().execute(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw(SCOPE_STATEMENT.text, [...scopeValues(scope)]));
        return await work(tx);
      });
    } catch (error) {
      if (!isRetryable(error) || attempt >= STORE_LIMITS.transactionAttemptsMax) throw error;
    }
  }
}

/** Puts the scope statement before each group and remembers which results belong to the caller's own steps. */
export function flattenGroups(groups: readonly StepGroup[]): { steps: Step[]; kept: number[] } {
  const steps: Step[] = [];
  const kept: number[] = [];
  for (const group of groups) {
    const onePlan = group.steps.every(({ statement }) => statement.onePlan === true);
    steps.push({
      statement: onePlan ? ONE_PLAN_SCOPE_STATEMENT : SCOPE_STATEMENT,
      values: scopeValues(group.scope),
    });
    for (const step of group.steps) {
      kept.push(steps.length);
      steps.push(step);
    }
  }
  return { steps, kept };
}
