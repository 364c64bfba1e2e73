// Owns the review of the drafts of 'Pending Order': what of them stops it, what is asked about them, and what is signed (W4, W6).
import { ClientError, type InputOf, newKey } from '@pestle/client';
import { ReviewDrafts } from '@pestle/client/documents/signing';
import type { ReviewRecord } from '../../../records.ts';
import type { ScreeningAnswer } from '../drafts/draft-fields.ts';
import { keepReason } from '../drafts/keep-reason.ts';
import type { Problem } from '../problem.ts';
import { ownProblem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { settled, unfinishedIn } from '../settled.ts';
import type { SentLines } from './lines.ts';
import type { AskedPlace, ReviewHost, ReviewSubject } from './review-host.ts';

export class ReviewedDrafts implements ReviewSubject {
  readonly kind = 'drafts';
  readonly #scope: Scope;
  readonly #host: ReviewHost;

  constructor(scope: Scope, host: ReviewHost) {
    this.#scope = scope;
    this.#host = host;
  }

  get lines(): ReviewSubject['lines'] {
    return this.#host.drafts.records;
  }

  settled(): Promise<readonly string[]> | undefined {
    return settled(this.#host);
  }

  state(): unknown {
    return [this.lines.length, this.#host.drafts.records.map(({ id, revision }) => [id, revision])];
  }

  problems(unsaved: readonly string[], renewed: boolean): readonly Problem[] {
    const { patient, drafts, form, forbidden } = this.#host;
    const problems: Problem[] = [];
    const unfinished = unfinishedIn(form);
    if (unfinished !== null) problems.push(ownProblem(unfinished, { in: 'form' }));
    if (patient.record !== null) {
      if (drafts.status !== 'ready') problems.push(ownProblem('DRAFTS_LOADING', { in: 'again' }));
      else if (drafts.rows.length === 0 && !form.dirty) {
        // They were there when the review was opened: another tab was faster.
        const code = renewed ? 'DRAFTS_GONE' : 'NO_DRAFTS';
        problems.push(ownProblem(code, { in: 'form', field: 'treatmentId' }));
      }
    }
    for (const { record, busy } of drafts.rows) {
      const { id: draftId, treatment, likelyDuplicates, duplicateReason } = record;
      if (busy || unsaved.includes(draftId))
        problems.push(ownProblem('DRAFT_UNSAVED', { in: 'draft', draftId }));
      if (likelyDuplicates.length > 0 && duplicateReason === null)
        problems.push(ownProblem('LIKELY_DUPLICATE', { in: 'draft', draftId, field: 'duplicateReason' }));
      const reason = treatment === null ? undefined : forbidden.treatments.get(treatment.id);
      if (reason !== undefined)
        problems.push(ownProblem('TREATMENT_DISABLED', { in: 'draft', draftId }, reason ?? ''));
    }
    return problems;
  }

  async ask(place: AskedPlace): Promise<ReviewRecord> {
    const variables: InputOf<typeof ReviewDrafts> = {
      draftIds: this.#host.drafts.records.map(({ id }) => id),
      ...place,
    };
    const { session, signal } = this.#scope;
    const data = await session.mutate(ReviewDrafts, variables, { key: newKey(), signal });
    return data.reviewDrafts;
  }

  sends({ drafts }: ReviewRecord): SentLines {
    return {
      drafts: drafts.flatMap(({ draftId, contentHash }) =>
        contentHash === null ? [] : [{ draftId, contentHash }],
      ),
    };
  }

  async answer(line: string, answers: readonly ScreeningAnswer[]): Promise<ClientError | null> {
    const record = this.#host.drafts.find(line);
    // Deleted meanwhile: nothing is to be answered, and the review is made anew.
    if (record === undefined) return null;
    const before = record.screeningAnswers.filter(({ rule }) => !answers.some((one) => one.rule === rule));
    const screeningAnswers = [...before, ...answers];
    const outcome = await keepReason(this.#host, record, { screeningAnswers });
    if (outcome.ok) return null;
    return outcome.error ?? new ClientError('offline', 'OFFLINE', 'The patient was switched.');
  }

  async load(): Promise<void> {
    await this.#host.drafts.load();
  }

  sent(lines: SentLines): void {
    if ('drafts' in lines) this.#host.drafts.consumed(lines.drafts.map(({ draftId }) => draftId));
  }
}
