// Owns the one typeahead: what is at hand at once, the catalog as answers come, and what becomes of a pick.
import { ClientError, isAbort } from '@pestle/client';
import { SearchStart, SearchTreatments } from '@pestle/client/documents/search';
import { html, nothing, render } from 'lit/html.js';
import { Combobox } from '../../kit/combobox/combobox.ts';
import { type Choice, countRows } from '../../kit/combobox/combobox-model.ts';
import { field } from '../../kit/fields/field.ts';
import { medicationText } from '../../kit/medication.ts';
import type { Pick } from '../../records.ts';
import { errorText } from '../../text/error-text.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { problemText } from '../problem-text.ts';
import { searchChoice, searchRow } from './search-choice.ts';
import {
  type AnswerData,
  CATALOG_LETTERS_MIN,
  type PastPrescription,
  SEARCH_GROUPS,
  type SearchGroup,
  type StartData,
  searchChoices,
} from './search-model.ts';
import { askedFor, notTaken, treatmentNow } from './treatment-now.ts';
import { isHit, type Offered, WRITE, writeChoice, writeHeading, writeLine } from './write-choice.ts';

/** The catalog is asked when typing pauses for this long. */
const PAUSE_MS = 90;
/** The name of the input in the shadow root. */
export const SEARCH_FIELD = 'search';

/** What becomes of what is chosen. */
export interface SearchActs {
  /** The form has taken it over. */
  readonly picked: (pick: Pick) => void;
  /** What was typed is written by hand. */
  readonly write: (sought: string) => void;
  readonly otherKey: (event: KeyboardEvent) => void;
}

/** The search field. */
export class SearchPart implements Part {
  readonly #host: WorkflowHost;
  readonly #acts: SearchActs;
  readonly #combobox: Combobox<Offered>;
  /** Drawn by itself: a letter changes nothing else, and must not wait for the rest. */
  readonly #root = document.createElement('div');
  #start: StartData | undefined;
  #starting: 'no' | 'asked' | 'failed' = 'no';
  #answer: AnswerData | undefined;
  #answeredFor = '';
  /** What the list has beside the line that offers to write. */
  #hits: ReturnType<typeof searchChoices> = [];
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: ClientError | undefined;
  #checking = false;
  #refused: string | undefined;

