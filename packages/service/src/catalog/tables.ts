// The catalog's tables as Kysely sees them.
import type { CatalogId, TemplateId, TreatmentId } from '@pestle/rules/ids';
import type { TreatmentPackage } from '@pestle/rules/packages';
import type { WrittenIngredient } from '@pestle/rules/written-treatment';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type TreatmentKind = 'MEDICATION' | 'EQUIPMENT' | 'COMPOUND';
export type FederalStatus = 'uncontrolled' | 'controlled' | 'unknown';

export type CatalogTables = {
  treatment: {
    id: TreatmentId;
    rxcui: string | null;
    kind: TreatmentKind;
    name: string;
    brand_name: string | null;
    ingredients: readonly string[];
    synonyms: readonly string[];
    strength: string | null;
    dose_form: string | null;
    route: string | null;
    ndc: string | null;
    unit_code: string;
    packages: ColumnType<readonly TreatmentPackage[], string | undefined, string>;
    /** Whose own it is; null: the network's. */
    written_by: string | null;
    /** What it is made of, of a compound that was written by hand. */
    compound: ColumnType<readonly WrittenIngredient[], string | undefined, never>;
    federal_status: FederalStatus;
    federal_schedule: string | null;
    federal_as_of: string;
    drug_description: string | null;
    therapeutic_class: string | null;
    commonness: Generated<number>;
    active: Generated<boolean>;
    search_name: string;
    search_words: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  catalog: {
    org_id: string;
    id: CatalogId;
    name: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  catalog_treatment: { org_id: string; catalog_id: CatalogId; treatment_id: TreatmentId };
  disabled_treatment: {
    org_id: string;
    treatment_id: TreatmentId;
    reason: string | null;
    created_at: Generated<string>;
  };
  template: {
    org_id: string;
    id: TemplateId;
    name: string;
    owner_user_id: string | null;
    treatment_id: TreatmentId;
    dispense_quantity: string | null;
    dispense_unit: string | null;
    dispense_as_written: boolean;
    fills_allowed: number | null;
    days_supply: number | null;
    instructions: string | null;
    notes: string | null;
    search_words: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
};

export type TreatmentRow = Selectable<CatalogTables['treatment']>;
export type CatalogRow = Selectable<CatalogTables['catalog']>;
export type TemplateRow = Selectable<CatalogTables['template']>;
