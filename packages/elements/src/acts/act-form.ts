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

const OF_ONE_OR_ALL: ReadonlySet<ShownAct> = new Set(['CANCEL_ONE', 'ASK_FOR_CANCEL']);

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
  #all = false;
  #reason = '';
  /** A press found something missing. */
  #pressed = false;

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
    const one = subject.fill !== null && subject.lines > 1 && OF_ONE_OR_ALL.has(this.#act);
    return html`${PARTS[this.#act] === undefined ? nothing : this.#ofPart(subject, words)}${
      one ? this.#whatOf(subject, words) : nothing
    }${this.#act === 'ASK_FOR_CANCEL' || this.#act === 'DECLINE_CANCEL' ? this.#why(words) : nothing}`;
  }

  /** The sentence of the effect, with what was entered. */
  effect(subject: ActSubject, words: ActsText): string {
    const known = this.#part?.effect(subject, words);
    if (known !== undefined) return known;
    const offered = this.#all
      ? subject.offers?.order.find(({ act }) => act === (this.#act === 'CANCEL_ONE' ? 'CANCEL' : this.#act))
      : offersAt(subject).find(({ act }) => act === this.#act);
    return offered === undefined ? '' : saidIn(this.#host.text.kit.language, offered.effect);
  }

  /** What is asked of the service; undefined, with the focus on what is missing, while something is. */
  request(subject: ActSubject): ActRequest | undefined {
    const { orderId, fill, prescriptionId } = subject;
    this.#pressed = true;
    const act = this.#act;
    switch (act) {
      case 'CANCEL':
      case 'CANCEL_ONE':
      case 'ASK_FOR_CANCEL': {
        const reason = this.#reason.trim();
        if (act === 'ASK_FOR_CANCEL' && this.#reasonError() !== undefined) return this.#missing('reason');
        const all = fill === null || this.#all;
        return { act, orderId, fillIds: all ? null : [fill.id], reason: reason === '' ? null : reason };
      }
      case 'DECLINE_CANCEL':
        if (this.#reasonError() !== undefined) return this.#missing('reason');
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
        const request = this.#part?.request(subject);
        return typeof request === 'string' ? this.#missing(request) : request;
      }
      default:
        return act satisfies never;
    }
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

  #whatOf({ line, lines }: ActSubject, words: ActsText): unknown {
    const choice = (all: boolean, label: string): unknown => html`<label class="check"><input type="radio"
      name=${this.#host.id('which')} .checked=${this.#all === all} @change=${() => {
        this.#all = all;
        this.#host.update();
      }} /><span>${label}</span></label>`;
    return html`<fieldset><legend>${words.which}</legend>${choice(false, words.onlyThis(line))}${choice(
      true,
      words.all(lines),
    )}</fieldset>`;
  }

  #why(words: ActsText): unknown {
    const { reasonCharactersMax: most } = ACT_LIMITS;
    const error = this.#pressed ? this.#reasonError() : undefined;
    return textField(this.#host, {
      name: 'reason',
      label: words.reason,
      hint: words.reasonHint(most, this.#act === 'DECLINE_CANCEL'),
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