  constructor(host: WorkflowHost, acts: SearchActs) {
    this.#host = host;
    this.#acts = acts;
    const { id, find, updated, announce, updateSearch } = host;
    this.#combobox = new Combobox<Offered>(
      { id, find, updated, announce, update: updateSearch },
      {
        name: SEARCH_FIELD,
        sheet: true,
        listLabel: () => host.text.search.list,
        render: (choice, text) =>
          isHit(choice) ? searchChoice(host, choice, text) : writeLine(host.text, text),
        renderRow: (choices, typed) =>
          searchRow(choices.filter(isHit), { typed, language: host.text.kit.language }),
        heading: (group) => this.#heading(group),
        change: (text) => this.#typed(text),
        pick: (hit) => void this.#pick(hit),
        otherKey: acts.otherKey,
        counted: (choices, text) => this.#counted(choices, text),
        emptyNote: (text) => this.#emptyNote(text),
      },
    );
  }

  /** The language on the patient's record, where it is known by now. */
  get patientLanguage(): string | null {
    return this.#start?.patient.language ?? null;
  }

  focus(): void {
    this.#combobox.focus();
  }

  render(): HTMLElement {
    this.draw();
    return this.#root;
  }

  draw(): void {
    const { text, config, state } = this.#host;
    const problem = state.form.problemOf('treatmentId');
    const view = field(
      this.#host,
      {
        name: SEARCH_FIELD,
        label: text.search.label,
        error: this.#refused ?? (problem && problemText(text, problem)),
        warning: this.#warning(),
        hint: this.#checking
          ? html`<span class="spinner" aria-hidden="true"></span> ${text.search.checking}`
          : html`${
              config.disableShortcuts
                ? nothing
                : html`<span class="keys" aria-hidden="true"><kbd>/</kbd> </span>`
            }${text.search.hint} ${config.allowOffCatalogSearch ? nothing : text.search.hintCatalogOnly}`,
      },
      (bound) => this.#combobox.render(bound),
    );
    render(view, this.#root);
  }

  updated(): void {
    const { session, state } = this.#host;
    if (this.#starting === 'no' && session.state === 'ready' && state.patient.record !== null)
      void this.#loadStart(state.patient.record.id);
  }

  resume(): void {
    if (this.#failure !== undefined || this.#starting === 'failed') this.#typed(this.#combobox.text);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#combobox.stop();
  }

  #warning(): string | undefined {
    const { text } = this.#host;
    return this.#failure && (this.#failure.kind === 'offline' ? text.kit.offline : text.search.failed);
  }

  async #loadStart(patientId: string): Promise<void> {
    const { session, state } = this.#host;
    this.#starting = 'asked';
    try {
      const variables = { ...askedFor(this.#host), patientId, patientRef: patientId };
      this.#start = await session.query(SearchStart, variables, { signal: state.signal });
      // Under what is looked at already: a list that moves under the pointer is picked from wrongly.
      this.#list(false, this.#combobox.open ? this.#hits : []);
      // The patient's language is the directions' as well.
      this.#host.update();
    } catch (error) {
      // Everything can still be searched by typing; the next letter tries again.
      if (!isAbort(error)) this.#starting = 'failed';
    }
  }

  #typed(text: string): void {
    const typed = text.trim();
    this.#refused = undefined;
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = undefined;
    this.#failure = undefined;
    if (this.#starting === 'failed') this.#starting = 'no';
    const wanted = typed.length >= CATALOG_LETTERS_MIN;
    // An old answer stays, dimmed, only while the new text narrows or widens the same one: other drugs must not stand under it.
    const related = typed.startsWith(this.#answeredFor) || this.#answeredFor.startsWith(typed);
    if (!wanted || !related) this.#answer = undefined;
    const fresh = this.#answer !== undefined && this.#answeredFor === typed;
    if (wanted && !fresh) this.#timer = setTimeout(() => void this.#ask(typed), PAUSE_MS);
    this.#list(wanted && !fresh);
  }

  async #ask(typed: string): Promise<void> {
    const { session, state } = this.#host;
    const request = new AbortController();
    this.#request = request;
    try {
      const variables = { text: typed, ...askedFor(this.#host) };
      const signal = AbortSignal.any([request.signal, state.signal]);
      const { treatments } = await session.query(SearchTreatments, variables, { signal });
      if (this.#request !== request || state.signal.aborted) return;
      this.#answer = treatments;
      this.#answeredFor = typed;
    } catch (error) {
      if (this.#request !== request || isAbort(error) || !(error instanceof ClientError)) return;
      this.#failure = error;
      this.#answer = undefined;
    }
    this.#list();
  }

  #list(loading = false, above: ReturnType<typeof searchChoices> = []): void {
    const { text, config, state } = this.#host;
    const lists = {
      typed: this.#combobox.text,
      start: this.#start,
      answer: this.#answer,
      disabled: state.forbidden.treatments,
      offCatalog: config.allowOffCatalogSearch,
      language: text.kit.language,
      words: text.search,
      findings: text.said.findings,
    };
    const hits = [
      ...above,
      ...searchChoices(lists).filter(({ key }) => !above.some((one) => one.key === key)),
    ];
    this.#hits = hits;
    this.#combobox.setChoices(this.#mayWrite ? [...hits, writeChoice(text, lists.typed)] : hits, loading);
  }

  /** Once it is known what the catalog has, where the organization allows it; not on pages that are bound to its own catalog. */
  get #mayWrite(): boolean {
    const { session, config } = this.#host;
    const typed = this.#combobox.text.trim();
    if (this.#answer === undefined || this.#answeredFor !== typed || !config.allowOffCatalogSearch)
      return false;
    return session.organization?.writtenTreatments === true && session.organization.offCatalog;
  }

  async #pick(hit: Offered): Promise<void> {
    if (hit.kind === 'write') return this.#acts.write(this.#combobox.text.trim());
    if (hit.kind === 'prescription') return await this.#pickPast(hit.prescription);
    const { treatment } = hit;
    this.#take(
      hit.kind === 'treatment'
        ? { kind: 'treatment', treatment }
        : { kind: 'template', id: hit.template.id, treatment, values: hit.template },
    );
  }

  /** What was prescribed before is looked up as it is now: it may have become controlled, disabled or withdrawn. */
  async #pickPast(prescription: PastPrescription): Promise<void> {
    const { state, config } = this.#host;
    const { form } = state;
    const before = form.values.treatment;
    this.#checking = true;
    this.#host.update();
    try {
      const { treatmentId = prescription.treatment.id } =
        config.prescriptionOverrides.get(prescription.id) ?? {};
      const treatment = await treatmentNow(this.#host, treatmentId);
      // Whoever has chosen another, or begun to write, while it was looked up keeps that.
      if (state.signal.aborted || form.values.treatment !== before || form.writing !== null) return;
      this.#take({ kind: 'prescription', id: prescription.id, treatment, values: prescription });
    } catch (error) {
      if (isAbort(error) || !(error instanceof ClientError)) return;
      const { text } = this.#host;
      const line = medicationText(prescription.treatment, text.kit.language);
      this.#refuse(text.search.notNow(line, errorText(text, error)));
    } finally {
      this.#checking = false;
      this.#host.update();
    }
  }

  #take(pick: Pick): void {
    const { text, state } = this.#host;
    if (!state.form.pick(pick)) {
      return this.#refuse(notTaken(this.#host, pick.treatment));
    }
    this.#combobox.setText('');
    this.#answer = undefined;
    this.#answeredFor = '';
    this.#list();
    this.#host.announce(text.search.picked(medicationText(pick.treatment, text.kit.language)));
    this.#acts.picked(pick);
  }

  #refuse(why: string): void {
    this.#refused = why;
    this.#host.announce(why, 'assertive');
    this.#host.update();
  }

  /** What is in the list, as it is told: names that are only alike are no results. */
  #counted(choices: ReadonlyArray<Choice<Offered>>, typed: string): string {
    const { kit, search } = this.#host.text;
    const hits = choices.filter(isHit);
    const write = hits.length === choices.length ? '' : ` ${search.write(typed.trim())}.`;
    if (hits.length === 0) return `${this.#emptyNote(typed) ?? kit.noResults}${write}`;
    const count = countRows(hits);
    return `${hits[0]?.group === 'didYouMean' ? search.similar(count) : kit.results(count)}${write}`;
  }

  #emptyNote(typed: string): string | undefined {
    const { search } = this.#host.text;
    const { length } = typed.trim();
    if (length === 0) return undefined;
    return length < CATALOG_LETTERS_MIN ? search.moreLetters : search.nothing;
  }

  #heading(group: string): string | undefined {
    if (group === WRITE) return writeHeading(this.#host.text, this.#hits.length === 0);
    const known = SEARCH_GROUPS.find((one): one is SearchGroup => one === group);
    return known && this.#host.text.search[known];
  }
}
