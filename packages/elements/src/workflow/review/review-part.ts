// Owns the review on the screen: what is missing with the way there, then every line that is signed, and the act itself (W4, W6).
import type { ClientError } from '@pestle/client';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { review as english, type ReviewText } from '../../text/en/workflow/review.ts';
import { errorText } from '../../text/error-text.ts';
import { PartWords } from '../../text/part-words.ts';
import type { CoveragePart } from '../coverage/coverage-part.ts';
import { writtenLines } from '../drafts/draft-line.ts';
import { DraftNotes } from '../drafts/draft-notes.ts';
import { LazyPart } from '../lazy-part.ts';
import { type LedForm, leadTo } from '../lead-to.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { SAVED } from '../saved/saved-field.ts';
import type { ScreeningPart } from '../screening/screening-part.ts';
import type { Problem } from '../state/problem.ts';
import type { Destination } from '../state/signing/combining.ts';
import type { ReviewSubject } from '../state/signing/review-host.ts';
import { CombineOffer } from './combine-offer.ts';
import { besides, type Content, people } from './people.ts';
import { type GoTo, problemLine } from './problem-line.ts';
import { Reentry } from './reentry.ts';
import { reviewStyles } from './review-styles.ts';

export class ReviewPart implements Part {
  readonly #host: WorkflowHost;
  readonly #goTo: GoTo;
  readonly #coverage: LazyPart<CoveragePart>;
  readonly #reentry: Reentry;
  readonly #text: PartWords<ReviewText>;
  readonly #offer: CombineOffer;
  readonly #notes: DraftNotes;
  readonly #screening: LazyPart<ScreeningPart>;

