// Whether prescriptions go to a pharmacy electronically (D6): one list of conditions, judged in TypeScript and in SQL.
import type { Integration } from './integration.ts';

/** What is known of a pharmacy, its endpoint and the network partner in between. */
export interface ElectronicFacts {
  readonly active: boolean;
  /** Every message names its receiver by it. */
  readonly ncpdpId: string | null;
  /** Null: not integrated. */
  readonly integration: Pick<Integration, 'stage' | 'technicalContact' | 'conformancePassedAt'> | null;
  /** Null: there is no partner in between. */
  readonly partnerActive: boolean | null;
}

/** Aliases of a query's tables, the last two joined from the left. */
export interface ElectronicTables {
  readonly pharmacy: string;
  readonly endpoint: string;
  readonly partner: string;
}

interface Condition {
  readonly holds: (facts: ElectronicFacts) => boolean;
  readonly sql: (tables: ElectronicTables) => string;
}

const CONDITIONS: readonly Condition[] = [
  { holds: ({ active }) => active, sql: ({ pharmacy }) => `${pharmacy}.active` },
  { holds: ({ ncpdpId }) => ncpdpId !== null, sql: ({ pharmacy }) => `${pharmacy}.ncpdp_id is not null` },
  {
    holds: ({ integration }) => integration?.stage === 'live',
    sql: ({ endpoint }) => `(${endpoint}.integration ->> 'stage') is not distinct from 'live'`,
  },
  {
    holds: ({ integration }) => integration?.technicalContact !== undefined,
    sql: ({ endpoint }) => `(${endpoint}.integration -> 'technicalContact') is not null`,
  },
  {
    holds: ({ integration }) => integration?.conformancePassedAt !== undefined,
    sql: ({ endpoint }) => `(${endpoint}.integration -> 'conformancePassedAt') is not null`,
  },
  {
    holds: ({ partnerActive }) => partnerActive !== false,
    sql: ({ partner }) => `${partner}.active is distinct from false`,
  },
];

/** Live, with a technical contact and a passed conformance run, an active partner if one is in between, and a name to send it to. */
export function takesPrescriptions(facts: ElectronicFacts): boolean {
  return CONDITIONS.every(({ holds }) => holds(facts));
}

/** The same as an SQL expression; never null. */
export function takesPrescriptionsSql(tables: ElectronicTables): string {
  return CONDITIONS.map(({ sql }) => sql(tables)).join(' and ');
}
