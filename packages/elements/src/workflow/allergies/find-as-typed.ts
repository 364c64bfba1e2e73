// Owns a field whose words are found in a list of the service while they are typed; what is not in the list can be written all the same.
import { isAbort } from '@pestle/client';
import { html } from 'lit/html.js';
import { Combobox } from '../../kit/combobox/combobox.ts';
import type { FieldControl } from '../../kit/fields/field.ts';
import type { WorkflowHost } from '../part.ts';

const PAUSE_MS = 150;
const LETTERS_MIN = 3;

/** One entry of the list, with what is recorded of it. */
export interface Listed {
  readonly name: string;
}

export class FindAsTyped<Entry extends Listed> {
  readonly #host: WorkflowHost;
  readonly #combobox: Combobox<Entry>;
  readonly #find: (text: string, signal: AbortSignal) => Promise<readonly Entry[]>;
  #request: AbortController | undefined;

  constructor(
    host: WorkflowHost,
    about: {
      readonly name: string;
      readonly label: () => string;
      readonly find: (text: string, signal: AbortSignal) => Promise<readonly Entry[]>;
      readonly typed: (text: string) => void;
      readonly picked: (entry: Entry) => void;
    },
  ) {
    this.#host = host;
    this.#find = about.find;
    this.#combobox = new Combobox<Entry>(host, {
      name: about.name,
      listLabel: about.label,
      render: ({ value }) => html`<bdi>${value.name}</bdi>`,
      heading: () => undefined,
      change: (text) => {
        about.typed(text);
        void this.#ask(text.trim());
      },
      pick: (entry) => {
        this.#combobox.setText(entry.name);
        about.picked(entry);
      },
      counted: ({ length }) => host.text.kit.results(length),
      emptyNote: () => undefined,
    });
  }

  setText(text: string): void {
    this.#request?.abort();
    this.#combobox.setChoices([]);
    this.#combobox.setText(text);
  }

  render(bound: FieldControl): unknown {
    return this.#combobox.render(bound);
  }

  stop(): void {
    this.#request?.abort();
    this.#combobox.stop();
  }

  /** Where nothing can be asked, the words stand as they are typed. */
  async #ask(text: string): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    if (text.length < LETTERS_MIN) return this.#combobox.setChoices([]);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (request.signal.aborted) return;
    try {
      const signal = AbortSignal.any([request.signal, this.#host.state.signal]);
      const found = await this.#find(text, signal);
      this.#combobox.setChoices(
        // Two codes can have one name, and each its line.
        found.map((entry, index) => ({
          key: `${index} ${entry.name}`,
          value: entry,
          group: '',
          label: entry.name,
        })),
      );
    } catch (error) {
      if (!isAbort(error)) this.#combobox.setChoices([]);
    }
  }
}
