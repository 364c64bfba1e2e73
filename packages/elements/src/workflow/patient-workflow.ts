// Owns the workflow of one patient: the state, the parts that show it, and how the parts lead to each other (E5).
import { html, nothing } from 'lit/html.js';
import { loadCode } from '../kit/load-code.ts';
import { note } from '../kit/look/icons.ts';
import type { DraftRecord } from '../records.ts';
import type { StatedPart } from './allergies/stated-part.ts';
import { Banner } from './banner/banner.ts';
import { isControlEnter } from './control-enter.ts';
import type { CoveragePart } from './coverage/coverage-part.ts';
import type { DraftNotes } from './drafts/draft-notes.ts';
import { DraftsPart } from './drafts/drafts-part.ts';
import { FormPart } from './form/form.ts';
import type { Gate } from './gate/gate.ts';
import type { HistoryCard } from './history/card.ts';
import { LazyPart } from './lazy-part.ts';
import type { RecentOrdersCard } from './orders/recent-orders.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { Part, WorkflowHost } from './part.ts';
import type { PatientPart } from './patient/patient.ts';
import type { PharmacyPart } from './pharmacy/pharmacy.ts';
import type { ResultPart } from './result/result-part.ts';
import { ActionBar } from './review/action-bar.ts';
import { OrderSheet } from './review/order-sheet.ts';
import type { ReviewPart } from './review/review-part.ts';
import type { SavedPart } from './saved/saved-part.ts';
import type { Sent } from './state/signing/submission.ts';

export class PatientWorkflow {
  readonly host: WorkflowHost;
  readonly #gate: LazyPart<Gate>;
  readonly #banner: Banner;
  readonly #patient: LazyPart<PatientPart>;
  readonly #stated: LazyPart<StatedPart>;
  readonly #form: FormPart;
  readonly #pharmacy: LazyPart<PharmacyPart>;
  readonly #history: LazyPart<HistoryCard>;
  readonly #notes: LazyPart<DraftNotes>;
  readonly #recent: LazyPart<RecentOrdersCard>;
  readonly #drafts: DraftsPart;
  readonly #coverage: LazyPart<CoveragePart>;
  readonly #review: LazyPart<ReviewPart>;
  readonly #saved: LazyPart<SavedPart>;
  readonly #bar: ActionBar;
  readonly #sheet: OrderSheet;
  readonly #result: LazyPart<ResultPart>;
  #tabs: OtherTabs | undefined;
  #tabsWanted = false;
  /** The review was asked for, and its code is on its way. */
  #opening = false;
  #seenDrafts = '';
  #seenSent: Sent | null = null;
  readonly #unsubscribe: () => void;

