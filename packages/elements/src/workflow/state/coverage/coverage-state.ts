// Owns what the patient's plan says of each draft: asked again whenever draft, patient or pharmacy change, and only the latest answer counts.
import type { ClientError, DataOf, InputOf } from '@pestle/client';
import { isAbort } from '@pestle/client';
import { CoverageCheck } from '@pestle/client/documents/coverage';
import { asClientError } from '../../../kit/client-error.ts';
import type { DraftRecord } from '../../../records.ts';
import type { CheckedDraft } from '../../../shells/values.ts';
import type { Language } from '../../../text/language.ts';
import type { Scope } from '../scope.ts';
import type { WorkflowState } from '../workflow-state.ts';
import { COVERAGE_LIMITS } from './limits.ts';

export type CheckRecord = DataOf<typeof CoverageCheck>['coverageCheck'];
export type DraftCoverage = CheckRecord['drafts'][number];
export type Alternative = DraftCoverage['alternatives'][number];
export type PharmacyAlternative = DraftCoverage['pharmacies'][number];
export type Copay = NonNullable<DraftCoverage['copay']>;

/** What is known of one draft. `before`: the answer for the former pharmacy, while another is awaited. */
export type Coverage =
  | { readonly state: 'CHECKING'; readonly before: Answer | null }
  /** `error`: the service could not be asked; else the payer could not, and says why itself. */
  | { readonly state: 'COULD_NOT_CHECK'; readonly error: ClientError | null; readonly trouble: string }
  | ({ readonly state: 'CHECKED' | 'NO_DATA' } & Answer);

/** What was answered of a draft, with what was said of all of them. */
export interface Answer {
  readonly draft: DraftCoverage;
  readonly check: CheckRecord;
}

/** Nothing waits for it, and nothing fails because of it: adding, review and signing never look here. */
export class CoverageState {
  readonly #scope: Scope;
  readonly #host: Pick<WorkflowState, 'patient' | 'drafts' | 'pharmacy'>;
  readonly #language: () => Language;
  /** The last answer for each draft, with the circumstances that it was given for. */
  readonly #answers = new Map<string, Answer & { readonly about: string }>();
  /** The drafts of the last question, each with its revision. */
  #asked: readonly string[] = [];
  #key = '';
  /** Patient, pharmacy and language of the question: an answer for others is not one for these. */
  #about = '';
  #request: AbortController | undefined;
  /** Why the service could not be asked. */
  error: ClientError | null = null;

  constructor(
    scope: Scope,
    host: Pick<WorkflowState, 'patient' | 'drafts' | 'pharmacy'>,
    language: () => Language,
  ) {
    this.#scope = scope;
    this.#host = host;
    this.#language = language;
  }

  /** What is known of a draft as it stands now: never what was said of an older revision. */
  of({ id, revision }: DraftRecord): Coverage {
    const found = this.#answers.get(id);
    const answer = found?.draft.revision === revision ? found : null;
    if (answer !== null && answer.about === this.#about) {
      const { draft } = answer;
      return draft.state === 'COULD_NOT_CHECK'
        ? { state: draft.state, error: null, trouble: draft.trouble?.text ?? '' }
        : { ...answer, state: draft.state };
    }
    return this.#request !== undefined || !this.#asked.includes(nameOf(id, revision))
      ? { state: 'CHECKING', before: answer?.draft.state === 'CHECKED' ? answer : null }
      : { state: 'COULD_NOT_CHECK', error: this.error, trouble: '' };
  }

  /** Looks whether there is something else to ask than before. Called after every drawing. */
  look(): void {
    const { patient, drafts, pharmacy } = this.#host;
    const { record } = patient;
    if (record === null || drafts.status !== 'ready' || pharmacy.preselection === 'loading') return;
    const pharmacyId = pharmacy.selected?.id ?? null;
    const language = this.#language();
    const about = JSON.stringify([record.revision, pharmacyId, language]);
    const known = drafts.records.filter(({ treatment }) => treatment !== null);
    const asked = known.map(({ id, revision }) => nameOf(id, revision));
    const key = `${about} ${asked.join()}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#about = about;
    this.#asked = asked;
    this.stop();
    this.error = null;
    const draftIds = known.map(({ id }) => id).slice(0, COVERAGE_LIMITS.draftsMax);
    if (draftIds.length > 0)
      void this.#ask(
        { patientId: record.id, draftIds, pharmacyId, language: language === 'es' ? 'ES' : 'EN' },
        about,
      );
    this.#scope.changed();
  }

  /** A person wants it tried again, or the session is back. */
  retry(): void {
    this.#key = '';
    for (const [id, { draft }] of this.#answers)
      if (draft.state === 'COULD_NOT_CHECK') this.#answers.delete(id);
    this.look();
  }

  stop(): void {
    this.#request?.abort();
    this.#request = undefined;
  }

  async #ask(question: InputOf<typeof CoverageCheck>, about: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const { session, wait, signal: end } = this.#scope;
    const signal = AbortSignal.any([request.signal, end]);
    try {
      await wait(COVERAGE_LIMITS.pauseMs, signal);
      signal.throwIfAborted();
      const { coverageCheck } = await session.query(CoverageCheck, question, { signal });
      if (signal.aborted) return;
      this.#take(coverageCheck, about);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.error = asClientError(error);
      // Signed or deleted elsewhere: what is there now is asked about.
      if (this.error.code === 'NOT_FOUND') void this.#host.drafts.load();
    }
    this.#request = undefined;
    this.#scope.changed();
  }

  #take(check: CheckRecord, about: string): void {
    const { patientId, checkedAt, drafts } = check;
    const { drafts: held } = this.#host;
    for (const draft of drafts) this.#answers.set(draft.draftId, { draft, check, about });
    this.#scope.emit('svc-coverage-checked', { patientId, drafts: drafts.map(checkedDraft), checkedAt });
    // It was changed elsewhere: what is there now is shown, and asked about.
    if (drafts.some(({ draftId, revision }) => revision > (held.find(draftId)?.revision ?? revision)))
      void held.load();
  }
}

/** What a page is told of a draft: no plan, no member, no name. */
function checkedDraft({
  draftId,
  state,
  status,
  priorAuthorization,
  stepTherapy,
  quantityLimit,
  copay,
}: DraftCoverage): CheckedDraft {
  return {
    draftId,
    state,
    status,
    priorAuthorization,
    stepTherapy,
    quantityLimit,
    copay: copay === null ? null : { fromCents: copay.fromCents, toCents: copay.toCents },
  };
}

function nameOf(draftId: string, revision: number): string {
  return `${draftId} ${revision}`;
}
