// The tables of recalls as Kysely sees them.
import type { FillState } from '@pestle/rules/fill-status';
import type { FillId, Id, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { Generated, Selectable } from 'kysely';

export type RecallId = Id<'rcl'>;
export type RecallState = 'PREVIEWED' | 'STARTED' | 'ENDED';
export type RecallKind = 'medicine' | 'prescriptions' | 'pharmacy';
/** `hold` keeps back what has not left and tells the practices; `notify` only tells them. */
export type RecallAction = 'hold' | 'notify';

export type RecallTables = {
  recall: {
    id: RecallId;
    state: Generated<RecallState>;
    kind: RecallKind;
    named: readonly string[];
    signed_from: string | null;
    signed_until: string | null;
    states: readonly FillState[];
    action: RecallAction | null;
    reason: string | null;
    round: Generated<number>;
    walked_at: string | null;
    previewed_at: Generated<string>;
    previewed_by: string;
    started_at: string | null;
    started_by: string | null;
    ended_at: string | null;
    ended_by: string | null;
  };
  recall_target: { recall_id: RecallId; key: string; in_force: Generated<boolean> };
  recall_fill: {
    org_id: OrganizationId;
    recall_id: RecallId;
    fill_id: FillId;
    order_id: OrderId;
    pharmacy_id: PharmacyId | null;
    state: FillState;
    found: 'preview' | 'start' | 'later';
    found_at: string;
    held_at: string | null;
    released_at: string | null;
  };
  recall_walk: {
    org_id: OrganizationId;
    recall_id: RecallId;
    round: number;
    after: string;
    done: boolean;
  };
};

export type RecallRow = Selectable<RecallTables['recall']>;
