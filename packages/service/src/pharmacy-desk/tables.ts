// The tables of the room `pharmacy-desk` as Kysely sees them.
import type { Id, PharmacyId } from '@pestle/rules/ids';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** What a pharmacy may correct. */
export const CORRECTED_FIELDS = ['phone', 'hours', 'fax', 'endpoint', 'address'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

export type CorrectionState = 'waiting' | 'confirmed' | 'declined' | 'withdrawn' | 'applied' | 'seen';

/** jsonb: parsed when read, JSON text when written. */
type Json = ColumnType<unknown, string, string>;

export type PharmacyDeskTables = {
  pharmacy_account: {
    id: Id<'pha'>;
    pharmacy_id: PharmacyId;
    email: string;
    name: string;
    password_hash: string | null;
    totp_secret: Uint8Array | null;
    totp_confirmed_at: string | null;
    totp_last_step: Generated<number>;
    invitation_hash: string | null;
    invitation_until: string | null;
    active: Generated<boolean>;
    invited_by: string;
    created_at: string;
    last_sign_in_at: string | null;
  };
  pharmacy_session: {
    secret_hash: string;
    account_id: Id<'pha'>;
    stage: 'enrol' | 'password' | 'full';
    begun_at: string;
    last_seen_at: string;
  };
  pharmacy_correction: {
    id: Id<'phc'>;
    pharmacy_id: PharmacyId;
    account_id: Id<'pha'>;
    field: CorrectedField;
    before: Json;
    proposed: Json;
    state: CorrectionState;
    asked_once: string;
    asked_at: string;
    decided_at: string | null;
    decided_by: string | null;
    reason: string | null;
  };
};

export type AccountRow = Selectable<PharmacyDeskTables['pharmacy_account']>;
export type CorrectionRow = Selectable<PharmacyDeskTables['pharmacy_correction']>;
