// The page that creates a patient or edits one: the same form as in the workflow, with the benefits.

import type { Session } from '@pestle/client';
import {
  fieldStyles,
  initialText,
  LiveRegion,
  loadText,
  PatientForm,
  type PatientFormText,
  patientFormWords,
  spanishPatientForm,
  type Text,
} from '@pestle/elements/patient-form';
import { todayIn } from '@pestle/rules/local-time';
import type { TemplateResult } from 'lit';
import { html, unsafeCSS } from 'lit';
import { goTo } from '../navigate.ts';
import { SessionPage } from '../page/session-page.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import type { Route } from '../routes.ts';
import { patients as english, type PatientsText } from '../text/en/patients.ts';

export class PatientFormPage extends SessionPage<true> {
  static override styles = [...portalStyles, unsafeCSS(fieldStyles)];
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #live = new LiveRegion(() => this.requestUpdate());
  readonly #words = new PageWords<PatientsText>(
    english,
    async () => (await import('../text/es/patients.ts')).patients,
    () => this.requestUpdate(),
  );
  readonly #formWords = new PageWords<PatientFormText>(patientFormWords, spanishPatientForm, () =>
    this.requestUpdate(),
  );
  #text: Text = initialText;
  #form: PatientForm | undefined;
  #formOf = '';
  #end = new AbortController();
  #wasReady = false;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : 'new';
  }

  /** The form asks for what it edits by itself. */
  protected override async load(): Promise<true> {
    this.#text = await loadText(language());
    return true;
  }

  protected override isAwaited(): boolean {
    return false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live.stop();
    this.#close();
  }

  protected override show(_data: true, session: Session): TemplateResult {
    if (this.#text.kit.language !== language())
      void loadText(language()).then((text) => {
        this.#text = text;
        this.requestUpdate();
      });
    const form = this.#formFor(session);
    const isReady = session.state === 'ready';
    if (isReady && !this.#wasReady) form.resume();
    this.#wasReady = isReady;
    return html`<div class="page"><h1>${this.subject() === 'new' ? this.#words.now.create : this.#words.now.edit}</h1>
      ${this.staleNote()}${form.render()}${this.#live.render()}</div>`;
  }

  #formFor(session: Session): PatientForm {
    const subject = `${session.me?.id} ${this.subject()}`;
    if (this.#form !== undefined && this.#formOf === subject) return this.#form;
    this.#close();
    this.#end = new AbortController();
    this.#formOf = subject;
    const text = (): Text => this.#text;
    const editId = this.subject() === 'new' ? null : this.subject();
    this.#form = new PatientForm(
      {
        id: (name) => name,
        update: () => this.requestUpdate(),
        updated: () => this.updateComplete,
        announce: (message, politeness) => this.#live.announce(message, politeness),
        find: (name) => this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(name)}`),
        config: { enableOrder: true, optionalPatientAddress: true },
        session,
        get text() {
          return text();
        },
        state: {
          signal: this.#end.signal,
          patient: { today: todayIn(session.organization?.timeZone, Date.now()) },
        },
      },
      editId,
      () => this.#formWords.now,
      (id) =>
        goTo(
          id === null
            ? editId === null
              ? '/portal/patients'
              : `/portal/patients/${editId}`
            : `/portal/patients/${id}`,
        ),
    );
    return this.#form;
  }

  #close(): void {
    this.#end.abort();
    this.#form?.dispose();
    this.#form = undefined;
  }
}
