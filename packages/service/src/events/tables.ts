// The table `change`: what changed of what pages show, besides orders, whose own history says it.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Generated } from 'kysely';

/** `order`: an order or one of its fills; `desk`: what waits for a person of the practice; `patient`: the record, or what was prescribed without an order. */
export type ChangeKind = 'order' | 'desk' | 'draft' | 'patient';

export type ChangeTables = {
  change: {
    org_id: OrganizationId;
    id: Generated<number>;
    kind: ChangeKind;
    subject_id: string;
    order_id: string | null;
    patient_id: string | null;
    at: Generated<string>;
  };
};
