// Owns the section of the form that opens the dose calculator: its code is loaded then, and it closes with the prescription that it was opened for.
import type { SigResult } from '@pestle/rules/sig';
import type { TemplateResult } from 'lit/html.js';
import { disclosure } from '../../../kit/fields/disclosure.ts';
import type { WorkflowHost } from '../../part.ts';

type Panel = InstanceType<typeof import('./dose-panel.ts')['DosePanel']>;
/** Directions with the dose in them, made from what was understood and what is typed. */
export type IntoDirections = (result: SigResult | undefined, typed: string) => string;

export class DoseDisclosure {
  readonly #host: WorkflowHost;
  readonly #insert: (into: IntoDirections) => void;
  #panel: Panel | 'closed' | 'loading' = 'closed';

  constructor(host: WorkflowHost, insert: (into: IntoDirections) => void) {
    this.#host = host;
    this.#insert = insert;
  }

  close(): void {
    this.#panel = 'closed';
  }

  render(): TemplateResult {
    const { text, id } = this.#host;
    return disclosure({
      id: id('dose'),
      summary: text.form.dose,
      open: this.#panel !== 'closed',
      toggled: (open) => void this.#toggle(open),
      content: () => (typeof this.#panel === 'string' ? text.kit.loading : this.#panel.render()),
    });
  }

  async #toggle(open: boolean): Promise<void> {
    this.#panel = open ? 'loading' : 'closed';
    this.#host.update();
    if (!open) return;
    try {
      const { DosePanel, withDose } = await import('./dose-panel.ts');
      // Where the directions are not understood, the dose goes in front of them.
      this.#panel = new DosePanel(this.#host, this.#host.state.form.values.treatment, (dose) =>
        this.#insert((result, typed) => withDose(result, dose) ?? `${dose.words} ${typed}`.trim()),
      );
    } catch {
      this.#panel = 'closed';
      this.#host.announce(this.#host.text.kit.failed, 'assertive');
    }
    this.#host.update();
  }
}
