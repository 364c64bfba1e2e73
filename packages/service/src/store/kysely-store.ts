// The part of the store that is the same for both databases: scoped transactions with retry, and the scopes of a pipeline.
import { CompiledQuery } from 'kysely';
import { isRetryable } from '../kernel/failures/sql-errors.ts';
import { STORE_LIMITS } from './limits.ts';
import type { Also, Connection, Row, Scope, Statement, Step, StepGroup, Tx } from './store.ts';
import { ONE_PLAN_SCOPE_STATEMENT, SCOPE_STATEMENT, scopeValues } from './store.ts';

/** Runs `work` in one transaction in `scope`, then what `also` says in scopes of its own; on a serialization failure or deadlock, again. */
export async function inScope<T>(
  connection: Connection,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  also?: Also<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connection.transaction().execute(async (tx) => {
        await runStatement(tx, SCOPE_STATEMENT, scopeValues(scope));
        const done = await work(tx);
        for (const group of also?.(done) ?? []) {
          await runStatement(tx, SCOPE_STATEMENT, scopeValues(group.scope));
          for (const { statement, values } of group.steps) await runStatement(tx, statement, values);
        }
        return done;
      });
    } catch (error) {
      if (!isRetryable(error) || attempt >= STORE_LIMITS.transactionAttemptsMax) throw error;
    }
  }
}

/** Runs a statement within a transaction that is under way, planned for its values: what is hot goes through the store's `pipeline`. */
export async function runStatement<Found extends Row = Row>(
  connection: Connection,
  { text }: Statement,
  values: readonly unknown[],
): Promise<readonly Found[]> {
  const { rows } = await connection.executeQuery<Found>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/**
 * Puts the scope statement before each group and remembers which results belong to the caller's own steps. How plans are made is set
 * once: it holds to the end of the transaction.
 */
export function flattenGroups(groups: readonly StepGroup[]): { steps: Step[]; kept: number[] } {
  const steps: Step[] = [];
  const kept: number[] = [];
  let isSet = false;
  for (const group of groups) {
    const onePlan = group.steps.every(({ statement }) => statement.onePlan === true);
    steps.push({
      statement: onePlan && !isSet ? ONE_PLAN_SCOPE_STATEMENT : SCOPE_STATEMENT,
      values: scopeValues(group.scope),
    });
    isSet ||= onePlan;
    for (const step of group.steps) {
      kept.push(steps.length);
      steps.push(step);
    }
  }
  return { steps, kept };
}
