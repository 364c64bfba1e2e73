// Owns what of an order lies on the desk, within an act: which of it is marked as handled and how, and the question that is answered.
import { type ClientError, type DataOf, isAbort } from '@pestle/client';
import { MatterOfOrder } from '@pestle/client/documents/acts';
import { situationOfCode } from '@pestle/rules/situations';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing } from 'lit/html.js';
import { asClientError } from '../kit/client-error.ts';
import { textField } from '../kit/fields/field.ts';
import { note } from '../kit/look/icons.ts';
import { trouble } from '../kit/trouble.ts';
import type { ActsText } from '../text/en/acts.ts';
import { situation as english, type SituationText } from '../text/en/situation.ts';
import { PartWords } from '../text/part-words.ts';
import { type ActSubject, saidIn } from './act-model.ts';
import type { ActPart, ActRequest } from './act-request.ts';
import type { ActsHost } from './acts-host.ts';
import { ACT_LIMITS } from './limits.ts';

type Item = DataOf<typeof MatterOfOrder>['deskItems']['nodes'][number];

export class DeskMatter implements ActPart {
  readonly #host: ActsHost;
  readonly #act: 'ANSWER_QUESTION' | 'HANDLED';
  readonly #situation: PartWords<SituationText>;
  /** Undefined until they are known; where the one item is named there is nothing to ask. */
  #items: readonly Item[] | undefined;
  #error: ClientError | undefined;
  #chosen: string | undefined;
  #text = '';
  #pressed = false;

  constructor(host: ActsHost, act: 'ANSWER_QUESTION' | 'HANDLED', subject: ActSubject) {
    this.#host = host;
    this.#act = act;
    this.#situation = new PartWords(
      english,
      async () => (await import('../text/es/situation.ts')).situation,
      host.update,
    );
    if (act === 'HANDLED' && subject.deskItemId !== undefined) this.#chosen = subject.deskItemId;
    else void this.#begin(subject);
  }

  get isReady(): boolean {
    return this.#chosen !== undefined;
  }

  dispose(): void {
    // What is looked for ends with the view around it.
  }

  effect(): undefined {
    return undefined;
  }

  render(subject: ActSubject, words: ActsText): unknown {
    if (this.#error !== undefined)
      return note(
        'danger',
        trouble(this.#host, words.notOpened, this.#error, () => void this.#begin(subject)),
      );
    if (!this.isReady && this.#items === undefined)
      return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${words.working}</p>`;
    if (!this.isReady) return html`<p>${words.nothingLeft}</p>`;
    return html`${this.#items === undefined ? nothing : this.#which(this.#items, words)}${this.#field(words)}`;
  }

  request({ orderId }: ActSubject): ActRequest | string {
    this.#pressed = true;
    const chosen = this.#chosen;
    if (chosen === undefined || this.#wrong() !== undefined) return 'said';
    const text = this.#text.trim();
    return this.#act === 'HANDLED'
      ? { act: 'HANDLED', orderId, itemId: chosen, reason: text }
      : { act: 'ANSWER_QUESTION', orderId, questionId: chosen, text };
  }

  /** What it is about; where there are several, one of them. */
  #which(items: readonly Item[], words: ActsText): unknown {
    const [only] = items;
    if (only !== undefined && items.length === 1) return html`<p dir="auto">${this.#told(only)}</p>`;
    const ids = (item: Item): string => this.#idOf(item);
    const choices = repeat(items, ids, (item) => {
      const id = ids(item);
      return html`<label class="check"><input type="radio" name=${this.#host.id('matter')} .checked=${this.#chosen === id}
            @change=${() => {
              this.#chosen = id;
              this.#host.update();
            }} /><span dir="auto">${this.#told(item)}</span></label>`;
    });
    return html`<fieldset><legend>${words.whichMatter}</legend>${choices}</fieldset>`;
  }

  #told({ situation, reason, question }: Item): unknown {
    const { language } = this.#host.text.kit;
    const { word } = this.#situation.of(language).situations[situationOfCode(situation)];
    const said = question?.text ?? (reason === null ? '' : saidIn(language, reason));
    const who = question?.pharmacy?.name;
    return html`<b>${who ?? word}</b>${said === '' ? nothing : html`: ${said}`}`;
  }

  #field(words: ActsText): unknown {
    const most = this.#most;
    const wrong = this.#pressed ? this.#wrong() : undefined;
    const { label, hint, missing } = words.said[this.#act];
    return textField(this.#host, {
      name: 'said',
      label,
      hint: hint(most),
      error: wrong === undefined ? undefined : wrong === 'missing' ? missing : words.tooLong(most),
      value: this.#text,
      change: (value) => {
        this.#text = value;
        this.#host.update();
      },
    });
  }

  get #most(): number {
    return this.#act === 'HANDLED' ? ACT_LIMITS.reasonCharactersMax : ACT_LIMITS.answerCharactersMax;
  }

  #wrong(): 'missing' | 'long' | undefined {
    const { length } = this.#text.trim();
    return length === 0 ? 'missing' : length > this.#most ? 'long' : undefined;
  }

  #idOf({ id, question }: Item): string {
    return this.#act === 'HANDLED' ? id : (question?.id ?? '');
  }

  async #begin({ orderId, fill }: ActSubject): Promise<void> {
    const { session, signal } = this.#host;
    this.#error = undefined;
    try {
      const { deskItems } = await session.query(MatterOfOrder, { id: orderId }, { signal });
      const ofLine = deskItems.nodes.filter(
        (item) => item.fill === null || fill === null || item.fill.id === fill.id,
      );
      const items = this.#act === 'HANDLED' ? ofLine : ofLine.filter(({ question }) => question !== null);
      this.#items = items;
      const [first] = items;
      this.#chosen = first === undefined ? undefined : this.#idOf(first);
    } catch (error) {
      if (isAbort(error)) return;
      this.#error = asClientError(error);
    }
    this.#host.update();
  }
}
