// The body of the prescribe workflow.
import type { Session } from '@pestle/client';
import { definePrivate } from '../registry.ts';
import type { RawAttributes, ShellBody } from '../shells/shell-body.ts';

class WorkflowBody extends HTMLElement implements ShellBody {
  #session: Session | null = null;
  #raw: RawAttributes = {};

  attach(): void {
    this.attachShadow({ mode: 'open' });
  }

  receive(raw: RawAttributes): void {
    this.#raw = raw;
    this.#draw();
  }

  connect(session: Session | null): void {
    this.#session = session;
    session?.subscribe(() => this.#draw());
    this.#draw();
  }

  #draw(): void {
    const text = `${this.#session?.state ?? 'none'} ${Object.keys(this.#raw).join(' ')}`;
    this.shadowRoot?.replaceChildren(document.createTextNode(text));
  }
}

export const createBody: () => ShellBody = definePrivate('workflow', WorkflowBody);
