// Owns sending: one confirmation makes exactly one order, whatever becomes of the answers (W5).
import type { ClientError } from '@pestle/client';
import { plainErrors } from '@pestle/client';
import { asClientError } from '../../../kit/client-error.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { ownProblem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { type AskedAbout, askPage } from './before-submit.ts';
import type { Combining } from './combining.ts';
import { announceMade, carryOut, type Intent, type Made } from './intent.ts';
import type { SentLines } from './lines.ts';
import { LiveOrder } from './live-order.ts';
import type { Reviewed } from './review-host.ts';

/** The review that is confirmed, as far as sending needs it. */
interface ConfirmedReview {
  readonly status: 'closed' | 'checking' | 'open';
  readonly reviewed: Reviewed | null;
  /** Why it could not be made anew. */
  error: ClientError | null;
  readonly combining: Combining;
  /** What confirming this means. */
  intend(reviewed: Reviewed): Intent;
  /** Reads anew what was refused. */
  load(): Promise<void>;
  /** Of everything that would go into the order now. */
  fingerprint(): string;
  /** Makes it anew where what it shows is no longer what would be sent. */
  noticeChange(): void;
  /** After it was sent: nothing is under review any more. */
  finish(sent: SentLines): void;
  open(renewed: boolean): Promise<boolean>;
}

/** What was made, and what becomes of it. */
export interface Sent extends Made {
  /** The order as it is now; null without an order. */
  readonly live: LiveOrder | null;
}

/** Refusals that come before the service looks at the key: they say nothing about an earlier attempt. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'NOT_AUTHORIZED_TO_PRESCRIBE',
  'RATE_LIMITED',
]);

/** Refusals that say that the review is no longer of what there is. */
const LOOKED_AT_AGAIN: ReadonlySet<string> = new Set([
  'SIGNATURE_INVALIDATED',
  'NOT_FOUND',
  'ORDER_TAKES_NO_MORE',
  'SCREENING_REASON_REQUIRED',
  'PRESCRIPTION_ON_OPEN_ORDER',
  'PRESCRIPTION_TOO_OLD',
  'PRESCRIPTION_CANCELED',
  'PRESCRIPTION_DISPENSED',
  'PRESCRIPTION_EXPIRED',
]);

/** What a page is asked about. */
function idsOf({ lines }: Intent): AskedAbout {
  return 'drafts' in lines
    ? { draftIds: lines.drafts.map(({ draftId }) => draftId), prescriptionIds: [] }
    : { draftIds: [], prescriptionIds: lines.prescriptionIds };
}

/**
 * Exactly one order, by these rules:
 *
 * - A confirmation makes an intent: the reviewed hashes, where it goes, and one Idempotency-Key. Until the service has answered it for
 *   certain, every further attempt (five clicks, "try again", the network coming back, a fresh sign-in, a proof of who signs) sends that
 *   same intent. The service answers the first outcome again.
 * - A second intent is made only after a certain refusal, or after a new review. It cannot double the first: signing consumes drafts in
 *   the same transaction, so that drafts which were signed under one key are refused under any other (SIGNATURE_INVALIDATED), also
 *   from another tab, another window or another person's desk.
 * - Keys live in memory only. A page that is loaded again after a lost answer does not know its key any more and does not need it:
 *   either the order was made, then its drafts are gone and there is nothing left to sign; or it was not, then they are all there.
 *   What the page itself would put there again, its prefills, is held back while it was written a short while ago (see Prefills).
 * - Only a gesture that the browser vouches for confirms: no script of the page can sign (W4).
 */
export class Submission {
  /** `uncertain`: the answer was lost, and the same intent is sent again; `step-up`: the person must prove who they are. */
  status: 'idle' | 'sending' | 'uncertain' | 'step-up' | 'sent' = 'idle';
  /** Why the last attempt did not work. */
  error: ClientError | null = null;
  problem: Problem | null = null;
  sent: Sent | null = null;
  readonly #scope: Scope;
  readonly #review: ConfirmedReview;
  #intent: Intent | null = null;
  #repeating: AbortController | null = null;

  /** `scope.emit` still fires after the patient was switched: an order that was made is told to the page, with its ids. */
  constructor(scope: Scope, review: ConfirmedReview) {
    this.#scope = scope;
    this.#review = review;
  }

  /** True while an answer is awaited, or is lost: then nothing else is begun. */
  get busy(): boolean {
    return this.status === 'sending' || this.status === 'uncertain';
  }

  /** True while the intent stands as it was confirmed: the review is not made anew under it. */
  get holds(): boolean {
    return this.busy || this.status === 'step-up' || this.status === 'sent';
  }

