// Owns what speaks against the medicine of the card while it is written: asked for as soon as it is chosen; only what is severe stops it, until a reason is chosen.
import { type DataOf, isAbort } from '@pestle/client';
import { ScreeningOf } from '@pestle/client/documents/screening';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { asClientError } from '../../kit/client-error.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { ScreeningText } from '../../text/en/workflow/screening.ts';
import { errorText } from '../../text/error-text.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { notTaken, treatmentNow } from '../search/treatment-now.ts';
import {
  answerOf,
  besideFinding,
  type Chosen,
  checkedText,
  type Finding,
  isWhole,
  NOTHING_CHOSEN,
  reasonFields,
  saidIn,
} from './finding.ts';
import { SCREENING_FIELD } from './screening-field.ts';
import { screeningWords } from './words.ts';

type Answer = DataOf<typeof ScreeningOf>['screeningOf'];
type Offer = Answer['offers'][number];
/** `undefined`: it is being asked; null: nobody could be asked. */
type Known = { readonly key: string; readonly answer: Answer | null | undefined };

/** Notices beside the severe ones that are shown at once. */
const SHOWN_NOTICES = 1;

/** What the form does with a suggestion that is taken. */
export interface TakesOffers {
  readonly typeDirections: (directions: string) => void;
  readonly clear: () => void;
}

export class CardScreening implements Part {
  readonly #host: WorkflowHost;
  readonly #form: TakesOffers;
  readonly #text: () => ScreeningText;
  #known: Known = { key: '', answer: undefined };
  #asked: string | undefined;
  /** By rule: chosen and not whole yet. */
  readonly #begun = new Map<string, Chosen>();
  #begunIn = 0;
  /** Sentences that were said of what stands in the form: asking anew says none of them again. */
  readonly #told = new Set<string>();

  constructor(host: WorkflowHost, form: TakesOffers) {
    this.#host = host;
    this.#form = form;
    this.#text = screeningWords(host);
  }

  render(): unknown {
    this.#look();
    const { answer, key } = this.#known;
    const words = this.#words;
    if (key === '') return nothing;
    if (answer === undefined) return nothing;
    if (answer === null)
      return note(
        'warn',
        html`${words.notAsked} <button type="button" class="inline" @click=${() => this.#again()}>${words.again}</button>`,
      );
    return this.#answered(answer);
  }

