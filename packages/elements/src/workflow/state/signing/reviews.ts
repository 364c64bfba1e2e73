// Makes the reviews of one patient: of the drafts, and of what was signed and saved before. They come with the code of the review.
import type { Scope } from '../scope.ts';
import type { Review } from './review.ts';
import type { ReviewHost, ReviewSubject } from './review-host.ts';
import { ReviewState } from './review-state.ts';
import { ReviewedDrafts } from './reviewed-drafts.ts';
import { ReviewedSaved } from './reviewed-saved.ts';

export interface Reviews {
  readonly drafts: ReviewState;
  readonly saved: ReviewState;
  /** What the review of saved ones is about. */
  readonly toSend: ReviewedSaved;
  /** Closes one review in favour of another; undefined while an answer about it is awaited. */
  readonly turn: (from: Review, kind: ReviewSubject['kind']) => Review | undefined;
}

/** `emit` still fires after the patient was switched. */
export function makeReviews(scope: Scope, host: ReviewHost, emit: Scope['emit']): Reviews {
  const toSend = new ReviewedSaved(scope, host);
  const reviews = {
    drafts: new ReviewState(scope, host, new ReviewedDrafts(scope, host), emit),
    saved: new ReviewState(scope, host, toSend, emit),
  };
  return {
    ...reviews,
    toSend,
    turn: (from, kind) => {
      if (from.submission.busy) return undefined;
      from.submission.startOver();
      from.close();
      return reviews[kind];
    },
  };
}
