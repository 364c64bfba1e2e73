// The page that creates a patient or edits one: the same form as in the workflow, with the benefits.

import type { DataOf, Session } from '@pestle/client';
import { PortalPatient } from '@pestle/client/documents/portal-patients';
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
import { formatDate } from '@pestle/rules/dates';
import { todayIn } from '@pestle/rules/local-time';
import type { TemplateResult } from 'lit';
import { html, nothing, unsafeCSS } from 'lit';
import { goTo } from '../navigate.ts';
import { listedPatient } from '../page/moments.ts';
import { SessionPage } from '../page/session-page.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import type { Route } from '../routes.ts';
import { patients as english, type PatientsText } from '../text/en/patients.ts';

/** Whose record is edited; null where one is made. */
type Edited = DataOf<typeof PortalPatient>['patient'] | null;

export class PatientFormPage extends SessionPage<Edited> {
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

  /** The form asks for what it edits by itself; its heading says whose record that is. */
  protected override async load(session: Session, signal: AbortSignal): Promise<Edited> {
    const id = this.subject();
    const [text, patient] = await Promise.all([
      loadText(language()),
      id === 'new' ? null : session.query(PortalPatient, { id }, { signal }).then((found) => found.patient),
    ]);
    this.#text = text;
    return patient;
  }

  protected override isAwaited(): boolean {
    return false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live.stop();
    this.#close();
  }

  protected override show(patient: Edited, session: Session): TemplateResult {
    if (this.#text.kit.language !== language())
      void loadText(language()).then((text) => {
        this.#text = text;
        this.requestUpdate();
      });
    const form = this.#formFor(session);
    const isReady = session.state === 'ready';
    if (isReady && !this.#wasReady) form.resume();
    this.#wasReady = isReady;
    const words = this.#words.now;
    return html`<div class="page"><div class="head"><h1>${patient === null ? words.create : words.editOf(listedPatient(patient))}</h1>
        ${patient === null ? nothing : html`<span class="muted whole">${words.born(formatDate(patient.dateOfBirth, language()))}</span>`}</div>
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
