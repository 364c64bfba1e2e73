// Owns what stands around the fields of the form: why nothing can be prescribed, the reason for a repetition, and the buttons.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import { textField } from '../../kit/fields/field.ts';
import { note } from '../../kit/look/icons.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { DraftNotes } from '../drafts/draft-notes.ts';
import type { WorkflowHost } from '../part.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';

/** Nothing may be prescribed: for good, or until it is known what must not be. */
export function prohibited({ text, state, id }: WorkflowHost): unknown {
  const { forbidden } = state;
  if (forbidden.settled) return note('danger', text.form.prohibited);
  if (forbidden.status === 'loading')
    return html`<p class="muted" id=${id('list-loading')}><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`;
  return note(
    'danger',
    html`${text.order.problems['LIST_LOADING']} <button type="button" class="inline" @click=${() => void state.resume()}>${text.kit.tryAgain}</button>`,
  );
}

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
}

/** `held`: the notes of a draft that is likely prescribed already, and stays in the form until somebody says why. */
export function formButtons(
  host: WorkflowHost,
  treatment: TreatmentRecord | null,
  held: DraftNotes | undefined,
  { submit, clear }: Acts,
): TemplateResult {
  const { text, config, state } = host;
  const { form } = state;
  const add =
    held?.words.addAnyway ??
    (form.editing !== null ? text.form.keep : config.enableOrder ? text.form.add : text.form.addWithoutOrder);
  return html`<div class="row">
      <button type="button" part="add" id=${host.id('add')} aria-disabled=${form.saving ? 'true' : nothing}
        @click=${() => submit()}>${form.saving ? html`<span class="spinner" aria-hidden="true"></span>${text.form.saving}` : add}
        ${config.disableShortcuts ? nothing : html`<span class="keys" aria-hidden="true"><kbd>Ctrl</kbd> <kbd>Enter</kbd></span>`}</button>
      ${
        form.editing === null && (treatment !== null || form.dirty)
          ? html`<button type="button" class="quiet" @click=${() => void (held === undefined ? clear() : held.duplicates.takeBack())}>${held?.words.goBack ?? text.form.clear}</button>`
          : nothing
      }
      ${
        form.editing === null
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => clear()}>${text.form.cancelEdit}</button>`
      }
    </div>`;
}

/** `/` leads to the search from anywhere in the element where no text is being written. */
export class SlashKey {
  readonly #host: WorkflowHost;
  readonly #go: () => void;
  #root: Node | undefined;

  constructor(host: WorkflowHost, go: () => void) {
    this.#host = host;
    this.#go = go;
  }

  /** Listens in this root from now on, and in no other. */
  watch(root: Node | undefined): void {
    if (root === this.#root) return;
    this.#root?.removeEventListener('keydown', this.#pressed);
    this.#root = root;
    root?.addEventListener('keydown', this.#pressed);
  }

  readonly #pressed = (event: Event): void => {
    if (!asksForSearch(event, this.#host.config) || this.#host.find(SEARCH_FIELD) === null) return;
    event.preventDefault();
    this.#go();
  };
}

/** True for the key `/`, where no text is being written and shortcuts are wanted. */
function asksForSearch(event: Event, { disableShortcuts }: WorkflowConfig): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.key !== '/' || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || disableShortcuts) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.matches('input:not([type=checkbox],[type=radio]),textarea,select')
  );
}
