// Owns the card 'Pending Order': every draft written out, edited in the form, deleted with a way back, duplicated (W2).
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { DraftRecord } from '../../records.ts';
import { errorText } from '../../text/error-text.ts';
import type { LazyPart } from '../lazy-part.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { problemText } from '../problem-text.ts';
import type { DraftRow } from '../state/drafts/drafts.ts';
import type { Problem } from '../state/problem.ts';
import { lineOf, writtenLines } from './draft-line.ts';
import type { DraftNotes } from './draft-notes.ts';

/** What a row leads to and what stands in it besides the draft: the form that edits it, and its coverage. */
export interface InRow {
  focus(): void;
  coverage(draft: DraftRecord): unknown;
}

export class DraftsPart implements Part {
  readonly #host: WorkflowHost;
  readonly #in: InRow;
  readonly #notes: LazyPart<DraftNotes>;
  /** What the person wants while the form still holds something typed. */
  #asked: { readonly draft: DraftRecord; readonly open: () => void } | null = null;

  readonly #ways = {
    undo: (id: string): void => void this.#undo(id),
    dismiss: (id: string): void => this.#dismiss(id),
  };

  constructor(host: WorkflowHost, inRow: InRow, notes: LazyPart<DraftNotes>) {
    this.#host = host;
    this.#notes = notes;
    this.#in = inRow;
  }

  render(): unknown {
    const { state, text } = this.#host;
    const { drafts, prefills } = state;
    if (state.patient.record === null) return nothing;
    // What the form still asks about stands there.
    const rows = drafts.rows.filter(({ record }) => record.id !== state.form.held?.id);
    return html`<section class="card pending" part="pending-order" aria-labelledby=${this.#host.id('pending')}>
      <h2 id=${this.#host.id('pending')} tabindex="-1">${text.order.pending}${
        rows.length === 0 ? nothing : html` <span class="numeric">(${rows.length})</span>`
      }</h2>
      ${this.#status()}
      ${
        rows.length === 0
          ? nothing
          : html`<ol class="drafts">${repeat(
              rows,
              ({ record }) => record.id,
              (row) => this.#row(row),
            )}</ol>`
      }
      ${prefills.notices.length === 0 ? nothing : this.#notes.draw((notes) => notes.leftOut())}
      ${drafts.deleted.length === 0 ? nothing : this.#notes.draw((notes) => notes.deleted(this.#ways))}
    </section>`;
  }

  #status(): unknown {
    const { state, text } = this.#host;
    const { drafts, prefills } = state;
    const busy = (words: string): TemplateResult =>
      html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${words}</p>`;
    if (drafts.error !== null && drafts.status !== 'ready')
      return note(
        'danger',
        trouble(this.#host, text.order.failed, drafts.error, () => void state.resume()),
      );
    if (prefills.failed)
      return note(
        'danger',
        html`${text.kit.offline} <button type="button" class="inline" @click=${() => void prefills.run()}>${text.kit.tryAgain}</button>`,
      );
    if (prefills.running) return busy(text.order.prefilling);
    if (drafts.status === 'loading') return busy(text.order.loading);
    return drafts.status === 'ready' && drafts.rows.length === 0
      ? html`<p class="muted">${text.order.empty}</p>`
      : nothing;
  }

  #row({ record, busy, error }: DraftRow): TemplateResult {
    const { text, state, id } = this.#host;
    const line = lineOf(record, text);
    const { preparer } = record;
    const others = preparer !== null && record.preparedBy !== state.signer.me?.id;
    if (state.form.editing?.id === record.id)
      return html`<li class="draft" part="draft" id=${id(`draft-${record.id}`)}><div class="muted">${line} <strong>${text.order.edited}</strong></div></li>`;
    return html`<li class="draft" part="draft" id=${id(`draft-${record.id}`)} tabindex="-1" aria-busy=${busy}>
      ${writtenLines(record, text)}
      ${
        others
          ? html`<div class="muted small">${text.order.preparedBy(`${preparer.firstName} ${preparer.lastName}`)}</div>`
          : nothing
      }
      ${record.likelyDuplicates.length === 0 && !record.unreadable ? nothing : this.#notes.draw(({ duplicates }) => duplicates.inRow(record, busy))}
      ${[...state.form.contradictions(record), ...this.#reviewed(record)].map((problem) =>
        note(
          problem.severity === 'error' ? 'danger' : 'warn',
          problem.about === undefined || problem.about === '' ? problemText(text, problem) : problem.about,
        ),
      )}
      ${error === null ? nothing : note('danger', html`${text.order.notSaved} ${errorText(text, error)}`)}
      ${this.#in.coverage(record)}${this.#asked?.draft.id === record.id ? this.#question() : nothing}
      <div class="row acts">
        <button type="button" id=${id(`edit-${record.id}`)} aria-label=${text.order.editOf(line)} aria-disabled=${busy}
          @click=${() => this.open(record, () => state.form.edit(record))}>${text.order.edit}</button>
        <button type="button" aria-label=${text.order.duplicateOf(line)} aria-disabled=${busy}
          @click=${() => this.open(record, () => state.form.duplicate(record))}>${text.order.duplicate}</button>
        <button type="button" aria-label=${text.order.removeOf(line)} aria-disabled=${busy}
          @click=${() => void this.#remove(record)}>${text.order.remove}</button>
        ${busy ? html`<span class="muted">${text.order.saving}</span>` : nothing}
      </div>
    </li>`;
  }

  /** What the review found in it; what contradicts what is told without a review. */
  #reviewed({ id }: DraftRecord): readonly Problem[] {
    return this.#host.state.review.problems.filter(
      ({ location, code }) =>
        location.in === 'draft' && location.draftId === id && code !== 'AMOUNTS_CONTRADICT',
    );
  }

  #question(): TemplateResult {
    const { text } = this.#host;
    return note(
      'warn',
      html`<p>${text.order.discardTyped}</p><div class="row">
        <button type="button" id=${this.#host.id('discard-typed')} @click=${() => this.#go()}>${text.order.discard}</button>
        <button type="button" @click=${() => this.#keep()}>${text.order.keepTyping}</button></div>`,
      { role: 'alert' },
    );
  }

  /** Opens the form about a draft. What is typed in it is given up only by the person's own word. */
  open(draft: DraftRecord, open: () => void): void {
    if (this.#busy()) return;
    this.#asked = { draft, open };
    if (this.#host.state.form.dirty) {
      this.#host.update();
      void focusOn(this.#host, 'discard-typed');
    } else this.#go();
  }

  #go(): void {
    this.#asked?.open();
    this.#asked = null;
    void this.#host.updated().then(() => this.#in.focus());
  }

  #keep(): void {
    const id = this.#asked?.draft.id ?? '';
    this.#asked = null;
    this.#host.update();
    void focusOn(this.#host, `edit-${id}`);
  }

  /** While an answer about sending is awaited, what is sent must stand still. */
  #busy(): boolean {
    return this.#host.state.review.submission.busy;
  }

  async #remove(draft: DraftRecord): Promise<void> {
    if (this.#busy()) return;
    const { text, state } = this.#host;
    if (!(await state.drafts.remove(draft.id))) return;
    this.#say(text.order.deleted(lineOf(draft, text)));
    await focusOn(this.#host, 'pending');
  }

  async #undo(id: string): Promise<void> {
    const { text, state } = this.#host;
    const outcome = await state.drafts.undo(id);
    if (outcome.ok) {
      this.#say(text.order.restored(lineOf(outcome.draft, text)));
      await focusOn(this.#host, `edit-${outcome.draft.id}`);
    } else if (outcome.error !== null) this.#host.announce(errorText(text, outcome.error), 'assertive');
  }

  #dismiss(id: string): void {
    this.#host.state.drafts.forget(id);
    void focusOn(this.#host, 'pending');
  }

  #say(words: string): void {
    const { text, state } = this.#host;
    this.#host.announce(`${words} ${text.order.counted(state.drafts.rows.length)}`);
  }
}
