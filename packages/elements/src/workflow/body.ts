// The body of svc-prescribe-workflow: joins the page's attributes, the session and the workflow of one patient after another.
import type { Session } from '@pestle/client';
import { noChange } from 'lit/html.js';
import type { JsonReaders } from '../attributes/json-readers.ts';
import { sentenceOf } from '../attributes/problems.ts';
import type { WorkflowConfig } from '../attributes/workflow-config.ts';
import { needsJsonReaders, readWorkflowConfig } from '../attributes/workflow-config.ts';
import { fire } from '../events/events.ts';
import { PressWatch } from '../kit/fields/press-watch.ts';
import { LiveRegion } from '../kit/live-region.ts';
import { loadCode } from '../kit/load-code.ts';
import { fieldStyles, widgetStyles } from '../kit/look/field-styles.ts';
import { baseStyles, buttonStyles } from '../kit/look/styles.ts';
import { ViewElement } from '../kit/view-element.ts';
import { wait } from '../kit/wait.ts';
import type { DraftRecord } from '../records.ts';
import { definePrivate } from '../registry.ts';
import { WORKFLOW_PARTS } from '../shells/parts.ts';
import type { RawAttributes, ShellBody } from '../shells/shell-body.ts';
import { languageFor, nearestLanguage, watchLanguage } from '../text/language.ts';
import type { Text } from '../text/text.ts';
import { initialText, loadText } from '../text/text.ts';
import { askAhead } from './ask-ahead.ts';
import { browserStorage, holdPage } from './browser.ts';
import type { WorkflowHost } from './part.ts';
import { PatientWorkflow } from './patient-workflow.ts';
import type { FormValues } from './state/drafts/draft-fields.ts';
import { WorkflowState } from './state/workflow-state.ts';
import { workflowStyles } from './styles.ts';

/** The public methods, which the shell calls by name; nothing else of the body is reachable from the page (W4). */
export interface WorkflowBody extends ShellBody {
  /** Opens the review. True when there is something to sign. */
  submit(): Promise<boolean>;
  /** Adds a draft as `initial-prescriptions` does. Throws a `ClientError` that names what is wrong. */
  addDraft(input: unknown): Promise<DraftRecord>;
  /** Empties the form and closes review and result; drafts stay, each with its own delete button. */
  reset(): void;
}

class WorkflowBodyElement extends ViewElement implements WorkflowBody {
  static override readonly styles = [baseStyles, buttonStyles, fieldStyles, widgetStyles, workflowStyles];

  #owner: HTMLElement = this;
  #config: WorkflowConfig = readWorkflowConfig({}, null).config;
  #raw: RawAttributes = {};
  #readers: JsonReaders | null = null;
  #applied = false;
  #session: Session | null = null;
  #unsubscribe: (() => void) | undefined;
  #workflow: PatientWorkflow | undefined;
  /** Chosen in the picker, where the page names no patient. */
  #picked: string | null = null;
  #meId: string | undefined;
  #wasReady = false;
  #readyFired = false;
  #text: Text = initialText;
  #stopLanguage: (() => void) | undefined;
  readonly #live = new LiveRegion(() => this.requestUpdate());
  readonly #press = new PressWatch(this.renderRoot);
  /** More than the search is to be drawn. */
  #whole = true;
  readonly #warned = new Set<string>();
  /** What was typed for a patient that the page switched away from; found again when it switches back. */
  readonly #typed = new Map<string, FormValues>();

  attach(owner: HTMLElement): void {
    this.#owner = owner;
    this.setAttribute('exportparts', WORKFLOW_PARTS.replaceAll(' ', ','));
  }

