// Owns the order as a sheet, where everything is one column: it opens from the bar, keeps the focus in it, and Escape closes it.
import { html, nothing } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import type { WorkflowHost } from '../part.ts';

const SHEET = 'order-sheet';
/** The button of the bar that opens it. */
export const TO_ORDER = 'to-order';

export class OrderSheet {
  readonly #host: WorkflowHost;
  #open = false;
  /** False where what closes it leads on to something else. */
  #leadsBack = true;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  /** True while the order stands in it, and nothing else of the page can be reached. */
  get open(): boolean {
    return this.#open;
  }

  async show(): Promise<void> {
    this.#open = true;
    this.#leadsBack = true;
    this.#host.update();
    await this.#host.updated();
    const sheet = this.#host.find(SHEET);
    if (sheet instanceof HTMLDialogElement && !sheet.open) sheet.showModal();
    await focusOn(this.#host, 'pending');
  }

  /** For what leads on to something else. */
  close(): void {
    if (!this.#open) return;
    this.#leadsBack = false;
    this.#closed();
  }

  /** The order where it stands, or in the sheet; `live` is what is said of it meanwhile, because everything outside is silent. */
  render(order: unknown, live: unknown): unknown {
    if (!this.#open) return order;
    const { text, id } = this.#host;
    return html`<dialog class="order-sheet" part="order-sheet" id=${id(SHEET)} aria-labelledby=${id('pending')} @close=${this.#closedByBrowser}
      @click=${(event: Event) => event.target === event.currentTarget && this.#closed()}>
      <div class="stack">${order}
        <button type="button" @click=${() => this.#closed()}>${text.order.closeSheet}</button>
      </div>${live ?? nothing}</dialog>`;
  }

  /** Told a moment after it is closed, by when somebody may have opened it again. */
  readonly #closedByBrowser = ({ target }: Event): void => {
    if (target instanceof HTMLDialogElement && !target.open) this.#closed();
  };

  #closed(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#host.update();
    if (this.#leadsBack) void focusOn(this.#host, TO_ORDER);
  }
}
