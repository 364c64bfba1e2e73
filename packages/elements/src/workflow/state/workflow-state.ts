// Owns the whole state of one workflow and one patient: what parts read, what they call, and the end of it (E5).

import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import { loadCode } from '../../kit/load-code.ts';
import { memoize } from '../../kit/memoize.ts';
import { DeletedPrefills } from './drafts/deleted-prefills.ts';
import { Drafts } from './drafts/drafts.ts';
import { Forbidden } from './forbidden.ts';
import { FormState } from './form/form-state.ts';
import { Intents } from './intents.ts';
import { PageNotes } from './page/page-notes.ts';
import { Prefills } from './page/prefills.ts';
import { PatientState } from './patient-state.ts';
import { PharmacyState } from './pharmacy-state.ts';
import type { Scope, StateDeps } from './scope.ts';
import { Signer } from './signer.ts';
import { IdleReview, type Review } from './signing/review.ts';
import type { ReviewSubject } from './signing/review-host.ts';
import type { ReviewedSaved } from './signing/reviewed-saved.ts';
import type { Reviews } from './signing/reviews.ts';

const weightless = memoize((config: WorkflowConfig): WorkflowConfig => ({ ...config, weight: null }));

/**
 * Made anew for every patient and every instance; nothing in it is shared. `dispose()` ends its requests, and answers that come later
 * have nowhere to go. Parts read the fields, call the methods, and draw again when `subscribe` tells them to.
 */
export class WorkflowState {
  readonly patient: PatientState;
  readonly forbidden: Forbidden;
  readonly signer: Signer;
  readonly deletedPrefills: DeletedPrefills;
  readonly drafts: Drafts;
  readonly form: FormState;
  readonly pharmacy: PharmacyState;
  readonly prefills: Prefills;
  /** For what comes on demand. */
  readonly scope: Scope;
  readonly #notes: PageNotes;
  /** Resolves when the first loading has been tried, prefills included. */
  started: Promise<void> | undefined;
  readonly #loadReview: () => Promise<Review>;
  #review: Review = new IdleReview(() => this.#loadReview());
  #reviews: Reviews | undefined;
  readonly #end = new AbortController();
  /** Ends with the state; for requests of parts. */
  readonly signal = this.#end.signal;
  readonly #listeners = new Set<() => void>();

  constructor(deps: StateDeps, patientId: string | null) {
    const scope: Scope = {
      ...deps,
      signal: this.signal,
      // Whether somebody is a child takes the date where they live, which takes its time: asked only where a weight was given.
      config: () => {
        const config = deps.config();
        return config.weight === null || this.patient.isChild ? config : weightless(config);
      },
      emit: (name, detail) => {
        if (!this.signal.aborted) deps.emit(name, detail);
      },
      changed: () => this.#changed(),
    };
    this.scope = scope;
    const intents = new Intents();
    this.patient = new PatientState(scope, patientId);
    this.forbidden = new Forbidden(scope);
    this.signer = new Signer(scope, intents);
    this.deletedPrefills = new DeletedPrefills(scope, this);
    this.drafts = new Drafts(scope, intents, this);
    this.form = new FormState(scope, intents, this);
    this.pharmacy = new PharmacyState(scope);
    this.prefills = new Prefills(scope, this);
    this.#notes = new PageNotes(scope, this);
    this.#loadReview = async () => {
      const { makeReviews } = await loadCode(() => import('./signing/reviews.ts'));
      this.#reviews ??= makeReviews(scope, this, deps.emit);
      if (this.#review instanceof IdleReview) this.#review = this.#reviews.drafts;
      return this.#review;
    };
  }

  /** What is reviewed and sent; another object once its code is there, so that it is read anew each time. */
  get review(): Review {
    return this.#review;
  }

  /** What was signed and saved before and can be sent; null before the code of the review is there. */
  get saved(): ReviewedSaved | null {
    return this.#reviews?.toSend ?? null;
  }

  /** Turns to the review of the drafts, or of what was saved; false while an answer about the other one is awaited. */
  async turnTo(kind: ReviewSubject['kind']): Promise<boolean> {
    if (kind === this.#review.kind) return true;
    await this.#loadReview();
    const next = this.#reviews?.turn(this.#review, kind);
    if (next !== undefined) this.#review = next;
    return next !== undefined;
  }

  /** Brings the code of review and sending. */
  async loadReview(): Promise<void> {
    await this.#loadReview();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads everything there is to know, makes the prefills, and resolves when all of that has been tried. */
  start(): Promise<void> {
    this.started = this.#start();
    return this.started;
  }

  async #start(): Promise<void> {
    await Promise.all([
      this.#loadPatient(),
      this.signer.load(),
      this.pharmacy.loadPreselected(),
      this.forbidden.load(),
    ]);
    await this.drafts.load();
    await this.prefills.run();
  }

  /** Tries again what could not be loaded, after the network or the session came back. */
  async resume(): Promise<void> {
    this.form.resume();
    this.review.resume();
    if (this.patient.status === 'failed' || this.patient.status === 'loading') await this.#loadPatient();
    await Promise.all([
      this.signer.load(),
      this.pharmacy.loadPreselected(),
      this.forbidden.load(),
      this.drafts.load(),
    ]);
    await this.prefills.run();
    this.#notes.retry();
    if (this.review.submission.status === 'uncertain') await this.review.submission.retry();
  }

  /** After the page changed attributes: new prefills are made, another preselected pharmacy is loaded. */
  async configured(): Promise<void> {
    this.form.renewNotes();
    await Promise.all([this.pharmacy.loadPreselected(), this.forbidden.load()]);
    await this.prefills.run();
    this.#changed();
  }

  /** After a person did what opens the way to prefills: agreed to the attestation, or named who signs. */
  async permitted(): Promise<void> {
    await this.drafts.load();
    await this.prefills.run();
  }

  /** Why a treatment must not be prescribed in this form, whatever the source; null when it may be. */
  refusalOf(
    treatmentId: string,
  ): 'TREATMENT_DISABLED' | 'NOT_AUTHORIZED_TO_PRESCRIBE' | 'PATIENT_DECEASED' | null {
    const { forbidden } = this;
    if (forbidden.blocked || forbidden.has(treatmentId)) return 'TREATMENT_DISABLED';
    if (this.patient.record?.deceased === true) return 'PATIENT_DECEASED';
    return this.signer.mayPrepare ? null : 'NOT_AUTHORIZED_TO_PRESCRIBE';
  }

  dispose(): void {
    this.#listeners.clear();
    this.#end.abort();
  }

  /** Whose age is known now may get the weight into the note that is being written. */
  async #loadPatient(): Promise<void> {
    await this.patient.load();
    this.form.renewNotes();
  }

  #changed(): void {
    this.#notes.look();
    this.review.noticeChange();
    for (const listener of this.#listeners) listener();
  }
}
