// Owns what a person enters before an act is done: which pharmacy, what of the order, why; what one act alone needs comes with it.
import type { ClientError } from '@pestle/client';
import { html, nothing } from 'lit/html.js';
import { asClientError } from '../kit/client-error.ts';
import { textField } from '../kit/fields/field.ts';
import { focusOn } from '../kit/host.ts';
import { loadCode } from '../kit/load-code.ts';
import { note } from '../kit/look/icons.ts';
import { trouble } from '../kit/trouble.ts';
import type { ActsText } from '../text/en/acts.ts';
import { type ActSubject, offersAt, type ShownAct, saidIn } from './act-model.ts';
import type { ActPart, ActRequest } from './act-request.ts';
import type { ActsHost } from './acts-host.ts';
import { ACT_LIMITS } from './limits.ts';

const OF_ONE_OR_ALL = [
  'CANCEL_ONE',
  'ASK_FOR_CANCEL',
  'ASK_NO_MORE_REFILLS',
] as const satisfies readonly ShownAct[];
type OfOneOrAll = (typeof OF_ONE_OR_ALL)[number];

/** One way to confirm an act: what it will do, and the words of its button. */
export interface Confirmation {
  /** `one` and `all` are the act itself; anything else is a way of the act's own. */
  readonly key: string;
  readonly effect: string;
  readonly button: string;
  /** What it is about, where each way has its own: its button stands there. */
  readonly about?: unknown;
}

/** It is about every medicine of the order, where it stands with one of them. */
export const OF_ALL = 'all';

/** Staff and prescriber read of each other why. */
const ASK_WHY: ReadonlySet<ShownAct> = new Set([
  'ASK_FOR_CANCEL',
  'DECLINE_CANCEL',
  'ASK_NO_MORE_REFILLS',
  'DECLINE_NO_MORE_REFILLS',
]);

type LoadPart = (host: ActsHost, subject: ActSubject) => Promise<ActPart>;

const pick: LoadPart = async (host, { orderId }) =>
  new (await import('./pharmacy-pick.ts')).PharmacyPick(host, orderId);
const PARTS: Readonly<Partial<Record<ShownAct, LoadPart>>> = {
  OTHER_PHARMACY: pick,
  CHOOSE_PHARMACY: pick,
  ANSWER_QUESTION: async (host, subject) =>
    new (await import('./desk-matter.ts')).DeskMatter(host, 'ANSWER_QUESTION', subject),
  HANDLED: async (host, subject) =>
    new (await import('./desk-matter.ts')).DeskMatter(host, 'HANDLED', subject),
  CALL_IN_SHEET: async (host, subject) => new (await import('./call-in.ts')).CallIn(host, subject),
};

export class ActForm {
  readonly #host: ActsHost;
  readonly #act: ShownAct;
  #part: ActPart | undefined;
  #notLoaded: ClientError | undefined;
  #over = false;
  readonly #retry: () => void;
  #reason = '';
  /** A press found something missing. */
  #pressed = false;
  /** The way that was asked for last. */
  asked: string | undefined;

  constructor(host: ActsHost, act: ShownAct, subject: ActSubject) {
    this.#host = host;
    this.#act = act;
    this.#retry = () => void this.#begin(subject);
    this.#retry();
  }

  dispose(): void {
    this.#over = true;
    this.#part?.dispose();
  }

