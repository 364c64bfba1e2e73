// Owns dialogs: the native element, which keeps focus inside, closes on Escape and gives focus back.
import { html, type TemplateResult } from 'lit';
import type { KitHost } from './host.ts';
import { icon } from './icons.ts';

/** A modal dialog of a host. It never opens by itself, and never over what is being signed. */
export class Dialog {
  readonly #host: KitHost;
  readonly #name: string;
  #open = false;
  #returnTo: HTMLElement | null = null;

  constructor(host: KitHost, name: string) {
    this.#host = host;
    this.#name = name;
  }

  get open(): boolean {
    return this.#open;
  }

  /** Opens it after the next render; `focus` names the piece that gets focus, the dialog itself otherwise. */
  async show(focus?: string): Promise<void> {
    if (this.#open) return;
    this.#open = true;
    const root = this.#host.find(this.#name)?.getRootNode();
    const active = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
    this.#returnTo = active instanceof HTMLElement ? active : null;
    this.#host.update();
    await this.#host.updated();
    const dialog = this.#element();
    if (dialog !== undefined && !dialog.open) dialog.showModal();
    if (focus !== undefined) this.#host.find(focus)?.focus();
  }

  close(): void {
    this.#element()?.close();
  }

  /** Draws it; the content only while it is open. `leave` may refuse to close, by answering false. */
  render(settings: {
    readonly title: string;
    readonly closeLabel: string;
    readonly content: () => unknown;
    readonly leave?: () => boolean;
  }): TemplateResult {
    const canceled = (event: Event): void => {
      if (settings.leave?.() === false) event.preventDefault();
    };
    const closed = (): void => {
      this.#open = false;
      this.#host.update();
      this.#returnTo?.focus();
      this.#returnTo = null;
    };
    const id = this.#host.id(this.#name);
    return html`<dialog id=${id} part="dialog" aria-labelledby="${id}-title" @cancel=${canceled} @close=${closed}>
      ${
        this.#open
          ? html`<div class="dialog-body">
              <div class="dialog-head">
                <h2 id="${id}-title">${settings.title}</h2>
                <button type="button" class="quiet icon" aria-label=${settings.closeLabel}
                  @click=${() => settings.leave?.() !== false && this.close()}>${icon('close')}</button>
              </div>
              ${settings.content()}
            </div>`
          : ''
      }
    </dialog>`;
  }

  #element(): HTMLDialogElement | undefined {
    const found = this.#host.find(this.#name);
    return found instanceof HTMLDialogElement ? found : undefined;
  }
}
