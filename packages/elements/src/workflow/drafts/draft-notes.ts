// Owns what is told beside the drafts, once one of them has something to tell: likely duplicates, prefills that were left out, and what was deleted.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { undoList } from '../../kit/fields/undo-list.ts';
import { note } from '../../kit/look/icons.ts';
import { medicationText } from '../../kit/medication.ts';
import { type DraftNotesText, draftNotes as english } from '../../text/en/workflow/draft-notes.ts';
import { errorText } from '../../text/error-text.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { PrefillNotice } from '../state/page/prefill-work.ts';
import { changedElsewhere } from './changed-elsewhere.ts';
import { lineOf } from './draft-line.ts';
import { DuplicateAsk } from './duplicate-ask.ts';
import { momentText } from './moment.ts';

export class DraftNotes implements Part {
  readonly duplicates: DuplicateAsk;
  readonly #host: WorkflowHost;
  readonly #text: PartWords<DraftNotesText>;
  /** The drafts whose likely duplicates were said. */
  readonly #announcedFor = new Set<string>();

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/draft-notes.ts')).draftNotes,
      host.update,
    );
    this.duplicates = new DuplicateAsk(host, () => this.words);
    // Asked for now, so that they are there when something is told.
    this.#text.of(host.text.kit.language);
  }

  get words(): DraftNotesText {
    return this.#text.of(this.#host.text.kit.language);
  }

  render(): unknown {
    return nothing;
  }

  /** A draft that likely repeats what was prescribed before is said once, however it came here. */
  updated(): void {
    for (const { id, likelyDuplicates, treatment } of this.#host.state.drafts.records) {
      if (likelyDuplicates.length === 0 || treatment === null || this.#announcedFor.has(id)) continue;
      this.#announcedFor.add(id);
      this.#host.announce(
        `${medicationText(treatment, this.#host.text.kit.language)}: ${this.duplicates.summary(likelyDuplicates)}`,
      );
    }
  }

  /** What became of the draft of the form meanwhile. */
  elsewhere(): unknown {
    return changedElsewhere(this.#host, this.words);
  }

  /** What the page asked for and is not there, why, and what a person can do. */
  leftOut(): unknown {
    return repeat(
      this.#host.state.prefills.notices,
      ({ source }) => source,
      (notice) => this.#leftOut(notice),
    );
  }

  /** What was deleted, each with the way back. */
  deleted(ways: Parameters<typeof undoList>[2]): unknown {
    const { text, state } = this.#host;
    const { kit, order } = text;
    return undoList(
      state.drafts.deleted.map((draft) => ({ key: draft.id, words: order.deleted(lineOf(draft, text)) })),
      {
        label: kit.undoList,
        undo: kit.undo,
        undoOf: kit.undoOf,
        dismiss: kit.dismiss,
        dismissOf: kit.dismissOf,
      },
      ways,
    );
  }

  #leftOut(notice: PrefillNotice): TemplateResult {
    const { text, state } = this.#host;
    const { words } = this;
    const { code = '', message = '' } = notice;
    const why = errorText(text, { code, message }) || words.leftOut[notice.reason];
    const deleted = notice.reason === 'deleted';
    return note(
      deleted ? 'info' : 'warn',
      html`<p>${words.leftOutOf(notice.where, why.replace(/\.$/, ''))} ${
        notice.deletedAt === undefined
          ? nothing
          : words.deletedAt(momentText(notice.deletedAt, text.kit.language, words))
      }</p><div class="row">${
        notice.retryable
          ? html`<button type="button" @click=${({ detail }: MouseEvent) => detail < 2 && void state.prefills.retry(notice.source)}
              >${deleted ? words.addAgain : text.kit.tryAgain}</button>`
          : nothing
      }<button type="button" class="quiet" @click=${({ detail }: MouseEvent) => detail < 2 && state.prefills.dismiss(notice.source)}
        >${text.kit.dismiss}</button></div>`,
    );
  }
}