  /** Problems lead into the form of this patient; `again` opens the review anew. */
  constructor(
    host: WorkflowHost,
    form: LedForm,
    again: () => Promise<boolean>,
    coverage: LazyPart<CoveragePart>,
  ) {
    this.#host = host;
    this.#goTo = (location) => leadTo(location, host, form, again);
    host.dress(reviewStyles);
    this.#coverage = coverage;
    this.#reentry = new Reentry(host, () => this.#words);
    this.#notes = new DraftNotes(host);
    this.#screening = new LazyPart(
      host,
      async () =>
        new (await import('../screening/screening-part.ts')).ScreeningPart(host, () => this.#goOn()),
    );
    this.#offer = new CombineOffer(host, (choice) => void this.#choose(choice));
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/review.ts')).review,
      host.update,
    );
    // Asked for now, so that the review does not wait for them.
    this.#text.of(host.text.kit.language);
  }

  get #words(): ReviewText {
    return this.#text.of(this.#host.text.kit.language);
  }

  /** Opens the review, of what was open last where none is named, and leads to what is to be read first: the lines, or what is missing. */
  async open(kind?: ReviewSubject['kind']): Promise<void> {
    this.#reentry.clear();
    if (kind !== undefined && !(await this.#host.state.turnTo(kind))) return;
    await this.#lead(await this.#host.state.review.open());
  }

  /** Opens the review of what was chosen: an order that has not left, or a new one. */
  async #choose(choice: Destination): Promise<void> {
    const { combining } = this.#host.state.review;
    if (combining !== null) await this.#lead(await combining.choose(choice));
  }

  /** After something was answered: where it goes has been chosen, and is not asked again. */
  async #goOn(): Promise<void> {
    const choice = this.#host.state.review.combining?.choice ?? null;
    await (choice === null ? this.open() : this.#choose(choice));
  }

  async #lead(opened: boolean): Promise<void> {
    const { state, text } = this.#host;
    await this.#text.ready(text.kit.language);
    const { review } = state;
    if (review.status === 'closed' && review.combining?.asks === true) {
      this.#host.announce(this.#offer.words.hint);
      return await focusOn(this.#host, 'combine');
    }
    if (!opened && review.status === 'closed' && review.problems.length === 0 && review.error === null)
      return;
    this.#host.announce(
      opened
        ? this.#hint
        : review.error === null
          ? this.#title(errorsOf(review.problems).length)
          : errorText(text, review.error),
      opened ? 'polite' : 'assertive',
    );
    await focusOn(this.#host, opened ? 'review' : 'summary');
  }

  get #isSaved(): boolean {
    return this.#host.state.review.kind === 'saved';
  }

  get #hint(): string {
    return this.#isSaved ? this.#words.reviewSavedHint : this.#words.reviewHint;
  }

  #title(count: number): string {
    return this.#isSaved ? this.#words.summarySaved(count) : this.#words.summary(count);
  }

  /** What stops signing, with the way to each; empty while nothing is known to. */
  renderSummary(): unknown {
    return html`${this.#summary()}${this.#offer.render()}`;
  }

  #summary(): unknown {
    const { state, text, id } = this.#host;
    const { review } = state;
    if (review.status === 'open') return nothing;
    const errors = errorsOf(review.problems);
    if (errors.length === 0 && review.error === null) return nothing;
    return html`<div class="note danger" part="summary" id=${id('summary')} tabindex="-1" role="group"
      aria-labelledby=${id('summary-title')}><div>
      ${review.error === null ? nothing : html`<p>${this.#sentence(review.error)}</p>`}
      ${
        errors.length === 0
          ? html`<p id=${id('summary-title')} hidden>${text.order.checking}</p>`
          : html`<h3 id=${id('summary-title')}>${this.#title(errors.length)}</h3>
        <ul class="problems">${errors
          .filter(({ code }) => code !== REASON_REQUIRED)
          .map((problem) => html`<li>${this.#problem(problem)}</li>`)}</ul>
        ${errors.some(({ code }) => code === REASON_REQUIRED) ? this.#screening.draw((part) => part.asks(review.screened)) : nothing}`
      }</div></div>`;
  }

  render(): unknown {
    const { state, text, id } = this.#host;
    const { review } = state;
    const { reviewed } = review;
    if (review.status !== 'open' || reviewed === null) return nothing;
    const lines = reviewed.record.drafts.flatMap(({ draftId, content, screening }) =>
      content === null ? [] : [{ content, draft: state.drafts.find(draftId), screening }],
    );
    const first = lines[0]?.content;
    if (first === undefined) return nothing;
    // What speaks against a drug is said beside its line.
    const warnings = review.problems.filter(
      ({ severity, code }) => severity === 'warning' && code !== 'SCREENING_FINDING',
    );
    // Drafts of another day or another hand may have a supervisor and diagnoses of their own: then each says its own.
    const shared = lines.every(({ content }) => ownOf(content) === ownOf(first));
    return html`<section class="card review" part="review" aria-labelledby=${id('review')}>
      <h2 id=${id('review')} tabindex="-1">${this.#isSaved ? this.#words.reviewSaved : this.#words.review}</h2>
      ${review.renewed ? note('warn', this.#words.renewed) : html`<p class="muted">${this.#hint}</p>`}
      <div class="two-parts"><div><ol class="drafts">${lines.map(
        ({ content, draft, screening }) =>
          html`<li class="draft">${writtenLines(content, text)}${shared ? nothing : besides(this.#words, content)}
            ${draft === undefined ? nothing : html`${this.#notes.duplicates.notes(draft)}${this.#coverage.part?.line(draft)}`}
            ${this.#screening.draw((part) => part.line(screening))}</li>`,
      )}</ol>
      ${
        warnings.length === 0
          ? nothing
          : note(
              'warn',
              html`<p>${this.#words.warnings}</p><ul class="problems">${warnings.map(
                (problem) => html`<li>${this.#problem(problem)}</li>`,
              )}</ul>`,
            )
      }
      </div><div class="aside">
      ${people(this.#host, this.#words, first, { shared, offer: this.#offer })}
      ${this.#reentry.render()}
      ${this.#outcome()}
      ${this.#acts(lines.length)}
    </div></div></section>`;
  }

  #outcome(): unknown {
    const { text, state } = this.#host;
    const { submission } = state.review;
    const { error, problem } = submission;
    if (submission.status === 'uncertain') return note('warn', this.#words.uncertain, { role: 'alert' });
    if (submission.status === 'step-up')
      return note(
        'info',
        html`<p>${this.#words.proveHint}</p>${error === null || error.code === 'STEP_UP_REQUIRED' ? nothing : html`<p>${this.#words.proveFailed} ${errorText(text, error)}</p>`}`,
      );
    if (problem !== null) return note('danger', this.#words.vetoed(problem.about ?? ''), { role: 'alert' });
    if (error === null) return nothing;
    return note('danger', this.#sentence(error), { role: 'alert' });
  }

  #sentence(error: ClientError): string {
    const { text } = this.#host;
    if (error.code === 'SIGNATURE_INVALIDATED')
      return this.#isSaved ? this.#words.savedElsewhere : this.#words.signedElsewhere;
    if (error.code === 'ORDER_TAKES_NO_MORE') return this.#offer.words.takesNoMore;
    return `${this.#words.notSent} ${errorText(text, error)}`;
  }

  /** The act comes last, says what it does, and is never focused by itself. */
  #acts(count: number): TemplateResult {
    const { state, id } = this.#host;
    const { submission } = state.review;
    const busy = submission.status === 'sending';
    const back = html`<button type="button" aria-disabled=${submission.busy} @click=${() => this.#back()}>${this.#words.back}</button>`;
    if (submission.status === 'step-up')
      return html`<div class="row end">${back}<button type="button" class="primary" id=${id('prove')}
        @click=${(event: Event) => void this.#prove(event)}>${this.#words.prove}</button></div>`;
    if (submission.status === 'uncertain')
      return html`<div class="row end"><button type="button" class="primary" id=${id('ask-again')}
        @click=${() => void this.#retry()}>${this.#words.askAgain}</button></div>`;
    return html`<div class="row end">${back}<button type="button" class="primary" part="confirm" id=${id('confirm')}
      aria-disabled=${busy} @click=${(event: Event) => void this.#confirm(event)}>${
        busy
          ? html`<span class="spinner" aria-hidden="true"></span> ${this.#isSaved ? this.#words.sendingSaved : this.#words.sending}`
          : this.#actText(count)
      }</button></div>`;
  }

  #actText(count: number): string {
    const { state, config } = this.#host;
    if (!config.enableOrder) return this.#words.signAndSave(count);
    const { target } = this.#offer;
    if (target !== null) return this.#offer.actText(target, count);
    const pharmacy = state.pharmacy.selected;
    if (this.#isSaved)
      return pharmacy === null ? this.#words.sendAndAsk(count) : this.#words.send(count, pharmacy.name);
    return pharmacy === null ? this.#words.signAndAsk(count) : this.#words.signAndSend(count, pharmacy.name);
  }

  /** A click that a script made is as if nothing had happened (W4). */
  async #confirm(event: Event): Promise<void> {
    if (!event.isTrusted) return;
    const { review } = this.#host.state;
    const [first] = review.reviewed?.record.drafts ?? [];
    if (!(await this.#reentry.holds(first?.content?.patient))) return;
    await review.submission.confirm(event);
    await this.#after();
  }

  async #retry(): Promise<void> {
    await this.#host.state.review.submission.retry();
    await this.#after();
  }

  async #prove(event: Event): Promise<void> {
    if (!event.isTrusted) return;
    await this.#host.state.review.submission.prove(event);
    await this.#after();
  }

  /** Focus goes on with the work: to the result, or to what is to be done now. */
  async #after(): Promise<void> {
    const { submission } = this.#host.state.review;
    switch (submission.status) {
      case 'sent':
        return await focusOn(this.#host, 'result');
      case 'step-up':
        return await focusOn(this.#host, 'prove');
      case 'uncertain':
        return await focusOn(this.#host, 'ask-again');
      case 'idle':
        return await focusOn(this.#host, this.#host.state.review.status === 'open' ? 'review' : 'summary');
      case 'sending':
        return undefined;
      default:
        return submission.status satisfies never;
    }
  }

  #back(): void {
    const back = this.#isSaved ? SAVED : 'send';
    if (this.#host.state.review.submission.busy) return;
    this.#host.state.review.close();
    void focusOn(this.#host, back);
  }

  #problem(problem: Problem): TemplateResult {
    return problemLine(this.#host, this.#words, problem, this.#goTo);
  }
}

/** A question of its own, which the screening asks. */
const REASON_REQUIRED = 'SCREENING_REASON_REQUIRED';

function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error');
}

/** What the page or whoever prepared it gave to one prescription, as text. */
function ownOf({ supervisor, diagnosisCodes }: Content): string {
  return JSON.stringify([supervisor, diagnosisCodes]);
}
