// Owns the card of what was signed and saved and is on no order yet: what of it goes now, and the way to its review (W8, section 14).
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkField } from '../../kit/fields/field.ts';
import { note } from '../../kit/look/icons.ts';
import { medicationText } from '../../kit/medication.ts';
import { trouble } from '../../kit/trouble.ts';
import { saved as english, type SavedText } from '../../text/en/workflow/saved.ts';
import { PartWords } from '../../text/part-words.ts';
import { writtenLines } from '../drafts/draft-line.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { ReviewedSaved, SavedRecord } from '../state/signing/reviewed-saved.ts';
import { SAVED } from './saved-field.ts';

export class SavedPart implements Part {
  readonly #host: WorkflowHost;
  readonly #review: () => void;
  readonly #text: PartWords<SavedText>;
  #asked = false;

  /** `review` opens the review of what is chosen. */
  constructor(host: WorkflowHost, review: () => void) {
    this.#host = host;
    this.#review = review;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/saved.ts')).saved,
      host.update,
    );
    this.#text.of(host.text.kit.language);
  }

  render(): unknown {
    const { state, text, id } = this.#host;
    const toSend = state.saved;
    if (toSend === null) return nothing;
    // That nobody is signed in stands above, and with a sign-in they are asked for again.
    const error = toSend.error?.kind === 'session' ? null : toSend.error;
    if (toSend.records.length === 0 && error === null) return nothing;
    const words = this.#text.of(text.kit.language);
    // Under the order, whose button stays in sight.
    return html`<div class="column whole"><section class="card pending" part="saved" aria-labelledby=${id(SAVED)}>
      <h2 id=${id(SAVED)} tabindex="-1">${words.title} <span class="numeric">(${toSend.records.length})</span></h2>
      <p class="muted">${words.hint}</p>
      ${
        error === null
          ? nothing
          : note(
              'warn',
              trouble(this.#host, words.failed, error, () => void toSend.load()),
            )
      }
      <ol class="drafts">${repeat(
        toSend.records,
        ({ id: key }) => key,
        (record) => this.#row(record, toSend, words),
      )}</ol>
      ${toSend.records.length === 0 ? nothing : this.#button(toSend, words)}
    </section></div>`;
  }

  #row(record: SavedRecord, toSend: ReviewedSaved, words: SavedText): TemplateResult {
    const { text } = this.#host;
    const { id, content } = record;
    return html`<li class="draft">${writtenLines(content, text)}${checkField(this.#host, {
      name: `${SAVED}-${id}`,
      label: html`${words.sendNow} <span class="visually-hidden">${medicationText(content.treatment, text.kit.language)}</span>`,
      checked: toSend.isChosen(id),
      change: (chosen) => toSend.choose(id, chosen),
    })}</li>`;
  }

  #button(toSend: ReviewedSaved, words: SavedText): TemplateResult {
    const { state, text } = this.#host;
    const { review } = state;
    const checking = review.kind === 'saved' && review.status === 'checking';
    const none = toSend.lines.length === 0;
    return html`<div class="row end"><button type="button" aria-disabled=${checking || none} @click=${() => checking || none || this.#review()}>${
      checking
        ? html`<span class="spinner" aria-hidden="true"></span> ${text.order.checking}`
        : words.review(toSend.lines.length)
    }</button></div>`;
  }

  /** Asked for once the patient is known, for whoever may send. */
  updated(): void {
    const { state, session } = this.#host;
    if (this.#asked || state.patient.record === null || session.state !== 'ready') return;
    this.#asked = true;
    void this.#load();
  }

  resume(): void {
    this.#asked = false;
  }

  async #load(): Promise<void> {
    const { state } = this.#host;
    try {
      await state.loadReview();
    } catch {
      // Without a network; it is tried again with the session, and what is written meanwhile needs none of it.
      this.#asked = false;
      return;
    }
    await state.saved?.load();
  }
}
