// Puts what the page wants in every note into the drafts that exist already (`additional-notes`).

import type { DraftRecord } from '../../../records.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { renewNotes } from '../drafts/notes.ts';
import type { Forbidden } from '../forbidden.ts';
import type { FormState } from '../form/form-state.ts';
import type { PatientState } from '../patient-state.ts';
import type { Scope } from '../scope.ts';
import type { Signer } from '../signer.ts';

/** What is looked at before a draft is touched. */
export interface NotesHost {
  readonly patient: PatientState;
  readonly forbidden: Forbidden;
  readonly signer: Signer;
  readonly drafts: Drafts;
  readonly form: FormState;
  /** While an answer about sending is awaited, what is sent must stand still. */
  readonly review: { readonly submission: { readonly holds: boolean } };
}

export class PageNotes {
  readonly #scope: Scope;
  readonly #host: NotesHost;
  /** By draft, the wish that it was last changed for: two pages that wish for different notes do not take turns. */
  readonly #tried = new Map<string, string>();

  constructor(scope: Scope, host: NotesHost) {
    this.#scope = scope;
    this.#host = host;
  }

  /** Called at every change: writes to those drafts that do not have yet what the page wants. */
  look(): void {
    const { additionalNotes, weight } = this.#scope.config();
    if (additionalNotes === '' && weight === null) return;
    const { patient, signer, drafts, form, review } = this.#host;
    if (drafts.status !== 'ready' || patient.record === null || patient.record.deceased) return;
    if (!signer.mayPrepare || review.submission.holds) return;
    for (const { record, busy } of drafts.rows)
      if (!busy && form.written?.id !== record.id) this.#renew(record);
  }

  /** Tries again what did not work, after the network or the session came back. */
  retry(): void {
    this.#tried.clear();
    this.look();
  }

  #renew(record: DraftRecord): void {
    const { treatment } = record;
    // What may not be prescribed cannot be changed either, and says why by itself.
    if (treatment === null || this.#host.forbidden.has(treatment.id)) return;
    const { notes, pageNotes } = renewNotes(record.notes, record.pageNotes, this.#scope.config());
    if (pageNotes === (record.pageNotes ?? '') || this.#tried.get(record.id) === pageNotes) return;
    this.#tried.set(record.id, pageNotes);
    void this.#write(record, { treatmentId: treatment.id, notes, pageNotes });
  }

  async #write(record: DraftRecord, change: Parameters<Drafts['update']>[1]): Promise<void> {
    const outcome = await this.#host.drafts.update(record, change);
    // Somebody else was faster; by now the draft as it is has been read.
    if (outcome.ok || outcome.error?.code !== 'REVISION_CONFLICT') return;
    this.#tried.delete(record.id);
    this.look();
  }
}
