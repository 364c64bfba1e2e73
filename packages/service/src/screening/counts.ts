// Counts which rules were shown and overridden: once for each draft, by a digest that names neither draft nor patient.
import type { OrganizationId } from '@pestle/rules/ids';
import type { FindingSeverity } from '@pestle/rules/screening';
import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { keysOf } from '../vault/vault.ts';
import { SCREENING_LIMITS as LIMITS } from './limits.ts';
import type { ScreeningTables } from './tables.ts';

/** A rule with how often it was shown and how often somebody went on all the same. */
export interface CountedRule {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly shown: number;
  readonly overridden: number;
}

export interface ShownRule {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly overridden: boolean;
}

/** In the review's own transaction. What was overridden once stays so, also when the answer is taken back: it is a count, no record. */
export async function countShown(
  tx: Tx,
  orgId: OrganizationId,
  draftId: string,
  rules: readonly ShownRule[],
  today: string,
): Promise<void> {
  if (rules.length === 0) return;
  const once = new Map<string, ShownRule>();
  for (const one of rules) {
    const before = once.get(one.rule);
    once.set(one.rule, { ...one, overridden: one.overridden || before?.overridden === true });
  }
  const keys = keysOf(tx);
  await tx
    .withTables<ScreeningTables>()
    .insertInto('screening_shown')
    .values(
      [...once.values()].map(({ rule, severity, overridden }) => ({
        org_id: orgId,
        shown: keys.digest('screening shown', `${draftId} ${rule}`),
        rule,
        severity,
        overridden,
        shown_on: today,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'shown']).doUpdateSet({
        overridden: sql<boolean>`(screening_shown.overridden or excluded.overridden)`,
      }),
    )
    .execute();
}

/** Those shown most often first. */
export async function countedRules(store: Store, orgId: OrganizationId): Promise<readonly CountedRule[]> {
  const rows = await store.withOrg(orgId, (tx) =>
    tx
      .withTables<ScreeningTables>()
      .selectFrom('screening_shown')
      .select([
        'rule',
        sql<FindingSeverity>`min(severity)`.as('severity'),
        sql<string>`count(*)`.as('shown'),
        sql<string>`count(*) filter (where overridden)`.as('overridden'),
      ])
      .where('org_id', '=', orgId)
      .groupBy('rule')
      .orderBy('shown', 'desc')
      .orderBy('rule')
      .limit(LIMITS.countedRulesMax)
      .execute(),
  );
  return rows.map((row) => ({
    ...row,
    shown: Number(row.shown),
    overridden: Number(row.overridden),
  }));
}
