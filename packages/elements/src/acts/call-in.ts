// Owns the call-in sheet within an act: what is read aloud, and the name of who took it, which records it as phoned in.
import { type ClientError, isAbort } from '@pestle/client';
import { CallInSheet } from '@pestle/client/documents/acts';
import { html, nothing } from 'lit/html.js';
import { asClientError } from '../kit/client-error.ts';
import { textField } from '../kit/fields/field.ts';
import { note } from '../kit/look/icons.ts';
import { trouble } from '../kit/trouble.ts';
import type { ActsText } from '../text/en/acts.ts';
import { type CallInText, callIn as english } from '../text/en/call-in.ts';
import { PartWords } from '../text/part-words.ts';
import { type ActSubject, saidIn } from './act-model.ts';
import type { ActPart, ActRequest } from './act-request.ts';
import type { ActsHost } from './acts-host.ts';
import { callInStyles, callInView, type Sheet } from './call-in-view.ts';
import { ACT_LIMITS } from './limits.ts';

export class CallIn implements ActPart {
  readonly #host: ActsHost;
  readonly #text: PartWords<CallInText>;
  #sheet: Sheet | undefined;
  #error: ClientError | undefined;
  #takenBy = '';
  #pressed = false;
  #mayRecord = false;

  constructor(host: ActsHost, { orderId, offers }: ActSubject) {
    this.#host = host;
    this.#mayRecord = offers?.order.some(({ act, allowed }) => act === 'PHONED_IN' && allowed) === true;
    this.#text = new PartWords(
      english,
      async () => (await import('../text/es/call-in.ts')).callIn,
      host.update,
    );
    host.dress?.(callInStyles);
    void this.#begin(orderId);
  }

  /** What was taken before, or may not leave any more, is only read. */
  get isReady(): boolean {
    return this.#sheet !== undefined && this.#mayRecord;
  }

  dispose(): void {
    // What is looked for ends with the view around it.
  }

  effect(subject: ActSubject): string | undefined {
    const { language } = this.#host.text.kit;
    const phonedIn = subject.offers?.order.find(({ act }) => act === 'PHONED_IN');
    return phonedIn === undefined ? undefined : saidIn(language, phonedIn.refusal?.text ?? phonedIn.effect);
  }

  render({ orderId }: ActSubject, words: ActsText): unknown {
    if (this.#error !== undefined)
      return note(
        'danger',
        trouble(this.#host, words.notOpened, this.#error, () => void this.#begin(orderId)),
      );
    if (this.#sheet === undefined)
      return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${words.working}</p>`;
    const text = this.#text.of(this.#host.text.kit.language);
    const { apiUrl } = this.#host.session;
    return html`${callInView(this.#sheet, text)}
      ${
        apiUrl === undefined
          ? nothing
          : html`<p><a href="${apiUrl}/portal/orders/${orderId}/call-in" target="_blank" rel="noopener">${text.toPrint}</a></p>`
      }${this.#mayRecord ? this.#who(text, words) : nothing}`;
  }

  request({ orderId }: ActSubject): ActRequest | string {
    this.#pressed = true;
    if (this.#wrong() !== undefined) return 'taken-by';
    return { act: 'CALL_IN_SHEET', orderId, takenBy: this.#takenBy.trim() };
  }

  #who(text: CallInText, words: ActsText): unknown {
    const most = ACT_LIMITS.takenByCharactersMax;
    const wrong = this.#pressed ? this.#wrong() : undefined;
    return textField(this.#host, {
      name: 'taken-by',
      label: text.takenBy,
      hint: text.takenByHint,
      error:
        wrong === undefined ? undefined : wrong === 'missing' ? text.takenByMissing : words.tooLong(most),
      value: this.#takenBy,
      change: (value) => {
        this.#takenBy = value;
        this.#host.update();
      },
    });
  }

  #wrong(): 'missing' | 'long' | undefined {
    const { length } = this.#takenBy.trim();
    return length === 0 ? 'missing' : length > ACT_LIMITS.takenByCharactersMax ? 'long' : undefined;
  }

  async #begin(orderId: string): Promise<void> {
    const { session, signal } = this.#host;
    this.#error = undefined;
    try {
      this.#sheet = (await session.query(CallInSheet, { orderId }, { signal })).callInSheet;
    } catch (error) {
      if (isAbort(error)) return;
      this.#error = asClientError(error);
    }
    this.#host.update();
  }
}
