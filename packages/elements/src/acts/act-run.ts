// Owns one act from its button to its outcome: one confirmation is done once, whatever becomes of the answers.
import { type ClientError, newKey, type Session } from '@pestle/client';
import { asClientError } from '../kit/client-error.ts';
import type { ShownAct } from './act-model.ts';
import { type ActOutcome, type ActRequest, carryOutAct, isRefusal } from './act-request.ts';
import { ACT_LIMITS } from './limits.ts';

/**
 * `asking`: the sentence of the effect stands there with the button that does it; `uncertain`: the answer was lost, and the same
 * question is asked again; `step-up`: the person must prove who they are; `refused`: certain that nothing was done, and why.
 */
export type ActStatus = 'asking' | 'working' | 'uncertain' | 'step-up' | 'done' | 'refused';

/** What a run needs from outside; tests give their own clock. */
export interface ActDeps {
  readonly session: Session;
  /** Resolves after a time, or at once when the signal ends it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Something of the run changed: draw again. */
  readonly changed: () => void;
  /** It is certain what became of it: what is shown of the order may be old. */
  readonly ended: (run: ActRun) => void;
}

/** Refusals that come before the service looks at the key: they say nothing about an earlier attempt. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'NOT_AUTHORIZED_TO_PRESCRIBE',
  'RATE_LIMITED',
]);

/**
 * One confirmation has one request and one Idempotency-Key. Until the service has answered for certain, every further attempt (clicks,
 * "ask again", the network coming back, a fresh sign-in, a proof) sends the same ones, and the service answers the first outcome again.
 * Only after a certain refusal a new confirmation has a new key. Keys live in memory only: a page that is loaded again shows what is
 * true by then. Only a gesture that the browser vouches for confirms: no script of the page acts in a prescriber's name.
 */
export class ActRun {
  readonly act: ShownAct;
  readonly orderId: string;
  /** Where its panel stands; every other place shows no buttons of the order meanwhile. */
  readonly place: string;
  status: ActStatus = 'asking';
  outcome: ActOutcome | null = null;
  error: ClientError | null = null;
  readonly #deps: ActDeps;
  #pending: { readonly request: ActRequest; readonly key: string } | null = null;
  /** An answer was lost: it may have been done, whatever is answered before the key is looked at. */
  #uncertain = false;
  #repeating: AbortController | null = null;

  constructor(
    deps: ActDeps,
    what: { readonly act: ShownAct; readonly orderId: string; readonly place: string },
  ) {
    this.#deps = deps;
    this.act = what.act;
    this.orderId = what.orderId;
    this.place = what.place;
  }

  /** True while nothing else is begun with the order: something is asked, or may have been done. */
  get busy(): boolean {
    return this.status === 'working' || this.#uncertain;
  }

  /** Does it. Nothing without a trusted gesture, with the second half of a double click, or when it is done already. */
  async confirm(gesture: UIEvent, request: ActRequest): Promise<void> {
    if (!gesture.isTrusted || gesture.detail > 1) return;
    if (this.status !== 'asking' && this.status !== 'refused') return;
    // After the end of a session the same goes on; anything else that was refused was certainly not done.
    const same = this.#pending !== null && JSON.stringify(this.#pending.request) === JSON.stringify(request);
    if (!same) this.#pending = { request, key: newKey() };
    await this.#send();
  }

  /** Asks again with the same key: by the person, or after a proof. */
  async askAgain(): Promise<void> {
    if (this.status === 'working' || this.#pending === null) return;
    this.#repeating?.abort();
    await this.#send();
  }

  /** After STEP_UP_REQUIRED: the proof, within a gesture, then the same again. */
  async prove(gesture: Event): Promise<void> {
    if (!gesture.isTrusted || this.status !== 'step-up') return;
    try {
      if (await this.#deps.session.proveAgain(this.error?.detail.stepUp)) await this.askAgain();
    } catch (error) {
      this.error = asClientError(error);
      this.#deps.changed();
    }
  }

  /** Nobody looks any more: what was asked goes on, and is asked no more by itself. */
  stop(): void {
    this.#repeating?.abort();
  }

  async #send(): Promise<void> {
    this.status = 'working';
    this.error = null;
    this.#deps.changed();
    if ((await this.#attempt()) === 'lost') await this.#repeat();
  }

  /** Once; `lost` when nobody knows whether it was done. */
  async #attempt(): Promise<'certain' | 'lost'> {
    const pending = this.#pending;
    if (pending === null) return 'certain';
    try {
      const outcome = await carryOutAct(this.#deps.session, pending.request, pending.key);
      this.outcome = outcome;
      this.#end(isRefusal(outcome) ? 'refused' : 'done');
      return 'certain';
    } catch (error) {
      return this.#failed(asClientError(error));
    }
  }

  #failed(error: ClientError): 'certain' | 'lost' {
    this.error = error;
    if (error.mayHaveHappened) {
      this.#uncertain = true;
      this.status = 'uncertain';
      this.#deps.changed();
      return 'lost';
    }
    if (error.code === 'STEP_UP_REQUIRED') {
      this.status = 'step-up';
      this.#deps.changed();
    } else if (this.#uncertain && (error.kind === 'session' || BEFORE_THE_KEY.has(error.code))) {
      this.status = 'uncertain';
      this.#deps.changed();
    } else if (error.kind === 'session') {
      // Signed out: the same goes on after a sign-in.
      this.status = 'refused';
      this.#deps.changed();
    } else this.#end('refused');
    return 'certain';
  }

  #end(status: 'done' | 'refused'): void {
    this.status = status;
    this.#uncertain = false;
    this.#pending = null;
    this.#deps.ended(this);
    this.#deps.changed();
  }

  /** Asks again by itself, a few times; then the person does. */
  async #repeat(): Promise<void> {
    const repeating = new AbortController();
    this.#repeating = repeating;
    for (const ms of ACT_LIMITS.repeatAfterMs) {
      await this.#deps.wait(ms, repeating.signal);
      if (repeating.signal.aborted || (await this.#attempt()) === 'certain') return;
    }
  }
}