  receive(raw: RawAttributes): void {
    this.#raw = raw;
    if (this.#readers === null && needsJsonReaders(raw)) void this.#receiveJson();
    else this.#apply(raw);
  }

  /** Nothing is shown before all that the page has set is understood; a form without its disable list is none. */
  async #receiveJson(): Promise<void> {
    try {
      ({ jsonReaders: this.#readers } = await loadCode(() => import('../attributes/json-readers.ts')));
    } catch {
      this.#warn(
        'The attributes that hold JSON could not be read: a part of this form was not loaded.',
        'disable-list',
      );
    }
    this.#apply(this.#raw);
  }

  #apply(raw: RawAttributes): void {
    const before = this.#config;
    const { config, problems, warnings } = readWorkflowConfig(raw, this.#readers);
    this.#config = config;
    for (const warning of warnings) this.#warn(warning);
    for (const problem of problems) this.#warn(sentenceOf(problem), problem.attribute);
    const first = !this.#applied;
    this.#applied = true;
    this.#askAhead();
    if (first || config.patientId !== before.patientId) this.#openPatient();
    else void this.#workflow?.host.state.configured();
    if (config.triggerSubmit && !before.triggerSubmit && this.#workflow !== undefined) void this.submit();
    this.requestUpdate();
  }

  connect(session: Session | null): void {
    if (session !== this.#session) {
      this.#unsubscribe?.();
      this.#forget();
      this.#session = session;
      this.#unsubscribe = session?.subscribe(() => this.#sessionChanged());
      this.#askAhead();
    }
    this.#sessionChanged();
  }

  async submit(): Promise<boolean> {
    return (await this.#workflow?.submit()) ?? false;
  }

  async addDraft(input: unknown): Promise<DraftRecord> {
    const { addDraft } = await loadCode(() => import('./add-draft.ts'));
    return await addDraft(this.#workflow?.host.state, input, this.#config);
  }

  reset(): void {
    const state = this.#workflow?.host.state;
    if (state === undefined || state.review.submission.busy) return;
    state.review.submission.startOver();
    state.review.close();
    state.form.clear();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#speak();
    this.#stopLanguage = watchLanguage(this.#owner, () => void this.#speak());
    this.#workflow?.connect(true);
  }

  disconnectedCallback(): void {
    this.#stopLanguage?.();
    this.#live.stop();
    globalThis.removeEventListener('beforeunload', holdPage);
    this.#workflow?.connect(false);
  }

  override get still(): Promise<void> | undefined {
    return this.#press.over;
  }

  override requestUpdate(): void {
    this.#whole = true;
    super.requestUpdate();
  }

  override render(): unknown {
    if (!this.#whole) {
      this.#workflow?.drawSearch();
      return noChange;
    }
    this.#whole = false;
    const live = this.#live.render();
    return this.#workflow?.render(live) ?? live;
  }

  override updated(): void {
    this.#workflow?.updated();
    // Only while there is something to lose: a page that always asks is slower to come back to.
    if (this.#workflow?.holdsWork === true && this.isConnected)
      globalThis.addEventListener('beforeunload', holdPage);
    else globalThis.removeEventListener('beforeunload', holdPage);
  }

  #sessionChanged(): void {
    const session = this.#session;
    const meId = session?.me?.id;
    // Another person: everything of the former one goes.
    if (this.#meId !== undefined && meId !== undefined && meId !== this.#meId) this.#forget();
    if (meId !== undefined) this.#meId = meId;
    const ready = session?.state === 'ready';
    if (ready && this.#workflow === undefined) this.#openPatient();
    else if (ready && !this.#wasReady) void this.#workflow?.resume();
    this.#wasReady = ready;
    this.requestUpdate();
  }

  #forget(): void {
    this.#workflow?.dispose();
    this.#workflow = undefined;
    this.#meId = undefined;
    this.#wasReady = false;
    this.#picked = null;
    this.#typed.clear();
  }

  /** A new state with new parts: nothing of the patient before is in them (E5). */
  #openPatient(): void {
    const session = this.#session;
    this.#keepTyped();
    this.#workflow?.dispose();
    this.#workflow = undefined;
    if (session?.me === undefined || session.state !== 'ready' || !this.#applied) return;
    const patientId = this.#config.patientId ?? this.#picked;
    const workflow = new PatientWorkflow(this.#hostOf(session, patientId));
    this.#workflow = workflow;
    if (this.isConnected) workflow.connect(true);
    const typed = patientId === null ? undefined : this.#typed.get(patientId);
    if (typed !== undefined) workflow.host.state.form.set(typed);
    void this.#start(workflow);
    this.requestUpdate();
  }

  async #start(workflow: PatientWorkflow): Promise<void> {
    await workflow.host.state.start();
    this.#ready(workflow);
    await workflow.prepare();
  }

  #askAhead(): void {
    if (this.#applied) askAhead(this.#session, this.#config);
  }

  #keepTyped(): void {
    const state = this.#workflow?.host.state;
    const id = state?.patient.givenId;
    if (state === undefined || id === null || id === undefined) return;
    if (state.form.dirty && state.form.editing === null && state.form.held === null)
      this.#typed.set(id, state.form.values);
    else this.#typed.delete(id);
  }

  #ready(workflow: PatientWorkflow): void {
    if (this.#workflow !== workflow || this.#readyFired) return;
    this.#readyFired = true;
    fire(this.#owner, 'svc-ready', {});
    if (this.#owner.hasAttribute('autofocus')) workflow.focus();
  }

  #hostOf(session: Session, patientId: string | null): WorkflowHost {
    const config = (): WorkflowConfig => this.#config;
    const text = (): Text => this.#text;
    const state = new WorkflowState(
      {
        session,
        config,
        emit: (name, detail) => fire(this.#owner, name, detail),
        now: Date.now,
        wait,
        visible: () => this.isConnected && document.visibilityState === 'visible',
        storage: browserStorage,
        owner: () => this.#owner,
      },
      patientId,
    );
    return {
      session,
      state,
      get config() {
        return config();
      },
      get text() {
        return text();
      },
      dress: this.dress,
      // One root holds this body only, so that names are ids.
      id: (name) => name,
      find: (name) => this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(name)}`),
      update: () => this.requestUpdate(),
      updateSearch: () => super.requestUpdate(),
      updated: () => this.updateComplete,
      announce: (message, politeness) => this.#live.announce(message, politeness),
      choosePatient: (id) => {
        this.#picked = id;
        this.#openPatient();
      },
      warn: (message, attribute) => this.#warn(message, attribute),
    };
  }

  /** Each sentence once: a page that renders often would flood its console. */
  #warn(message: string, attribute?: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    console.warn(`${this.#owner.localName}: ${message}`);
    if (attribute === undefined) return;
    const extensions = { code: 'CONFIGURATION', attribute };
    fire(this.#owner, 'svc-error', { errors: [{ message, path: [attribute], extensions }] });
  }

  async #speak(): Promise<void> {
    const language = languageFor(nearestLanguage(this.#owner));
    this.lang = language;
    const text = await loadText(language);
    if (this.lang !== language) return;
    this.#text = text;
    this.requestUpdate();
  }
}

export const createBody: () => WorkflowBody = definePrivate('workflow', WorkflowBodyElement);