  /** In one line how far it is checked: it stands beside the button that adds it. */
  status(): unknown {
    const { answer, key } = this.#known;
    const words = this.#words;
    if (key === '' || answer === null) return nothing;
    if (answer === undefined)
      return html`<span class="checked small muted"><span class="spinner" aria-hidden="true"></span> ${words.checking}</span>`;
    const { checked, source, dataDate, troubles } = answer.screening.result;
    const why = troubles.map(({ text }) => this.#said(text)).join(' ');
    if (!checked) return html`<span class="checked small muted">${words.notChecked} ${why}</span>`;
    if (source === null || dataDate === null) return nothing;
    return html`<span class="checked small muted">${checkedText(words, this.#host, { source, dataDate })}</span>`;
  }

  resume(): void {
    if (this.#known.answer === null) this.#again();
  }

  get #words(): ScreeningText {
    return this.#text();
  }

  #said(text: { readonly en: string; readonly es: string }): string {
    return saidIn(this.#host.text.kit.language, text);
  }

  #answered({ screening, offers }: Answer): unknown {
    const words = this.#words;
    const { findings } = screening.result;
    if (findings.length === 0) return nothing;
    const severe = findings.filter(isSevere);
    const others = findings.filter((one) => !isSevere(one));
    const firstOpen = severe.find(({ rule }) => !this.#isAnswered(rule));
    const told = (findings: readonly Finding[]): unknown =>
      repeat(findings, ruleOf, (one) => note('warn', this.#body(one, offers)));
    const shown = others.slice(0, SHOWN_NOTICES);
    const folded = others.slice(SHOWN_NOTICES);
    return html`<div class="stack" part="screening" role="group" aria-label=${words.title}>
      ${repeat(severe, ruleOf, (one, at) =>
        this.#severe(one, offers, one === firstOpen ? SCREENING_FIELD : `${SCREENING_FIELD}-${at}`),
      )}
      ${told(shown)}
      ${
        folded.length === 0
          ? nothing
          : html`<details><summary>${words.more(folded.length)}</summary><div class="stack">${told(folded)}</div></details>`
      }
    </div>`;
  }

  #severe(one: Finding, offers: readonly Offer[], name: string): TemplateResult {
    const { form } = this.#host.state;
    const missing = form.problemOf('screeningAnswers') !== undefined && !this.#isAnswered(one.rule);
    return note(
      'danger',
      html`${this.#body(one, offers)}${reasonFields(this.#host, this.#words, {
        name,
        label: this.#words.why,
        reasons: one.reasons,
        own: one.serviceReasons,
        chosen: this.#chosen(one.rule),
        missing,
        change: (chosen) => this.#choose(one.rule, chosen),
      })}`,
    );
  }

  #body(one: Finding, offers: readonly Offer[]): TemplateResult {
    return html`<p>${this.#said(one.text)}</p>${besideFinding(this.#words, one, (suggestion) => {
      const offer = offers.find(({ label }) => label === suggestion);
      return offer === undefined || !this.#mayTake(offer)
        ? nothing
        : html`<button type="button" class="inline" aria-label=${this.#words.takeOf(suggestion)} @click=${() => void this.#take(offer)}>${this.#words.take}</button>`;
    })}`;
  }

  #chosen(rule: string): Chosen {
    const kept = this.#host.state.form.values.screeningAnswers.find((one) => one.rule === rule);
    if (kept !== undefined) return { reason: kept.reason, text: kept.text ?? '' };
    return this.#begun.get(rule) ?? NOTHING_CHOSEN;
  }

  #isAnswered(rule: string): boolean {
    return this.#host.state.form.values.screeningAnswers.some((one) => one.rule === rule);
  }

  /** What is whole stands in the form, and goes with the draft. */
  #choose(rule: string, chosen: Chosen): void {
    const { form } = this.#host.state;
    this.#begun.set(rule, chosen);
    const others = form.values.screeningAnswers.filter((one) => one.rule !== rule);
    form.set({ screeningAnswers: isWhole(chosen) ? [...others, answerOf(rule, chosen)] : others });
  }

  /** What is being edited stays the draft that it is: only its directions can be taken over. */
  #mayTake({ treatmentId, removes }: Offer): boolean {
    const { form } = this.#host.state;
    return (form.editing === null && form.held === null) || (treatmentId === null && !removes);
  }

  async #take({ removes, treatmentId, directions }: Offer): Promise<void> {
    const { announce } = this.#host;
    const words = this.#words;
    if (removes) {
      this.#form.clear();
      return announce(words.dropped);
    }
    if (treatmentId !== null && !(await this.#takeTreatment(treatmentId))) return;
    if (directions !== null) {
      // The card knows what it holds when it is drawn.
      await this.#host.updated();
      this.#form.typeDirections(directions);
    }
    announce(words.taken);
    await focusOn(this.#host, 'directions');
  }

  /** As it is now, for this patient; false where it cannot be prescribed, which is said. */
  async #takeTreatment(id: string): Promise<boolean> {
    const { state, text, announce } = this.#host;
    const before = state.form.values.treatment;
    try {
      const treatment = await treatmentNow(this.#host, id);
      // Whoever has chosen another medicine meanwhile keeps that.
      if (state.form.values.treatment !== before) return false;
      if (state.form.pick({ kind: 'treatment', treatment })) return true;
      announce(notTaken(this.#host, treatment), 'assertive');
    } catch (error) {
      if (!isAbort(error)) announce(errorText(text, asClientError(error)), 'assertive');
    }
    return false;
  }

  #again(): void {
    this.#known = { key: '', answer: undefined };
    this.#host.update();
  }

  /** Asks once for what is written, with whatever it is compared with: another allergy or another draft asks anew. */
  #look(): void {
    const { form, patient, drafts } = this.#host.state;
    const { treatment } = form.values;
    const { record } = patient;
    const own = (form.editing ?? form.held)?.id;
    const key =
      treatment === null || record === null
        ? ''
        : JSON.stringify([
            treatment.id,
            record.revision,
            own,
            drafts.records.filter(({ id }) => id !== own).map((one) => [one.id, one.treatment?.id]),
          ]);
    // The same medicine in another draft is another question.
    if (form.opened !== this.#begunIn) {
      this.#begun.clear();
      this.#told.clear();
    }
    this.#begunIn = form.opened;
    if (key === this.#known.key) return;
    const isOther = treatment?.id !== this.#asked || this.#known.key === '';
    this.#asked = treatment?.id;
    // What was found stays in sight while it is compared with what changed around it.
    this.#known = { key, answer: isOther ? undefined : this.#known.answer };
    if (isOther) {
      this.#begun.clear();
      form.severe = [];
    }
    if (treatment !== null && record !== null) void this.#ask(key, record.id, treatment.id, own);
  }

  async #ask(
    key: string,
    patientId: string,
    treatmentId: string,
    draftId: string | undefined,
  ): Promise<void> {
    const { session, state, announce } = this.#host;
    try {
      const variables = { patientId, treatmentId, draftId: draftId ?? null };
      const { screeningOf } = await session.query(ScreeningOf, variables, { signal: state.signal });
      if (this.#known.key !== key) return;
      this.#known = { key, answer: screeningOf };
      const severe = screeningOf.screening.result.findings.filter(isSevere);
      state.form.severe = severe.map(({ rule }) => rule);
      const open = severe.filter(({ rule }) => !this.#isAnswered(rule)).map(({ text }) => this.#said(text));
      const fresh = open.filter((sentence) => !this.#told.has(sentence));
      for (const sentence of fresh) this.#told.add(sentence);
      if (fresh.length > 0) announce(fresh.join(' '), 'assertive');
    } catch (error) {
      if (isAbort(error) || this.#known.key !== key) return;
      asClientError(error);
      this.#known = { key, answer: null };
      state.form.severe = [];
    }
    this.#host.update();
  }
}

function ruleOf({ rule }: Finding): string {
  return rule;
}

function isSevere({ severity }: Finding): boolean {
  return severity === 'HIGH';
}
