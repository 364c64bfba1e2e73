// Owns the form for one prescription: the search at once, and the card of what was chosen when there is something to write (W1).
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { isControlEnter } from '../control-enter.ts';
import type { DraftNotes } from '../drafts/draft-notes.ts';
import { LazyPart } from '../lazy-part.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { SEARCH_FIELD, SearchPart } from '../search/search.ts';
import type { FormField } from '../state/problem.ts';
import type { WritingPart } from '../writing/writing-part.ts';
import type { CardPart } from './card.ts';
import { SlashKey } from './slash-key.ts';

/** The card 'Add medication'. */
export class FormPart implements Part {
  readonly #host: WorkflowHost;
  readonly #search: SearchPart;
  readonly #card: LazyPart<CardPart>;
  readonly #writing: LazyPart<WritingPart>;
  readonly #slash: SlashKey;

  /** `besides`: what is told beside a medicine, whatever it is. */
  constructor(host: WorkflowHost, notes: LazyPart<DraftNotes>, besides: () => unknown = () => nothing) {
    this.#host = host;
    this.#card = new LazyPart(
      host,
      async () =>
        new (await import('./card.ts')).CardPart(host, notes, {
          language: () => this.#search.patientLanguage,
          besides,
        }),
    );
    this.#slash = new SlashKey(host, () => this.#search.focus());
    this.#writing = new LazyPart(
      host,
      async () =>
        new (await import('../writing/writing-part.ts')).WritingPart(host, () => void this.#focusCard()),
    );
    this.#search = new SearchPart(host, {
      picked: () => void this.#focusCard(),
      write: (sought) => void this.#write(sought),
      otherKey: this.#pressed,
    });
  }

  /** Brings what is needed when something is chosen. */
  async load(): Promise<unknown> {
    return await this.#card.load();
  }

  /** Moves focus to the control of a field, or to the search. */
  focusField(name: FormField = 'treatmentId'): void {
    const { values, writing } = this.#host.state.form;
    if (writing !== null) void this.#writing.part?.focus();
    else if (name === 'treatmentId' && values.treatment === null) this.#search.focus();
    else void this.#focusCard(name);
  }

  /** Adds what stands in the form; `added`: the prescriber's next step then. What is written by hand comes into the form first. */
  async submit(added?: () => unknown): Promise<void> {
    if (this.#host.state.form.writing !== null) return await this.#writing.part?.submit();
    const card = await this.#card.load();
    if (card === undefined) this.#host.announce(this.#card.trouble, 'assertive');
    await card?.submit(added);
  }

  render(): TemplateResult {
    const { text, state } = this.#host;
    const { form, forbidden } = state;
    const { treatment } = form.values;
    return html`<section class="card sheet-frame" part="form" aria-labelledby=${this.#host.id('form-title')} @keydown=${this.#pressed}>
      <h2 id=${this.#host.id('form-title')} class=${treatment === null || form.editing !== null ? '' : 'visually-hidden'}>${form.editing === null ? text.form.title : text.form.titleEdit}</h2>
      <div class="stack">
        ${forbidden.blocked ? prohibited(this.#host) : nothing}
        ${treatment === null ? (form.writing === null ? this.#search.render() : this.#renderWriting()) : nothing}
        ${form.open ? this.#card.render() : nothing}
      </div>
    </section>`;
  }

  /** Where its code cannot be loaded, the way back to the search is here; else it has its own. */
  #renderWriting(): unknown {
    const { text, state } = this.#host;
    if (this.#writing.part !== undefined) return this.#writing.render();
    return html`${this.#writing.render()}<div class="row"><button type="button" class="quiet" @click=${() => {
      state.form.write(null);
      void focusOn(this.#host, SEARCH_FIELD);
    }}>${text.form.clear}</button></div>`;
  }

  /** Draws the search alone. */
  drawSearch(): void {
    this.#search.draw();
  }

  updated(): void {
    this.#search.updated();
    this.#card.updated();
    this.#slash.watch(this.#host.find('form-title')?.getRootNode());
  }

  resume(): void {
    this.#search.resume();
    this.#writing.resume();
  }

  dispose(): void {
    this.#slash.watch(undefined);
    this.#search.dispose();
    this.#card.dispose();
    this.#writing.dispose();
  }

  async #write(sought: string): Promise<void> {
    this.#host.state.form.write(sought);
    this.#writing.part?.begin(sought);
    await (await this.#writing.load())?.focus();
  }

  async #focusCard(name?: FormField): Promise<void> {
    await (await this.#card.load())?.focusField(name);
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (!isControlEnter(event, this.#host) || event.defaultPrevented) return;
    event.preventDefault();
    void this.submit();
  };
}

/** Nothing may be prescribed: for good, or until it is known what must not be. */
function prohibited({ text, state, id }: WorkflowHost): unknown {
  const { forbidden } = state;
  if (forbidden.settled) return note('danger', text.form.prohibited);
  if (forbidden.status === 'loading')
    return html`<p class="muted" id=${id('list-loading')}><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`;
  return note(
    'danger',
    html`${text.order.problems['LIST_LOADING']} <button type="button" class="inline" @click=${() => void state.resume()}>${text.kit.tryAgain}</button>`,
  );
}
