// Owns 'Use instead': the draft of an alternative takes the place of another, which is deleted only when the new one was made (W2).
import { ClientError } from '@pestle/client';
import { TreatmentNow } from '@pestle/client/documents/search';
import { forFields, MORE_FIELDS } from '@pestle/rules/prescription-fields';
import { asClientError } from '../../../kit/client-error.ts';
import type { DraftRecord, TreatmentRecord } from '../../../records.ts';
import { inputAgain } from '../drafts/draft-fields.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import type { WorkflowState } from '../workflow-state.ts';
import type { Alternative } from './coverage-state.ts';

/** What became of it: the new draft, how the form is opened with it, or why not; null: the draft has changed, or is being sent. */
export type Replaced = DraftRecord | (() => void) | ClientError | null;

/**
 * The new draft names the one that it replaces as its source: after a lost answer or a reload it is found, and not made twice. Until the
 * old one is deleted both stand in the order, and the old one says so.
 */
export class Replacement {
  readonly #scope: Scope;
  readonly #host: WorkflowState;
  /** Drafts that go as soon as the one in their place is there. */
  readonly #awaited = new Set<string>();
  readonly #busy = new Set<string>();

  constructor(scope: Scope, host: WorkflowState) {
    this.#scope = scope;
    this.#host = host;
  }

  /** Whether this may be prescribed here; what may not is not offered. */
  allows(treatment: TreatmentRecord): boolean {
    const { inCatalog, prescribable, id } = treatment;
    return (
      prescribable &&
      (inCatalog || this.#scope.config().allowOffCatalogSearch) &&
      this.#host.refusalOf(id) === null
    );
  }

  isBusy(draftId: string): boolean {
    return this.#busy.has(draftId);
  }

  /** The draft that was made in place of this one, while both are there. */
  successor({ id }: DraftRecord): DraftRecord | undefined {
    return this.#host.drafts.records.find(({ source }) => source === sourceOf(id));
  }

  /** Asks for the treatment as it is now, so that nothing is prescribed which may not be any more, and then replaces. */
  async replace(draft: DraftRecord, alternative: Alternative): Promise<Replaced> {
    if (this.#busy.has(draft.id)) return null;
    this.#busy.add(draft.id);
    this.#scope.changed();
    try {
      const treatment = await this.#treatmentNow(alternative.treatment.id);
      if (treatment === undefined || !this.#stands(draft)) return null;
      if (!this.allows(treatment))
        return refusal(treatment, this.#host.forbidden.treatments.get(treatment.id));
      // The same treatment twice needs a reason, for which the form asks.
      return alternative.keepsDirections && !this.#host.drafts.repeats(treatment.id, draft.id)
        ? await this.#replace(draft, treatment.id, alternative)
        : () => this.#openForm(draft, treatment);
    } catch (error) {
      return asClientError(error);
    } finally {
      this.#busy.delete(draft.id);
      this.#scope.changed();
    }
  }

  /** Deletes what was replaced. Called after every drawing: the form, too, makes the new draft. */
  look(): void {
    if (this.#awaited.size === 0 || this.#host.review.submission.holds) return;
    for (const { id, source } of this.#host.drafts.records) {
      const old = [...this.#awaited].find((one) => source === sourceOf(one));
      if (old === undefined) continue;
      this.#awaited.delete(old);
      if (id !== old && this.#host.drafts.find(old) !== undefined) void this.#host.drafts.remove(old);
    }
  }

  async #replace(
    draft: DraftRecord,
    treatmentId: string,
    { dispenseQuantity, daysSupply }: Alternative,
  ): Promise<Replaced> {
    const outcome = await this.#host.drafts.add(`instead of ${draft.id}`, {
      ...inputAgain(draft),
      treatmentId,
      dispenseQuantity: dispenseQuantity ?? draft.dispenseQuantity,
      daysSupply: daysSupply ?? draft.daysSupply,
      repeatReason: null,
      source: sourceOf(draft.id),
    });
    if (!outcome.ok) return outcome.error;
    this.#awaited.add(draft.id);
    this.look();
    return outcome.draft;
  }

  /** Directions are for one drug: they are asked for anew. What was said to the pharmacy, and from when it may be filled, stays. */
  #openForm(draft: DraftRecord, treatment: TreatmentRecord): void {
    const { form } = this.#host;
    if (!this.#stands(draft) || !form.pick({ kind: 'treatment', treatment })) return;
    form.set({
      notes: draft.notes,
      pageNotes: draft.pageNotes ?? '',
      externalId: draft.externalId,
      ...forFields(MORE_FIELDS, (name) => draft[name] ?? ''),
      source: sourceOf(draft.id),
    });
    this.#awaited.add(draft.id);
  }

  /** As it was when the person looked at it, and not being sent. */
  #stands({ id, revision }: DraftRecord): boolean {
    return this.#host.drafts.find(id)?.revision === revision && !this.#host.review.submission.holds;
  }

  async #treatmentNow(id: string): Promise<TreatmentRecord | undefined> {
    const { session, signal } = this.#scope;
    const { catalogId, allowOffCatalogSearch: offCatalog } = this.#scope.config();
    const patientId = this.#host.patient.record?.id ?? null;
    const data = await within(this.#scope, () =>
      session.query(TreatmentNow, { id, patientId, catalogId, offCatalog }, { signal }),
    );
    return data?.treatment;
  }
}

function refusal({ reason, reasonCode }: TreatmentRecord, ofPage: string | null | undefined): ClientError {
  return new ClientError('api', reasonCode ?? 'TREATMENT_DISABLED', ofPage ?? reason ?? '');
}

function sourceOf(draftId: string): string {
  return `instead:${draftId}`;
}
