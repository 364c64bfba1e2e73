// The tables of screening as Kysely sees them.
import type { FindingSeverity } from '@pestle/rules/screening';
import type { Generated } from 'kysely';

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
  };
  drug_class: { code: string; name: string };
  screening_shown: {
    org_id: string;
    shown: Uint8Array;
    rule: string;
    severity: FindingSeverity;
    overridden: boolean;
    shown_on: string;
  };
};