  /**
   * Signs what was reviewed, and sends it. False without a trusted gesture, without a review, or when something is sent already.
   */
  async confirm(gesture: Event): Promise<boolean> {
    const { reviewed } = this.#review;
    if (!gesture.isTrusted || this.busy || this.#review.status !== 'open' || reviewed === null) return false;
    if (reviewed.fingerprint !== this.#review.fingerprint()) {
      this.#review.noticeChange();
      return false;
    }
    if (this.#intent?.fingerprint !== reviewed.fingerprint) this.#intent = this.#review.intend(reviewed);
    return await this.#send();
  }

  /** Sends the same intent again: by the person, after the network came back, or after a proof. */
  async retry(): Promise<boolean> {
    if (this.status === 'sending' || this.#intent === null) return false;
    this.#repeating?.abort();
    return await this.#send();
  }

  /** After STEP_UP_REQUIRED: the proof, within a gesture, then the same intent again. */
  async prove(gesture: Event): Promise<boolean> {
    if (!gesture.isTrusted || this.status !== 'step-up') return false;
    try {
      if (!(await this.#scope.session.proveAgain(this.error?.detail.stepUp))) return false;
    } catch (error) {
      this.problem = null;
      this.error = asClientError(error);
      this.#scope.changed();
      return false;
    }
    return await this.retry();
  }

  /** Somebody is signed in again: the person can confirm, and what was sent is looked at. */
  resume(): void {
    if (this.status === 'idle' && this.error?.kind === 'session') this.error = null;
    this.sent?.live?.retry();
  }

  /** Before a new review: what was sent is no longer shown, and a refused intent is forgotten. */
  startOver(): void {
    if (this.busy) return;
    this.sent?.live?.stop();
    this.status = 'idle';
    this.error = null;
    this.problem = null;
    this.sent = null;
    this.#intent = null;
  }

  async #send(): Promise<boolean> {
    const intent = this.#intent;
    if (intent === null) return false;
    this.status = 'sending';
    this.error = null;
    this.problem = null;
    this.#scope.changed();
    if (!(await this.#permitted(intent))) return false;
    try {
      const made = await carryOut(this.#scope.session, intent);
      if (this.#intent === intent) this.#succeed(intent, made);
      return true;
    } catch (error) {
      if (this.#intent === intent) await this.#fail(intent, asClientError(error));
      return false;
    }
  }

  /** The page may veto once per intent; an intent that may have been done already is not asked about again. */
  async #permitted(intent: Intent): Promise<boolean> {
    if (intent.vetoAsked) return true;
    const veto = await askPage(this.#scope.owner(), idsOf(intent));
    // The patient was switched while the page thought about it: nothing was sent, and nothing will be.
    if (this.#scope.signal.aborted) return false;
    if (veto === null && this.#review.fingerprint() === intent.fingerprint) {
      intent.vetoAsked = true;
      return true;
    }
    this.status = 'idle';
    this.#intent = null;
    if (veto !== null) this.problem = ownProblem('VETOED', { in: 'page' }, veto);
    this.#scope.changed();
    this.#review.noticeChange();
    return false;
  }

  #succeed(intent: Intent, made: Made): void {
    this.#intent = null;
    this.status = 'sent';
    const ended = this.#scope.signal.aborted;
    const live = made.order === null || ended ? null : new LiveOrder(this.#scope, made.order);
    this.sent = { ...made, live };
    this.#review.finish(intent.lines);
    live?.follow();
    announceMade(this.#scope.emit, made);
    this.#scope.changed();
  }

  async #fail(intent: Intent, error: ClientError): Promise<void> {
    this.error = error;
    if (error.mayHaveHappened) {
      intent.uncertain = true;
      this.status = 'uncertain';
      this.#scope.changed();
      void this.#repeat();
      return;
    }
    if (error.code === 'STEP_UP_REQUIRED') {
      this.status = 'step-up';
      this.#scope.changed();
      return;
    }
    const open = intent.uncertain && (error.kind === 'session' || BEFORE_THE_KEY.has(error.code));
    this.status = open ? 'uncertain' : 'idle';
    // Signed out: the same intent goes on after a sign-in.
    if (open || error.kind === 'session') {
      this.#scope.changed();
      return;
    }
    this.#intent = null;
    const errors = plainErrors(error);
    if (intent.act.kind === 'save') this.#scope.emit('svc-prescriptions-error', { errors });
    else this.#scope.emit('svc-order-error', { errors });
    this.#scope.changed();
    if (this.#scope.signal.aborted) return;
    if (error.code === 'ORDER_TAKES_NO_MORE') this.#review.combining.refused();
    if (LOOKED_AT_AGAIN.has(error.code)) await this.#lookAgain(error);
  }

  /** Something changed since the review, the drafts were signed elsewhere, or the order took no more: show what is there now. */
  async #lookAgain(refusal: ClientError): Promise<void> {
    await this.#review.load();
    if (this.#scope.signal.aborted) return;
    if (await this.#review.open(true)) this.error = refusal;
    else this.#review.error = refusal;
    this.#scope.changed();
  }

  /** Asks again by itself, a few times; then the person does, or the network's return. */
  async #repeat(): Promise<void> {
    const repeating = new AbortController();
    this.#repeating = repeating;
    const intent = this.#intent;
    for (const ms of STATE_LIMITS.repeatAfterMs) {
      await this.#scope.wait(ms, repeating.signal);
      if (repeating.signal.aborted || intent === null || this.#intent !== intent) return;
      try {
        const made = await carryOut(this.#scope.session, intent);
        if (this.#intent === intent) this.#succeed(intent, made);
        return;
      } catch (error) {
        const failure = asClientError(error);
        if (failure.mayHaveHappened) continue;
        if (this.#intent === intent) await this.#fail(intent, failure);
        return;
      }
    }
  }
}
