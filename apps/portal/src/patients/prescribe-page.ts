// The page that prescribes for one patient: the public workflow with all that a practice may use of it.

import type { Session } from '@pestle/client';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { SessionPage } from '../page/session-page.ts';
import { PageWords } from '../page/words.ts';
import { workflow } from '../page/workflow.ts';
import type { Route } from '../routes.ts';
import { patients as english, type PatientsText } from '../text/en/patients.ts';

export class PrescribePage extends SessionPage<true> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #words = new PageWords<PatientsText>(
    english,
    async () => (await import('../text/es/patients.ts')).patients,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.prescribe;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
  }

  /** The workflow asks for what it shows. */
  protected override load(): Promise<true> {
    return Promise.resolve(true);
  }

  protected override isAwaited(): boolean {
    return false;
  }

  protected override show(_data: true, _session: Session): TemplateResult {
    const id = this.subject();
    const words = this.#words.now;
    return html`<div class="page"><div class="head"><h1>${words.prescribe}</h1>
        <div class="end"><a class="button" href="/portal/patients/${id}">${words.back}</a></div></div>
      ${workflow(id, { focused: true })}</div>`;
  }
}