  /** Whether there is something to confirm. */
  get isReady(): boolean {
    return PARTS[this.#act] === undefined || this.#part?.isReady === true;
  }

  render(subject: ActSubject, words: ActsText): unknown {
    return html`${PARTS[this.#act] === undefined ? nothing : this.#ofPart(subject, words)}${
      this.#asksWhy ? this.#why(words) : nothing
    }`;
  }

  /**
   * The ways of the act, where it has several; else the act with its sentence, and beside it the same of the whole order where it stands with
   * one medicine of several.
   */
  confirmations(subject: ActSubject, words: ActsText): readonly Confirmation[] {
    const act = this.#act;
    const ways = this.#part?.ways?.(words);
    if (ways !== undefined) return ways.map((way) => ({ ...way, effect: '' }));
    const one = { key: 'one', effect: this.#effect(subject, words), button: words.doIt[act] };
    if (subject.fill === null || subject.lines < 2 || !isOfOneOrAll(act)) return [one];
    const whole = subject.offers?.order.find(
      (offer) => offer.act === (act === 'CANCEL_ONE' ? 'CANCEL' : act),
    );
    if (whole?.allowed !== true) return [one];
    const said = saidIn(this.#host.text.kit.language, whole.effect);
    const effect = said === one.effect ? '' : said;
    return [one, { key: OF_ALL, effect, button: words.doItWithAll[act](subject.lines) }];
  }

  /** What stands beside the way back. */
  besides(words: ActsText): unknown {
    return this.#part?.besides?.(words) ?? nothing;
  }

  /** The sentence of the effect, with what was entered. */
  #effect(subject: ActSubject, words: ActsText): string {
    const known = this.#part?.effect(subject, words);
    if (known !== undefined) return known;
    const offered = offersAt(subject).find(({ act }) => act === this.#act);
    return offered === undefined ? '' : saidIn(this.#host.text.kit.language, offered.effect);
  }

  /** What is asked of the service, in the way of this key; undefined, with the focus on what is missing, while something is. */
  request(subject: ActSubject, key: string): ActRequest | undefined {
    const { orderId, fill, prescriptionId } = subject;
    const ofAll = key === OF_ALL;
    this.asked = key;
    this.#pressed = true;
    if (this.#asksWhy && this.#reasonError() !== undefined) return this.#missing('reason');
    const act = this.#act;
    switch (act) {
      case 'CANCEL':
      case 'CANCEL_ONE':
      case 'ASK_FOR_CANCEL': {
        const reason = this.#reason.trim();
        const fillIds = fill === null || ofAll ? null : [fill.id];
        return { act, orderId, fillIds, reason: reason === '' ? null : reason };
      }
      case 'ASK_NO_MORE_REFILLS':
        return { act, orderId, fillId: ofAll ? null : (fill?.id ?? null), reason: this.#reason.trim() };
      case 'DECLINE_CANCEL':
      case 'DECLINE_NO_MORE_REFILLS':
        return fill === null ? undefined : { act, orderId, fillId: fill.id, reason: this.#reason.trim() };
      case 'RESEND':
      case 'REISSUE':
      case 'NO_MORE_REFILLS':
        return fill === null ? undefined : { act, orderId, fillId: fill.id };
      case 'PRESCRIBE_AGAIN':
        return prescriptionId === null ? undefined : { act, orderId, prescriptionId };
      case 'REMIND_PATIENT':
        return { act, orderId };
      case 'OTHER_PHARMACY':
      case 'CHOOSE_PHARMACY':
      case 'ANSWER_QUESTION':
      case 'HANDLED':
      case 'CALL_IN_SHEET': {
        const request = this.#part?.request(subject, key);
        return typeof request === 'string' ? this.#missing(request) : request;
      }
      default:
        return act satisfies never;
    }
  }

  get #asksWhy(): boolean {
    return ASK_WHY.has(this.#act);
  }

  #ofPart(subject: ActSubject, words: ActsText): unknown {
    if (this.#part !== undefined) return this.#part.render(subject, words);
    if (this.#notLoaded !== undefined)
      return note('danger', trouble(this.#host, words.notOpened, this.#notLoaded, this.#retry));
    return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${words.working}</p>`;
  }

  async #begin(subject: ActSubject): Promise<void> {
    const load = PARTS[this.#act];
    if (load === undefined) return;
    this.#notLoaded = undefined;
    try {
      const part = await loadCode(() => load(this.#host, subject));
      if (this.#over) part.dispose();
      else this.#part = part;
    } catch (error) {
      this.#notLoaded = asClientError(error);
    }
    this.#host.update();
  }

  #missing(name: string): undefined {
    this.#host.update();
    void focusOn(this.#host, name);
  }

  #reasonError(): 'missing' | 'long' | undefined {
    const { length } = this.#reason.trim();
    return length === 0 ? 'missing' : length > ACT_LIMITS.reasonCharactersMax ? 'long' : undefined;
  }

  #why(words: ActsText): unknown {
    const { reasonCharactersMax: most } = ACT_LIMITS;
    const error = this.#pressed ? this.#reasonError() : undefined;
    return textField(this.#host, {
      name: 'reason',
      label: words.reason,
      hint: words.reasonHint(most, this.#act.startsWith('DECLINE_')),
      error:
        error === undefined ? undefined : error === 'missing' ? words.reasonMissing : words.tooLong(most),
      value: this.#reason,
      change: (value) => {
        this.#reason = value;
        this.#host.update();
      },
    });
  }
}

function isOfOneOrAll(act: ShownAct): act is OfOneOrAll {
  return (OF_ONE_OR_ALL as readonly ShownAct[]).includes(act);
}
