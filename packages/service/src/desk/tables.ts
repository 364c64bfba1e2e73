// The tables of the room `desk`, as its queries see them.
import type { FillId, Id, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { DeskCause } from './causes.ts';

export type DeskItemRow = {
  org_id: OrganizationId;
  cause: DeskCause;
  subject_id: string;
  owner_id: string | null;
  owned_since: string | null;
  owned_by: string | null;
  /** The moment of the cause that was handled, in microseconds. */
  handled_mark: number | null;
  handled_at: string | null;
  handled_by: string | null;
  sealed_reason: Uint8Array | null;
  revision: number;
};

export type DeskNoteRow = {
  org_id: OrganizationId;
  id: Id<'dnt'>;
  cause: DeskCause;
  subject_id: string;
  sealed: Uint8Array;
  written_by: string;
  written_at: string;
};

export type PharmacyQuestionRow = {
  org_id: OrganizationId;
  id: Id<'qst'>;
  fill_id: FillId;
  pharmacy_id: PharmacyId;
  asked_once: string;
  asked_at: string;
  sealed_question: Uint8Array;
  sealed_answer: Uint8Array | null;
  answered_by: string | null;
  answered_at: string | null;
};

/** When each desk is looked at next. */
export type DeskWatchRow = {
  org_id: OrganizationId;
  look_at: string;
  looked_at: string | null;
};

export type DeskStep = 'entered' | 'late';

/** What happened to something on the desk, once. */
export type DeskStepRow = {
  org_id: OrganizationId;
  cause: DeskCause;
  subject_id: string;
  mark: number;
  step: DeskStep;
  noted_at: string;
};

/** A mail about several of them to one recipient: ids alone. */
export type DeskMailRow = {
  org_id: OrganizationId;
  id: Id<'dml'>;
  /** A user, or `practice`. */
  recipient: string;
  after_hours: boolean;
  entered: string[];
  late: string[];
  state: 'waiting' | 'sent' | 'needless' | 'failed';
  created_at: string;
  run_at: string;
  attempt: number;
  ended_at: string | null;
};

export type DeskTables = {
  desk_watch: DeskWatchRow;
  desk_step: DeskStepRow;
  desk_mail: DeskMailRow;
  desk_item: DeskItemRow;
  desk_note: DeskNoteRow;
  pharmacy_question: PharmacyQuestionRow;
};
