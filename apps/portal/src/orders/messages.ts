// Owns the exact messages of an order, for those who may read them: asked for only when somebody opens them, because they are long.
import type { DataOf, Session } from '@pestle/client';
import { ClientError, isAbort } from '@pestle/client';
import { PortalMessages } from '@pestle/client/documents/portal-orders';
import type { Clock } from '@pestle/elements/views';
import { errorText, momentText, note } from '@pestle/elements/views';
import { CHANNEL_WORDS } from '@pestle/rules/delivery-words';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SharedWords } from '../page/words.ts';
import type { OrdersText } from '../text/en/orders.ts';

type Messages = DataOf<typeof PortalMessages>['order'];

export class MessageList {
  readonly #draw: () => void;
  #shown: Messages | 'closed' | 'loading' | ClientError = 'closed';

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Another order is shown. */
  close(): void {
    this.#shown = 'closed';
  }

  render(
    orderId: string,
    session: Session,
    {
      words,
      shared,
      clock,
    }: { readonly words: OrdersText; readonly shared: SharedWords; readonly clock: Clock },
  ): TemplateResult {
    const shown = this.#shown;
    return html`<section class="card" aria-labelledby="messages"><h2 id="messages">${words.messages}</h2>
      ${
        shown === 'closed' || shown instanceof ClientError
          ? html`${shown === 'closed' ? nothing : note('danger', errorText(shared, shown), { role: 'alert' })}
            <button type="button" @click=${() => void this.#open(orderId, session)}>${words.showMessages}</button>`
          : shown === 'loading'
            ? html`<p role="status"><span class="spinner" aria-hidden="true"></span> ${shared.kit.loading}</p>`
            : messages(shown, words, clock)
      }</section>`;
  }

  async #open(orderId: string, session: Session): Promise<void> {
    this.#shown = 'loading';
    this.#draw();
    try {
      this.#shown = (await session.query(PortalMessages, { id: orderId })).order;
    } catch (error) {
      if (isAbort(error)) return;
      this.#shown =
        error instanceof ClientError ? error : new ClientError('server', 'INTERNAL', String(error));
    }
    this.#draw();
  }
}

function messages({ fills }: Messages, words: OrdersText, clock: Clock): TemplateResult {
  const all = fills.flatMap(({ line, transmissions }) => transmissions.map((one) => ({ line, ...one })));
  if (all.length === 0) return html`<p>${words.noMessages}</p>`;
  return html`<div class="page">${all.map(
    ({ id, line, kind, channel, messageId, createdAt, body, attempts }) => html`<details id=${id}>
      <summary>${line}. ${CHANNEL_WORDS[channel] ?? channel}, ${kind}, ${momentText(createdAt, clock)}</summary>
      <p class="small"><code>${messageId}</code></p>
      ${body === null ? nothing : html`<pre tabindex="0" aria-label=${messageId}>${body}</pre>`}
      <h3>${words.attempts}</h3>
      <ol class="events">${attempts.map(
        ({
          number,
          startedAt,
          outcome,
          httpStatus,
          answer,
        }) => html`<li>${number}. ${momentText(startedAt, clock)}
          <strong>${outcome ?? ''}</strong>${httpStatus === null ? '' : ` (HTTP ${httpStatus})`}
          ${answer === null ? nothing : html`<pre tabindex="0" aria-label="${words.attempts} ${number}">${answer}</pre>`}</li>`,
      )}</ol></details>`,
  )}</div>`;
}
