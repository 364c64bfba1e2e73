// Owns what stands below the fields of the form: the reason for a repetition, and the buttons.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { textField } from '../../kit/fields/field.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { DraftNotes } from '../drafts/draft-notes.ts';
import type { WorkflowHost } from '../part.ts';
import { addWords, barAdds } from '../review/action-bar.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';

/** Asks why the same treatment is prescribed twice in one order. */
export function reasonField(
  host: WorkflowHost,
  { repeatReason }: FormValues,
  error: string | undefined,
): TemplateResult {
  const { text, state } = host;
  return textField(host, {
    name: 'repeatReason',
    label: text.form.reasonTwice,
    hint: text.form.reasonTwiceHint,
    error,
    value: repeatReason,
    change: (value) => state.form.set({ repeatReason: value }),
  });
}

/** What the buttons do. */
interface Acts {
  readonly submit: () => void;
  readonly clear: () => void;
  readonly checked: unknown;
}

/**
 * `held`: the notes of a draft that is likely prescribed already, and stays in the form until somebody says why; `checked`: how far it was
 * screened.
 */
export function formButtons(
  host: WorkflowHost,
  treatment: TreatmentRecord | null,
  held: DraftNotes | undefined,
  { submit, clear, checked }: Acts,
): TemplateResult {
  const { text, config, state } = host;
  const { form } = state;
  const add = held?.words.addAnyway ?? addWords(host);
  return html`<div class="row">
      <button type="button" part="add" class="primary ${barAdds(host) ? 'wide' : ''}" id=${host.id('add')} aria-disabled=${form.saving ? 'true' : nothing}
        @click=${() => submit()}>${form.saving ? html`<span class="spinner" aria-hidden="true"></span>${text.form.saving}` : add}
        ${config.disableShortcuts ? nothing : html`<span class="keys" aria-hidden="true"><kbd>Ctrl</kbd> <kbd>Enter</kbd></span>`}</button>
      ${
        form.editing === null && (treatment !== null || form.dirty)
          ? html`<button type="button" class="quiet" @click=${({ detail }: MouseEvent) => {
              // The second of two quick presses would clear what 'Go back' has kept.
              if (detail < 2) void (held === undefined ? clear() : held.duplicates.takeBack());
            }}>${held?.words.goBack ?? text.form.clear}</button>`
          : nothing
      }
      ${
        form.editing === null
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => clear()}>${text.form.cancelEdit}</button>`
      }${checked}
    </div>`;
}
