// Owns the drafts of 'Pending Order': they live on the service, and every write of them is one intent with one key (W2).
import type { ClientError, InputOf } from '@pestle/client';
import { CreateDraft, DeleteDraft, UpdateDraft } from '@pestle/client/documents/drafts';
import { Drafts as DraftsOf } from '@pestle/client/documents/workflow';
import { draftsShown } from '../../../configure.ts';
import { asClientError } from '../../../kit/client-error.ts';
import type { DraftRecord } from '../../../records.ts';
import type { Intents } from '../intents.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { PatientState } from '../patient-state.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import type { Signer } from '../signer.ts';
import type { DeletedPrefills } from './deleted-prefills.ts';
import type { DraftInput } from './draft-fields.ts';
import { formRules, inputAgain, pageFields } from './draft-fields.ts';

/** A draft as it stands in the list. */
export interface DraftRow {
  readonly record: DraftRecord;
  /** A write of it is under way. */
  readonly busy: boolean;
  /** Why its last write did not work; the draft is as it was. */
  readonly error: ClientError | null;
}

/** What became of a write: the record, or why not; `ended` when the patient was switched meanwhile. */
export type Outcome =
  | { readonly ok: true; readonly draft: DraftRecord }
  | { readonly ok: false; readonly error: ClientError }
  | { readonly ok: false; readonly error: null };

const ENDED: Outcome = { ok: false, error: null };

/** True when a draft was refused because it is another by now, or is not there any more. */
export function isElsewhere(error: ClientError | null): boolean {
  return error?.code === 'REVISION_CONFLICT' || error?.code === 'NOT_FOUND';
}

/** Whose drafts they are, and who writes them. */
interface DraftsHost {
  readonly patient: PatientState;
  readonly signer: Signer;
  readonly deletedPrefills: DeletedPrefills;
}

export class Drafts {
  status: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  error: ClientError | null = null;
  rows: readonly DraftRow[] = [];
  /** What was deleted and can be brought back, the newest first. Kept until it is used or the patient changes. */
  deleted: readonly DraftRecord[] = [];
  readonly #scope: Scope;
  readonly #intents: Intents;
  readonly #patient: PatientState;
  readonly #signer: Signer;
  readonly #deletedPrefills: DeletedPrefills;
  #loads = 0;
  #wrote = false;

  constructor(scope: Scope, intents: Intents, { patient, signer, deletedPrefills }: DraftsHost) {
    this.#scope = scope;
    this.#intents = intents;
    this.#patient = patient;
    this.#signer = signer;
    this.#deletedPrefills = deletedPrefills;
  }

  get records(): readonly DraftRecord[] {
    return this.rows.map(({ record }) => record);
  }

  find(id: string): DraftRecord | undefined {
    return this.records.find((draft) => draft.id === id);
  }

  /** True when another draft is of the same treatment: then a reason is asked for (W2). */
  repeats(treatmentId: string, exceptDraftId: string | null): boolean {
    return this.records.some(({ id, treatment }) => treatment?.id === treatmentId && id !== exceptDraftId);
  }

  /** True once after each write of drafts here: for telling other tabs. */
  wrote(): boolean {
    const wrote = this.#wrote;
    this.#wrote = false;
    return wrote;
  }