  constructor(host: WorkflowHost) {
    this.host = host;
    const lazy = <T extends Part>(load: () => Promise<T>): LazyPart<T> => new LazyPart(host, load);
    this.#gate = lazy(async () => new (await import('./gate/gate.ts')).Gate(host));
    this.#patient = lazy(async () => new (await import('./patient/patient.ts')).PatientPart(host));
    this.#stated = lazy(async () => new (await import('./allergies/stated-part.ts')).StatedPart(host));
    this.#banner = new Banner(
      host,
      () => this.#patient.part?.editButton(),
      (record) => this.#stated.part?.allergiesInBanner(record),
      (record) => this.#stated.part?.medicinesInBanner(record),
    );
    this.#notes = lazy(async () => new (await import('./drafts/draft-notes.ts')).DraftNotes(host));
    this.#form = new FormPart(host, this.#notes, () => this.#stated.part?.besideMedicine());
    this.#pharmacy = lazy(async () => new (await import('./pharmacy/pharmacy.ts')).PharmacyPart(host));
    this.#history = lazy(async () => new (await import('./history/card.ts')).HistoryCard(host));
    this.#recent = lazy(async () => new (await import('./orders/recent-orders.ts')).RecentOrdersCard(host));
    this.#coverage = lazy(
      async () =>
        new (await import('./coverage/coverage-part.ts')).CoveragePart(host, this.#drafts, this.#patient),
    );
    this.#drafts = new DraftsPart(
      host,
      {
        focus: () => this.#edit(),
        coverage: (draft) => this.#coverageOf(draft),
      },
      this.#notes,
    );
    this.#review = lazy(
      async () =>
        new (await import('./review/review-part.ts')).ReviewPart(
          host,
          this.#form,
          () => this.#openReview(host.state.review.kind),
          this.#coverage,
        ),
    );
    this.#saved = lazy(
      async () =>
        new (await import('./saved/saved-part.ts')).SavedPart(host, () => void this.#openReview('saved')),
    );
    this.#bar = new ActionBar(host, {
      waits: () => this.#opening,
      review: () => void this.submit(),
      add: () => void this.#form.submit(),
      order: () => void this.#sheet.show(),
    });
    this.#sheet = new OrderSheet(host);
    this.#result = lazy(
      async () =>
        new (await import('./result/result-part.ts')).ResultPart(host, () => this.#form.focusField()),
    );
    this.#unsubscribe = host.state.subscribe(() => {
      this.#announceToTabs();
      this.#refreshHistory();
      host.update();
    });
  }

  /** In the order in which they are told of what happens. */
  get #parts(): readonly Part[] {
    return [
      this.#gate,
      this.#banner,
      this.#patient,
      this.#stated,
      this.#form,
      this.#pharmacy,
      this.#history,
      this.#recent,
      this.#notes,
      this.#drafts,
      this.#coverage,
      this.#review,
      this.#saved,
      this.#bar,
      this.#result,
    ];
  }

  /** True when leaving the page would lose something: typed text, or the outcome of what was just sent. */
  get holdsWork(): boolean {
    const { form, review } = this.host.state;
    return form.dirty || form.saving || review.submission.busy;
  }

  /** Opens the review, as the button does; what staff prepared is handed over, and there is none. */
  async submit(): Promise<boolean> {
    const { signer } = this.host.state;
    this.#sheet.close();
    if (signer.role === 'staff') return (await this.#gate.load())?.handOver() ?? false;
    return await this.#openReview('drafts');
  }

  async #openReview(kind: 'drafts' | 'saved'): Promise<boolean> {
    const { host } = this;
    // Without it the press would show nothing until the network has brought it.
    this.#opening = this.#review.part === undefined || host.state.saved === null;
    if (this.#opening) host.update();
    const review = await this.#review.load();
    if (this.#opening) await host.state.loadReview().catch(() => undefined);
    this.#opening = false;
    host.update();
    if (review === undefined) host.announce(this.#review.trouble, 'assertive');
    await review?.open(kind);
    return host.state.review.status === 'open';
  }

  /** Brings what will be needed soon, after the search can be used: sending must not depend on the network's next mood. */
  async prepare(): Promise<void> {
    const { state, config } = this.host;
    const { patient, signer } = state;
    const parts: { load(): Promise<unknown> }[] =
      patient.givenId === null ? [] : [this.#patient, this.#stated];
    if (config.enableOrder && signer.role === 'prescriber') parts.push(this.#saved);
    await Promise.all([
      state.loadReview().catch(() => undefined),
      ...[...parts, this.#form, this.#gate, this.#notes, this.#review, this.#result].map((part) =>
        part.load(),
      ),
    ]);
  }

  /** Opens the form of the patient at the benefits. */
  async editBenefits(): Promise<void> {
    await (await this.#patient.load())?.editBenefits();
  }

  focus(): void {
    this.#form.focusField();
  }

  /** The element left the page, or is back: the other tabs are told. */
  connect(connected: boolean): void {
    if (!connected) {
      this.#tabs?.close();
      this.#tabs = undefined;
      this.#tabsWanted = false;
    } else this.#announceToTabs();
  }

  /** `live`: what is said to screen readers; in the sheet while it is open, because everything outside of it is silent. */
  render(live: unknown): unknown {
    const { state, config } = this.host;
    const { patient, review, signer } = state;
    const open = signer.mayPrepare && patient.record !== null && !patient.record.deceased;
    const reviewing = review.status === 'open' || review.submission.status === 'sent';
    const history = config.enableMedHistory && patient.record !== null;
    return html`<div @keydown=${this.#keys} class="workflow">
      <div class="column whole">${this.#banner.render()}${this.#tabNotes()}${
        signer.role === 'prescriber' && signer.mayPrepare ? nothing : this.#gate.render()
      }${patient.status === 'none' ? this.#patient.render() : (this.#patient.part?.render() ?? nothing)}${this.#stated.part?.render() ?? nothing}</div>
      ${
        reviewing
          ? html`<div class="column whole">${
              review.submission.status === 'sent' ? this.#result.render() : this.#review.render()
            }</div>`
          : html`<div class="both">${open ? html`<div class="column">${this.#form.render()}</div>` : nothing}
      <div class="column ${open ? 'side' : 'whole'}">
          <div class="rest">${this.#sheet.render(this.#drafts.render(), live)}
          ${open && config.enableOrder ? this.#pharmacy.render() : nothing}
          ${this.#review.part?.renderSummary() ?? nothing}</div>
          <div class="end">${this.#gate.part?.whoSigns() ?? nothing}${this.#bar.render()}</div>
        </div></div>${open && config.enableOrder ? (this.#saved.part?.render() ?? nothing) : nothing}${
          config.enableCombineAndDuplicate && patient.record !== null
            ? html`<div class="column whole">${this.#recent.render()}</div>`
            : nothing
        }`
      }
      ${history ? html`<div class="column whole">${this.#history.render()}</div>` : nothing}
    </div>${this.#sheet.open ? nothing : live}`;
  }

  /**
   * Control and Enter add what stands in the form, which is the form's own; with an empty form they open the review, and with Shift
   * always, after what stands in the form was added. Seen before the form sees it, because the form would name its empty fields.
   */
  readonly #keys = {
    capture: true,
    handleEvent: (event: KeyboardEvent): void => {
      if (!isControlEnter(event, this.host)) return;
      const { form, drafts, review } = this.host.state;
      const empty = !form.dirty && form.values.treatment === null && form.editing === null;
      if (
        (empty ? drafts.rows.length === 0 && !form.saving : !event.shiftKey) ||
        review.status !== 'closed' ||
        review.submission.holds
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      // What is asked about, refused or not saved stays in the form, and nothing is reviewed.
      void (empty || form.saving ? this.submit() : this.#form.submit(() => this.submit()));
    },
  };

  /** Tries again what could not be done while nobody was signed in. */
  async resume(): Promise<void> {
    for (const part of this.#parts) part.resume?.();
    await this.host.state.resume();
  }

  drawSearch(): void {
    this.#form.drawSearch();
  }

  updated(): void {
    for (const part of this.#parts) part.updated?.();
  }

  dispose(): void {
    this.connect(false);
    this.#unsubscribe();
    for (const part of this.#parts) part.dispose?.();
    this.host.state.dispose();
  }

  #edit(): void {
    this.#sheet.close();
    this.#form.focusField('instructions');
  }

  #coverageOf(draft: DraftRecord): unknown {
    if (!this.host.config.enableCoverageCheck) return nothing;
    return html`<div class="coverage">${this.#coverage.draw((part) => part.row(draft))}</div>`;
  }

  #tabNotes(): unknown {
    const { text } = this.host;
    if (this.#tabs?.otherPatient === true) return note('warn', text.order.otherPatient);
    return this.#tabs?.samePatient === true ? note('info', text.order.sameDrafts) : nothing;
  }

  /** The channel is opened when the patient is known, by the service's id, and told when drafts changed. */
  #announceToTabs(): void {
    const { state } = this.host;
    const { record } = state.patient;
    if (record === null) return;
    void this.#openTabs(record.id);
    const drafts = state.drafts.records.map(({ id, revision }) => `${id} ${revision}`).join();
    const known = this.#seenDrafts;
    this.#seenDrafts = `${state.drafts.status} ${drafts}`;
    // What was just read from the service is no news to others; what was written here is.
    if (known.startsWith('ready') && known !== this.#seenDrafts && state.drafts.wrote())
      this.#tabs?.announceDrafts();
  }

  async #openTabs(patientId: string): Promise<void> {
    if (this.#tabsWanted) return;
    this.#tabsWanted = true;
    const module = await loadCode(() => import('./other-tabs.ts')).catch(() => undefined);
    if (module === undefined || !this.#tabsWanted || this.host.state.signal.aborted) return;
    this.#tabs = new module.OtherTabs(patientId, {
      changed: this.host.update,
      draftsChanged: () => void this.host.state.drafts.load(),
    });
  }

  /** What was just signed is part of the history, and what was sent one of the recent orders. */
  #refreshHistory(): void {
    const { sent } = this.host.state.review.submission;
    if (sent === this.#seenSent) return;
    this.#seenSent = sent;
    if (sent === null) return;
    this.#history.part?.refresh();
    this.#recent.part?.refresh();
  }
}
