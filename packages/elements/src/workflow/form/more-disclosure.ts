// Owns the section of the form's optional fields: its code is loaded when it is opened, and it is open by itself where a field holds something.
import type { TemplateResult } from 'lit/html.js';
import { disclosure } from '../../kit/fields/disclosure.ts';
import type { WorkflowHost } from '../part.ts';
import type { FormField } from '../state/problem.ts';
import type { MoreView } from './form-more.ts';

const INSIDE: readonly FormField[] = ['notes', 'doNotFillBeforeDate', 'templateName'];

export class MoreDisclosure {
  readonly #host: WorkflowHost;
  #open = false;
  #fields: typeof import('./form-more.ts').moreFields | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  close(): void {
    this.#open = false;
  }

  /** Opens it for a control inside; resolves when the control can have focus. */
  async openFor(control: string): Promise<void> {
    if (!['notes', 'not-before', 'template-name'].includes(control)) return;
    this.#open = true;
    this.#host.update();
    await this.#load();
  }

  render(view: MoreView): TemplateResult {
    const { text, id } = this.#host;
    const { notes, doNotFillBeforeDate, dispenseAsWritten, saveAsTemplate } = view.values;
    const wrong = INSIDE.some((name) => view.words(name, 'error') !== undefined);
    const set = notes.trim() !== '' || doNotFillBeforeDate !== '' || dispenseAsWritten || saveAsTemplate;
    return disclosure({
      id: id('more'),
      summary: text.form.more,
      open: this.#open || wrong || set,
      toggled: (open) => {
        this.#open = open;
        this.#host.update();
      },
      content: () => {
        if (this.#fields !== undefined) return this.#fields(this.#host, view);
        void this.#load();
        return text.kit.loading;
      },
    });
  }

  /** A failure is tried again at the next render. */
  #load(): Promise<void> {
    this.#loading ??= import('./form-more.ts').then(
      ({ moreFields }) => {
        this.#fields = moreFields;
        this.#host.update();
      },
      () => {
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }
}