  /** Asks for all drafts of the patient; of two questions only the later one's answer counts. */
  async load(): Promise<void> {
    const patientId = this.#patient.record?.id;
    if (patientId === undefined) return;
    this.#loads += 1;
    const load = this.#loads;
    if (this.status !== 'ready') this.status = 'loading';
    this.error = null;
    this.#scope.changed();
    try {
      const { session, signal } = this.#scope;
      const variables = { patientId, ...draftsShown };
      const data = await within(this.#scope, () => session.query(DraftsOf, variables, { signal }));
      if (data === undefined || load !== this.#loads) return;
      this.rows = data.drafts.map((record) => ({ record, busy: false, error: null }));
      this.status = 'ready';
    } catch (error) {
      if (load !== this.#loads) return;
      this.error = asClientError(error);
      if (this.status === 'loading') this.status = 'failed';
    }
    this.#scope.changed();
  }

  /**
   * Makes a draft. `name` is the intent: the same name with the same input after a lost answer makes it once. The caller has
   * checked permission, disable list and fields; the service checks them again. `replacedPicks`: how many treatments were taken from the
   * search before the one of the input.
   */
  async add(name: string, input: DraftInput, replacedPicks?: number): Promise<Outcome> {
    const patientId = this.#patient.record?.id;
    if (patientId === undefined) return ENDED;
    const config = this.#scope.config();
    const form = formRules(config);
    const { prescriberId } = this.#signer;
    const variables: InputOf<typeof CreateDraft> = {
      input: {
        ...pageFields(config),
        ...input,
        patientId,
        ...(replacedPicks === undefined ? {} : { replacedPicks }),
        ...(this.#signer.role === 'staff' ? { prescriberId } : {}),
        ...(form === undefined ? {} : { form }),
      },
    };
    const { session } = this.#scope;
    let earlier: DraftRecord | undefined;
    const outcome = await this.#outcome(null, async () => {
      earlier = (await this.#intents.settle(session, name, CreateDraft, variables))?.createDraft;
      return earlier ?? (await this.#intents.write(session, name, CreateDraft, variables)).createDraft;
    });
    if (outcome.ok && typeof input.source === 'string') await this.#deletedPrefills.forget(input.source);
    return earlier === undefined ? outcome : await this.update(earlier, input);
  }

  /** Changes a draft as it was read: a change from elsewhere in between is a conflict, never overwritten. */
  async update(before: DraftRecord, { source: _made, ...input }: DraftInput): Promise<Outcome> {
    const form = formRules(this.#scope.config());
    const variables: InputOf<typeof UpdateDraft> = {
      input: { ...input, id: before.id, revision: before.revision, ...(form === undefined ? {} : { form }) },
    };
    const outcome = await this.#outcome(before.id, async () => {
      const { session } = this.#scope;
      const { updateDraft } = await this.#intents.write(session, `edit ${before.id}`, UpdateDraft, variables);
      return updateDraft;
    });
    if (!outcome.ok && isElsewhere(outcome.error)) await this.load();
    return outcome;
  }

  /** Deletes a draft at once; it goes to `deleted`, from where it can be brought back. */
  async remove(id: string): Promise<boolean> {
    const draft = this.find(id);
    if (draft === undefined) return false;
    this.#set(id, { busy: true, error: null });
    try {
      const { session } = this.#scope;
      const done = await within(this.#scope, () =>
        this.#intents.write(session, `delete ${id}`, DeleteDraft, { id }),
      );
      if (done === undefined) return false;
    } catch (error) {
      const failure = asClientError(error);
      // Gone already, from another tab: that is what was wanted.
      if (failure.code !== 'NOT_FOUND') {
        this.#set(id, { busy: false, error: failure });
        return false;
      }
    }
    this.#written();
    if (draft.source !== null) await this.#deletedPrefills.keep(draft.source);
    this.rows = this.rows.filter(({ record }) => record.id !== id);
    this.deleted = [draft, ...this.deleted].slice(0, STATE_LIMITS.undoMax);
    this.#scope.emit('svc-draft-prescription-deleted', { prescription: draft });
    this.#scope.changed();
    return true;
  }

  /** Brings a deleted draft back, as a new one with the same content. */
  async undo(id: string): Promise<Outcome> {
    const draft = this.deleted.find((one) => one.id === id);
    if (draft === undefined) return ENDED;
    const outcome = await this.add(`undo ${id}`, inputAgain(draft));
    if (outcome.ok) this.forget(id);
    return outcome;
  }

  /** Takes an entry off the list of what can be brought back. */
  forget(id: string): void {
    this.deleted = this.deleted.filter((one) => one.id !== id);
    this.#scope.changed();
  }

  /** What was signed is a draft no more; nothing is told, because nothing was deleted. */
  consumed(ids: readonly string[]): void {
    this.#written();
    this.rows = this.rows.filter(({ record }) => !ids.includes(record.id));
    this.#scope.changed();
  }

  async #outcome(id: string | null, write: () => Promise<DraftRecord>): Promise<Outcome> {
    if (id !== null) this.#set(id, { busy: true, error: null });
    try {
      const draft = await within(this.#scope, write);
      if (draft === undefined) return ENDED;
      this.#put(draft);
      return { ok: true, draft };
    } catch (error) {
      const failure = asClientError(error);
      if (id !== null) this.#set(id, { busy: false, error: failure });
      return { ok: false, error: failure };
    }
  }

  /** An answer to a write is newer than a list that was asked for before it. */
  #written(): void {
    this.#loads += 1;
    this.#wrote = true;
  }

  #put(record: DraftRecord): void {
    this.#written();
    if (this.status !== 'ready') void this.load();
    const row: DraftRow = { record, busy: false, error: null };
    if (this.find(record.id) === undefined) {
      this.rows = [...this.rows, row];
      this.#scope.emit('svc-draft-prescription-created', { draft: record });
    } else this.rows = this.rows.map((one) => (one.record.id === record.id ? row : one));
    this.#scope.changed();
  }

  #set(id: string, change: Pick<DraftRow, 'busy' | 'error'>): void {
    this.rows = this.rows.map((row) => (row.record.id === id ? { ...row, ...change } : row));
    this.#scope.changed();
  }
}
