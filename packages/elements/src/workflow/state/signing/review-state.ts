// Owns the review before signing: everything that is missing with where to mend it, and what was shown, by hash (W4, W6).
import type { ClientError } from '@pestle/client';
import { asClientError } from '../../../kit/client-error.ts';
import type { ReviewRecord } from '../../../records.ts';
import type { ScreeningAnswer } from '../drafts/draft-fields.ts';
import { formRules } from '../drafts/draft-fields.ts';
import { notOnRecord } from '../page/page-statements.ts';
import type { PatientState } from '../patient-state.ts';
import type { FormField, Problem, ProblemLocation } from '../problem.ts';
import { ownProblem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import { Combining } from './combining.ts';
import { type Intent, newIntent } from './intent.ts';
import type { SentLines } from './lines.ts';
import type { Reviewed, ReviewHost, ReviewSubject } from './review-host.ts';
import { Submission } from './submission.ts';

export class ReviewState {
  /** `closed`: nothing is shown but `problems`; `open`: it can be confirmed, or is being sent: see `submission`. */
  status: 'closed' | 'checking' | 'open' = 'closed';
  /** Errors keep it closed, each with where it is mended; warnings are shown with what is to be signed. */
  problems: readonly Problem[] = [];
  reviewed: Reviewed | null = null;
  /** What speaks against the drafts, also where that keeps it closed. */
  screened: ReviewRecord['drafts'] = [];
  /** Why the service could not be asked. */
  error: ClientError | null = null;
  /** True when it was made again because something changed while it was open. */
  renewed = false;
  readonly submission: Submission;
  /** Whether it joins an order of the patient that has not left. */
  readonly combining: Combining;
  readonly subject: ReviewSubject;
  readonly #scope: Scope;
  readonly #host: ReviewHost;
  #asked = 0;

  constructor(scope: Scope, host: ReviewHost, subject: ReviewSubject, emit: Scope['emit']) {
    this.#scope = scope;
    this.#host = host;
    this.subject = subject;
    this.submission = new Submission({ ...scope, emit }, this);
    const { patient, pharmacy } = host;
    const joins = {
      patient,
      pharmacy,
      get lines() {
        return subject.lines;
      },
    };
    this.combining = new Combining(scope, joins, () => this.#open(false));
  }

  /**
   * Opens the review: waits for what is being saved, then names everything that is missing, first what can be told here, then what the
   * service finds. True when there is something to sign. Asking twice at a time makes the later one count.
   */
  async open(renewed = false): Promise<boolean> {
    if (this.submission.busy) return false;
    if (!renewed) this.combining.forget();
    return await this.#open(renewed);
  }

  async #open(renewed: boolean): Promise<boolean> {
    if (this.submission.busy) return false;
    this.submission.startOver();
    this.#asked += 1;
    const asked = this.#asked;
    this.renewed = renewed;
    this.error = null;
    this.reviewed = null;
    this.screened = [];
    let unsaved: readonly string[] = [];
    const settled = this.subject.settled();
    if (settled !== undefined) {
      this.problems = [];
      this.status = 'checking';
      this.#scope.changed();
      unsaved = await settled;
      if (asked !== this.#asked || this.#scope.signal.aborted) return false;
    }
    this.problems = this.#ownProblems(unsaved);
    if (this.problems.length > 0) {
      this.problems = [...this.problems, ...this.#destinationProblems()];
      return this.#close();
    }
    this.status = 'checking';
    this.#scope.changed();
    try {
      // Before the pharmacy is looked at: an order that is joined has its own.
      if (this.combining.choice === null && !renewed) await this.combining.look();
      if (asked !== this.#asked || this.#scope.signal.aborted) return false;
      this.problems = this.combining.asks ? [] : this.#destinationProblems();
      if (this.combining.asks || this.problems.length > 0) return this.#close();
      const fingerprint = this.fingerprint();
      const record = await within(this.#scope, () => this.#ask());
      if (record === undefined || asked !== this.#asked) return false;
      this.problems = problemsOf(record).map(stopping);
      this.screened = record.drafts;
      if (this.problems.some(({ code }) => code === 'LIKELY_DUPLICATE')) {
        // Prescribed elsewhere since the drafts were read: their rows ask as soon as they are read anew.
        await this.subject.load();
        return this.#close();
      }
      if (this.problems.some(({ severity }) => severity === 'error')) return this.#close();
      this.reviewed = { record, fingerprint };
      this.status = 'open';
      this.#scope.changed();
      // What changed while the service was looking is not what it looked at.
      return fingerprint === this.fingerprint() ? true : await this.open(true);
    } catch (error) {
      if (asked !== this.#asked) return false;
      this.error = asClientError(error);
      if (this.error.code === 'NOT_FOUND') await this.subject.load();
      return this.#close();
    }
  }

  close(): void {
    if (this.submission.busy) return;
    this.combining.forget();
    this.#asked += 1;
    this.problems = [];
    this.reviewed = null;
    this.error = null;
    this.#close();
  }

  /** What confirming it means. */
  intend({ record, fingerprint }: Reviewed): Intent {
    const { selected, fallback } = this.#host.pharmacy;
    const to = { pharmacyId: selected?.id ?? null, usesPreferred: selected === null && fallback !== null };
    const { target } = this.combining;
    return newIntent(this.subject.sends(record), fingerprint, this.#scope.config(), { to, target });
  }

  /** Keeps why it goes on although something speaks against a line; answers why that was not possible. */
  async answer(line: string, answers: readonly ScreeningAnswer[]): Promise<ClientError | null> {
    return await this.subject.answer(line, answers);
  }

  /** Reads anew what was refused. */
  async load(): Promise<void> {
    await Promise.all([this.subject.load(), this.#host.patient.load()]);
  }

  /** After it was sent: nothing is under review any more. */
  finish(sent: SentLines): void {
    this.subject.sent(sent);
    this.#asked += 1;
    this.status = 'closed';
    this.reviewed = null;
    this.problems = [];
    this.combining.forget();
  }

  /** Called at every change: a review of something else is made again, or closed when it cannot be. */
  noticeChange(): void {
    const { reviewed } = this;
    if (this.status !== 'open' || reviewed === null || this.submission.holds) return;
    if (reviewed.fingerprint === this.fingerprint()) return;
    this.status = 'checking';
    void this.open(true);
  }

  /** Somebody is signed in again: that nobody was is no reason any more. */
  resume(): void {
    if (this.error?.kind === 'session') this.error = null;
    this.problems = this.problems.filter(({ code }) => code !== 'SIGNED_OUT');
    this.submission.resume();
  }

  get kind(): ReviewSubject['kind'] {
    return this.subject.kind;
  }

  /** Everything that goes into the order, as text. */
  fingerprint(): string {
    const { pharmacy, patient, form, forbidden } = this.#host;
    const config = this.#scope.config();
    return JSON.stringify([
      this.subject.state(),
      patient.record?.revision,
      pharmacy.tab,
      pharmacy.selected?.id,
      pharmacy.fallback?.id,
      this.combining.choice,
      form.dirty,
      config.enableOrder,
      config.address,
      config.externalOrderId,
      [...forbidden.treatments],
      forbidden.blocked,
      config.allowOffCatalogSearch,
      config.allergies,
      config.medications,
    ]);
  }

  /** What can be told without the service; `unsaved`: whose change the review waited for, in vain. */
  #ownProblems(unsaved: readonly string[]): readonly Problem[] {
    const { patient, signer, forbidden } = this.#host;
    const config = this.#scope.config();
    const problems: Problem[] = [
      ...signer.problems('sign'),
      ...patientProblems(patient),
      ...forbidden.problems(),
      ...this.subject.problems(unsaved, this.renewed),
    ];
    // It is compared with nothing, and nobody would be told that it was not.
    if (patient.record !== null && Object.values(notOnRecord(config, patient.record)).flat().length > 0)
      problems.push(ownProblem('NOT_ON_RECORD', { in: 'stated' }));
    const hasAddress = patient.record?.address !== null || config.address !== null;
    if (config.enableOrder && !config.optionalPatientAddress && patient.record !== null && !hasAddress)
      problems.push(ownProblem('NO_ADDRESS', { in: 'patient', field: 'address' }));
    return problems;
  }

  /** What is missing of where it goes; an order that is joined has its place. */
  #destinationProblems(): readonly Problem[] {
    const { patient, pharmacy } = this.#host;
    if (this.combining.target !== null) return [];
    // Without a number no link can be sent, and the order would wait for a choice that nobody is asked to make.
    const unreachable = pharmacy.tab === 'send-to-patient' && patient.record?.phone === null;
    return [
      ...(unreachable && this.#scope.config().enableOrder
        ? [ownProblem('NO_PHONE', { in: 'patient', field: 'phone' })]
        : []),
      ...pharmacy.problems(),
    ];
  }

  async #ask(): Promise<ReviewRecord> {
    const config = this.#scope.config();
    const form = formRules(config);
    const { target } = this.combining;
    const { pharmacy, address } = target ?? {
      pharmacy: this.#host.pharmacy.selected,
      address: config.enableOrder ? config.address : null,
    };
    return await this.subject.ask({
      pharmacyId: pharmacy?.id ?? null,
      ...(address === null ? {} : { address }),
      ...(form === undefined ? {} : { form }),
    });
  }

  #close(): false {
    this.status = 'closed';
    this.#scope.changed();
    return false;
  }
}

/** Nothing is signed while nobody has said why the same is prescribed again. */
function stopping(problem: Problem): Problem {
  return problem.code === 'LIKELY_DUPLICATE' ? { ...problem, severity: 'error' } : problem;
}

function patientProblems({ status, record }: PatientState): readonly Problem[] {
  const location = { in: 'patient' } as const;
  switch (status) {
    case 'none':
      return [ownProblem('NO_PATIENT', location)];
    case 'loading':
    case 'failed':
      return [ownProblem('PATIENT_LOADING', { in: 'again' })];
    case 'unknown':
      return [ownProblem('PATIENT_UNKNOWN', { in: 'page' })];
    case 'ready':
      return record?.deceased === true ? [ownProblem('PATIENT_DECEASED', location)] : [];
    default:
      return status satisfies never;
  }
}

/** The service's findings, each once, with the place in the form. */
export function problemsOf(record: ReviewRecord): readonly Problem[] {
  const found = new Map<string, Problem>();
  for (const { draftId, problems } of record.drafts) {
    for (const { path, code, message, severity } of problems) {
      // The rule's own sentence says it better than the standard's about the same field.
      const alone = problems.every((other) => other.path !== path || other.code.startsWith('SCRIPT_'));
      if (code.startsWith('SCRIPT_') && !alone) continue;
      const location = locationOf(path, draftId);
      const level = severity === 'ERROR' ? 'error' : 'warning';
      const problem: Problem =
        code === 'SCRIPT_REQUIRED' && path === 'patient.address'
          ? { ...ownProblem('NO_ADDRESS', location), severity: level }
          : { code, message, location, severity: level };
      found.set(JSON.stringify([location, code, message]), problem);
    }
  }
  return [...found.values()];
}

/**
 * `draft.instructions` is the draft's field; a supervisor came from the page and is mended there. No field of the form holds a diagnosis:
 * the prescription itself is to be written again.
 */
function locationOf(path: string, draftId: string): ProblemLocation {
  const [room = '', field = ''] = path.split('.');
  if (room === 'patient') return { in: 'patient', ...(field === '' ? {} : { field }) };
  if (room === 'prescriber' || room === 'pharmacy') return { in: room };
  if (field === 'supervisor') return { in: 'page' };
  if (field === 'diagnosisCodes') return { in: 'draft', draftId };
  const known = field === 'drugDescription' || field === '' ? 'treatmentId' : field;
  return { in: 'draft', draftId, field: known as FormField };
}
