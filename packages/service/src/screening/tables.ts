// The tables of screening as Kysely sees them.
import type { FindingSeverity } from '@pestle/rules/screening';
import type { ColumnType, Generated } from 'kysely';

/** A service as it was discovered. */
export interface CdsService {
  readonly id: string;
  readonly hook: 'order-select' | 'order-sign';
  readonly title: string | null;
  /** By key, what it wants to be sent along. */
  readonly prefetch: Readonly<Record<string, string>>;
}

export type ScreeningKind = 'interactions' | 'allergens';

export type ScreeningTables = {
  screening_data: {
    kind: ScreeningKind;
    source: string;
    /** `YYYY-MM-DD` */
    dated_on: string;
    imported_at: Generated<string>;
  };
  interaction: { a: string; b: string; severity: FindingSeverity; code: string | null };
  allergen: {
    name: string;
    names: readonly string[];
    ingredients: readonly string[];
    classes: readonly string[];
    /** The publisher's own (VUID); null where the file has none. */
    code: string | null;
  };
  drug_class: { code: string; name: string };
  screening_service: {
    org_id: string;
    id: string;
    url: string;
    timeout_ms: number;
    private_network: string | null;
    /** Those that answer one of our hooks, as they were discovered. */
    services: ColumnType<readonly CdsService[], string, string>;
    /** Sealed: the keys by which this service proves itself. */
    sealed: Uint8Array;
    changed_at: string;
  };
  screening_shown: {
    org_id: string;
    shown: Uint8Array;
    rule: string;
    severity: FindingSeverity;
    overridden: boolean;
    shown_on: string;
  };
};
