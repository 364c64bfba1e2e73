// Owns the state of a review that has not begun: what the workflow shows before the review's code is loaded.
import type { ClientError } from '@pestle/client';
import { asClientError } from '../../../kit/client-error.ts';
import type { ScreeningAnswer } from '../drafts/draft-fields.ts';
import type { Problem } from '../problem.ts';
import type { Combining } from './combining.ts';
import type { Reviewed, ReviewSubject } from './review-host.ts';
import type { ReviewState } from './review-state.ts';
import type { Submission } from './submission.ts';

/** What the rest of the workflow reads and calls; `ReviewState` is all of it. */
export type Review = Pick<
  ReviewState,
  | 'status'
  | 'problems'
  | 'reviewed'
  | 'screened'
  | 'error'
  | 'renewed'
  | 'open'
  | 'close'
  | 'noticeChange'
  | 'resume'
> & {
  /** What is reviewed; the drafts before the code of the review is there. */
  readonly kind: ReviewSubject['kind'];
  /** Keeps why it goes on although something speaks against a line; answers why that was not possible. */
  answer(line: string, answers: readonly ScreeningAnswer[]): Promise<ClientError | null>;
  /** Null before the code of the review is there. */
  readonly combining: Combining | null;
  readonly submission: Pick<
    Submission,
    'status' | 'error' | 'problem' | 'sent' | 'busy' | 'holds' | 'confirm' | 'retry' | 'prove' | 'startOver'
  >;
};

/** A review that was never opened. Opening it brings the real one. */
export class IdleReview implements Review {
  readonly status = 'closed';
  readonly kind = 'drafts';
  readonly combining = null;
  readonly problems: readonly Problem[] = [];
  readonly reviewed: Reviewed | null = null;
  readonly screened = [];
  readonly renewed = false;
  error: ClientError | null = null;
  readonly submission: Review['submission'] = {
    status: 'idle',
    error: null,
    problem: null,
    sent: null,
    busy: false,
    holds: false,
    confirm: () => Promise.resolve(false),
    retry: () => Promise.resolve(false),
    prove: () => Promise.resolve(false),
    startOver: () => undefined,
  };
  readonly #load: () => Promise<Review>;

  constructor(load: () => Promise<Review>) {
    this.#load = load;
  }

  async open(): Promise<boolean> {
    try {
      return await (await this.#load()).open();
    } catch (error) {
      this.error = asClientError(error);
      return false;
    }
  }

  close(): void {
    this.error = null;
  }

  answer(): Promise<null> {
    return Promise.resolve(null);
  }

  resume(): void {
    if (this.error?.kind === 'session') this.error = null;
  }

  noticeChange(): void {
    // There is nothing that could change.
  }
}
