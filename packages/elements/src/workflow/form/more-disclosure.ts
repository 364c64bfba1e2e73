// Owns the section of the form's optional fields: its code is loaded when it is opened, and it is open by itself where a field holds something.
import { MORE_FIELDS } from '@pestle/rules/prescription-fields';
import type { TemplateResult } from 'lit/html.js';
import { disclosure } from '../../kit/fields/disclosure.ts';
import type { WorkflowHost } from '../part.ts';
import type { MoreView } from './form-more.ts';
import { CONTROLS } from './form-words.ts';

const INSIDE = ['notes', ...MORE_FIELDS, 'templateName'] as const;

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
    if (!INSIDE.some((name) => CONTROLS[name] === control)) return;
    this.#open = true;
    this.#host.update();
    await this.#load();
  }

  render(view: MoreView): TemplateResult {
    const { text, id } = this.#host;
    const { values } = view;
    const needed =
      values.dispenseAsWritten ||
      values.saveAsTemplate ||
      INSIDE.some((name) => values[name].trim() !== '' || view.words(name, 'error') !== undefined);
    return disclosure({
      id: id('more'),
      summary: text.form.more,
      open: this.#open || needed,
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
