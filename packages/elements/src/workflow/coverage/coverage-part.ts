// Owns the coverage of each draft on the screen: one line in its row, what opens under it, 'Use instead', and a line in the review.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { disclosure } from '../../kit/fields/disclosure.ts';
import { focusOn } from '../../kit/host.ts';
import { type IconName, icon, note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { DraftRecord } from '../../records.ts';
import { type CoverageText, coverage as english } from '../../text/en/workflow/coverage.ts';
import { errorText } from '../../text/error-text.ts';
import type { Language } from '../../text/language.ts';
import { PartWords } from '../../text/part-words.ts';
import { lineOf } from '../drafts/draft-line.ts';
import type { DraftsPart } from '../drafts/drafts-part.ts';
import type { LazyPart } from '../lazy-part.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { PatientPart } from '../patient/patient.ts';
import {
  type Alternative,
  type Coverage,
  CoverageState,
  type PharmacyAlternative,
} from '../state/coverage/coverage-state.ts';
import { Replacement } from '../state/coverage/replacement.ts';
import { coverageDetails, lines } from './coverage-details.ts';
import { coverageStyles } from './coverage-styles.ts';
import { headline } from './coverage-words.ts';

const LOOKS: Readonly<Record<string, readonly [IconName, string]>> = {
  CHECKING: ['wait', ''],
  COULD_NOT_CHECK: ['info', ''],
  NO_DATA: ['info', ''],
  COVERED: ['ok', 'ok'],
  COVERED_WITH_RESTRICTIONS: ['warn', 'warn'],
  NOT_COVERED: ['off', 'warn'],
};

export class CoveragePart implements Part {
  readonly #host: WorkflowHost;
  readonly #drafts: DraftsPart;
  readonly #patient: LazyPart<PatientPart>;
  readonly #state: CoverageState;
  readonly #replacement: Replacement;
  readonly #text: PartWords<CoverageText>;
  readonly #open = new Set<string>();
  /** Why the last 'Use instead' of a draft did not work. */
  readonly #failures = new Map<string, string>();
  /** What was said of each draft, so that it is said once. */
  readonly #announced = new Map<string, string>();
  #root: ShadowRoot | undefined;
  /** What has the focus within a row; when it is drawn no more, the focus goes to the row's line. */
  #focused: { readonly element: Element; readonly name: string } | undefined;

  /** The form is opened by `drafts`, which ask before something typed is lost; benefits are kept in the form of the `patient`. */
  constructor(host: WorkflowHost, drafts: DraftsPart, patient: LazyPart<PatientPart>) {
    this.#host = host;
    this.#drafts = drafts;
    this.#patient = patient;
    const { state } = host;
    this.#state = new CoverageState(state.scope, state, () => host.text.kit.language as Language);
    this.#replacement = new Replacement(state.scope, state);
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/coverage.ts')).coverage,
      host.update,
    );
  }

  get #words(): CoverageText {
    return this.#text.of(this.#host.text.kit.language);
  }

  /** Drawn in the rows only. */
  render(): unknown {
    return nothing;
  }

  /** The coverage of one draft in its row. */
  row(record: DraftRecord): TemplateResult {
    const shown = this.#state.of(record);
    const failure = this.#failures.get(record.id);
    const words = this.#words;
    const of = words.of(lineOf(record, this.#host.text));
    return html`${
      shown.state === 'COULD_NOT_CHECK'
        ? html`${this.#chip(shown, record)}<span class="small">${trouble(this.#host, shown.trouble, shown.error, () => this.#state.retry())}</span>`
        : disclosure({
            id: this.#host.id(`coverage-${record.id}`),
            summary: html`<span class="visually-hidden">${of}: </span>${this.#chip(shown, record)}`,
            open: this.#open.has(record.id),
            toggled: (now) => {
              if (now) this.#open.add(record.id);
              else this.#open.delete(record.id);
              this.#host.update();
            },
            content: () => html`<div class="within">${this.#within(shown, record)}</div>`,
          })
    }
    ${
      shown.state === 'NO_DATA'
        ? html`<button type="button" class="inline" aria-label="${words.addBenefits}: ${of}" @click=${() => this.#patient.part?.edit()}>${words.addBenefits}</button>`
        : nothing
    }
    ${failure === undefined ? nothing : note('danger', failure, { role: 'alert' })}
    ${this.#successorNote(record)}`;
  }

  /** What is known of it in the review; nothing while nothing is. */
  line(record: DraftRecord): unknown {
    const shown = this.#state.of(record);
    if (shown.state === 'CHECKING') return nothing;
    return html`<div class="small">${this.#chip(shown, record)} <span class="muted">${this.#words.inReview}</span></div>`;
  }

  updated(): void {
    this.#dress();
    if (!this.#host.config.enableCoverageCheck) return this.#state.stop();
    this.#state.look();
    this.#replacement.look();
    this.#announce();
    this.#keepFocus();
  }

  resume(): void {
    if (this.#state.error !== null) this.#state.retry();
  }

  dispose(): void {
    this.#state.stop();
    this.#root?.removeEventListener('focusin', this.#notice);
  }

  #chip(shown: Coverage, record: DraftRecord): TemplateResult {
    const [name, tone] = LOOKS[shown.state === 'CHECKED' ? shown.draft.status : shown.state] ?? ['info', ''];
    return html`<span class="state chip ${tone}" part="chip">${icon(name)}<span>${this.#headline(shown, record)}</span></span>`;
  }

  #headline(shown: Coverage, record: DraftRecord): string {
    return headline(shown, this.#offered(shown, record).length, this.#words);
  }

  #within(shown: Exclude<Coverage, { state: 'COULD_NOT_CHECK' }>, record: DraftRecord): unknown {
    if (shown.state === 'NO_DATA') return lines([...shown.draft.reasons, ...shown.draft.notes]);
    const answer = 'before' in shown ? shown.before : shown;
    if (answer === null) return this.#words.asking;
    const view = this.#view({ ...answer, state: 'CHECKED' }, record);
    return html`<div class=${answer === shown ? 'stack' : 'stack old'}>${coverageDetails(answer, view)}</div>`;
  }

  #view(shown: Coverage, record: DraftRecord): Parameters<typeof coverageDetails>[1] {
    const replaced = this.#replacement.successor(record) !== undefined;
    return {
      record,
      words: this.#words,
      text: this.#host.text,
      alternatives: this.#offered(shown, record),
      busy: this.#replacement.isBusy(record.id),
      onReplace: replaced ? null : (alternative) => void this.#replace(record, alternative),
      send: (pharmacy) => this.#sendTo(pharmacy),
    };
  }

  /** What may not be prescribed here is not offered, and neither is what it is already. */
  #offered(shown: Coverage, { treatment: own }: DraftRecord): readonly Alternative[] {
    if (shown.state !== 'CHECKED') return [];
    return shown.draft.alternatives.filter(
      ({ treatment }) => treatment.id !== own?.id && this.#replacement.allows(treatment),
    );
  }

  /** The new draft is there, and this one could not be deleted, or the page was loaded in between. */
  #successorNote(record: DraftRecord): unknown {
    const successor = this.#replacement.successor(record);
    const busy = this.#host.state.drafts.rows.some((row) => row.record.id === record.id && row.busy);
    return successor === undefined || busy
      ? nothing
      : note('warn', this.#words.successor(lineOf(successor, this.#host.text)));
  }

  async #replace(record: DraftRecord, alternative: Alternative): Promise<void> {
    const { state, text } = this.#host;
    const words = this.#words;
    this.#failures.delete(record.id);
    const outcome = await this.#replacement.replace(record, alternative);
    if (state.signal.aborted) return;
    if (typeof outcome === 'function') return this.#drafts.open(record, outcome);
    if (outcome !== null && 'id' in outcome) {
      this.#host.announce(
        `${words.used(lineOf(outcome, this.#host.text), lineOf(record, this.#host.text))} ${text.order.counted(state.drafts.rows.length)}`,
      );
      return await focusOn(this.#host, `draft-${outcome.id}`);
    }
    const why = outcome === null ? words.changed : errorText(text, outcome) || words.prohibited;
    this.#failures.set(record.id, `${words.notUsed} ${why}`);
    this.#host.update();
  }

  /** Chooses the pharmacy, where the page lets this order go there. */
  #sendTo({ pharmacy, kind }: PharmacyAlternative): (() => void) | null {
    const { config, state } = this.#host;
    const tab = kind === 'MAIL_ORDER' ? 'mail-order' : 'local-pickup';
    if (pharmacy === null || !config.tabs.includes(tab)) return null;
    const only = tab === 'mail-order' ? config.mailOrderIds : [];
    if (only.length > 0 && !only.includes(pharmacy.id)) return null;
    return () => {
      if (state.review.submission.busy) return;
      state.pharmacy.select(pharmacy, tab);
      this.#host.announce(this.#words.sentThere(pharmacy.name));
    };
  }

  /** Each answer is said once, and only what was not said before. */
  #announce(): void {
    const said: string[] = [];
    for (const record of this.#host.state.drafts.records) {
      const shown = this.#state.of(record);
      if (shown.state === 'CHECKING') {
        if (shown.before === null) this.#announced.delete(record.id);
        continue;
      }
      const words = `${lineOf(record, this.#host.text)}: ${this.#headline(shown, record)}`;
      if (this.#announced.get(record.id) === words) continue;
      this.#announced.set(record.id, words);
      said.push(words);
    }
    if (said.length > 0) this.#host.announce(`${said.join('. ')}.`);
  }

  /** A button that an answer took away must not take the focus with it. */
  #keepFocus(): void {
    const focused = this.#focused;
    if (focused === undefined || focused.element.isConnected || this.#root?.activeElement !== null) return;
    this.#focused = undefined;
    const row = this.#host.find(focused.name);
    (row?.querySelector<HTMLElement>('summary') ?? row)?.focus();
  }

  readonly #notice = ({ target }: Event): void => {
    const element = target instanceof Element ? target : null;
    const row = element?.closest('.coverage')?.closest('.draft');
    this.#focused = element === null || row == null ? undefined : { element, name: row.id };
  };

  /** A sheet of its own, so that nobody waits for it who checks no coverage. */
  #dress(): void {
    const root = this.#host.find('pending')?.getRootNode();
    if (root === this.#root || !(root instanceof ShadowRoot)) return;
    this.#root = root;
    root.addEventListener('focusin', this.#notice);
    this.#host.dress(coverageStyles);
  }
}
