// Owns the allergies of a patient on the portal: the list, and changing it. None known and not recorded are two things.
import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import type { PatientsText } from '../text/en/patients.ts';

export interface Allergy {
  readonly substance: string;
  readonly code: string | null;
  readonly codeSystem: string | null;
  readonly reaction: string | null;
  readonly severity: string | null;
}

const NEW: Allergy = { substance: '', code: null, codeSystem: null, reaction: null, severity: null };
const SEVERITIES = ['MILD', 'MODERATE', 'SEVERE'] as const;

/** What of the patient's record it is about. */
interface Recorded {
  readonly allergies: readonly Allergy[] | null;
  readonly revision: number;
}

export class Allergies {
  readonly #draw: () => void;
  /** Undefined while nothing is changed. */
  #typed: readonly Allergy[] | undefined;
  /** What was on record when the change began: whatever came since is not written over. */
  #before: Recorded = { allergies: null, revision: 0 };
  #noneKnown = false;
  #tried = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  close(): void {
    this.#typed = undefined;
  }

  /**
   * After somebody else's change: what they recorded joins what is typed, what they took away leaves it, and a person saves it once it was seen.
   * False while this record is the one that the change began with.
   */
  follow(now: Recorded): boolean {
    const [were, are] = [this.#before.allergies ?? [], now.allergies ?? []];
    if (now.revision === this.#before.revision) return false;
    this.#before = now;
    if (this.#typed === undefined) return true;
    const kept = this.#typed.filter((one) => !isIn(one, were) || isIn(one, are));
    this.#set([...kept, ...are.filter((one) => !isIn(one, were) && !isIn(one, kept))]);
    return true;
  }

  render(
    recorded: Recorded,
    words: PatientsText,
    {
      busy,
      problem,
      save,
    }: {
      readonly busy: boolean;
      readonly problem: string;
      /** `revision`: of the record that the change began with. */
      readonly save: (allergies: readonly Allergy[], revision: number) => void;
    },
  ): TemplateResult {
    const said = words.allergies;
    return html`<section class="card" aria-labelledby="allergies"><div class="head"><h2 id="allergies">${said.title}</h2>
      ${this.#typed === undefined ? html`<div class="end"><button type="button" class="quiet" aria-label="${said.title}: ${said.change}" @click=${() => this.#open(recorded)}>${said.change}</button></div>` : nothing}</div>
      ${this.#typed === undefined ? this.#list(recorded.allergies, words) : this.#form(this.#typed, words, busy, problem, save)}
    </section>`;
  }

  #list(allergies: readonly Allergy[] | null, words: PatientsText): TemplateResult {
    if (allergies === null) return html`<p class="warn">${words.notRecorded}</p>`;
    if (allergies.length === 0) return html`<p>${words.noneKnown}</p>`;
    const { severities } = words.allergies;
    return html`<ul class="events">${allergies.map(
      ({ substance, reaction, severity }) => html`<li><strong class="danger">${substance}</strong>
        ${[reaction, severities[severity ?? '']].filter(Boolean).join(', ')}</li>`,
    )}</ul>`;
  }

  #form(
    typed: readonly Allergy[],
    words: PatientsText,
    busy: boolean,
    problem: string,
    save: (allergies: readonly Allergy[], revision: number) => void,
  ): TemplateResult {
    const said = words.allergies;
    const missing = typed.some(({ substance }) => substance.trim() === '');
    const unclear = typed.length === 0 && !this.#noneKnown;
    const wrong = !this.#tried ? '' : missing ? said.missing : unclear ? said.unclear : '';
    return html`<form novalidate @submit=${(event: Event) => {
      event.preventDefault();
      this.#tried = true;
      if (missing || unclear) this.#draw();
      else
        save(
          typed.map((one) => ({
            ...one,
            substance: one.substance.trim(),
            reaction: one.reaction?.trim() || null,
          })),
          this.#before.revision,
        );
    }}>
      ${typed.map((allergy, index) => this.#line(allergy, index, words))}
      ${
        typed.length === 0
          ? html`<label><input type="checkbox" .checked=${this.#noneKnown} @change=${(event: Event) => {
              this.#noneKnown = (event.target as HTMLInputElement).checked;
              this.#draw();
            }}> ${said.noneKnown}</label>`
          : nothing
      }
      ${wrong === '' && problem === '' ? nothing : note('danger', wrong || problem, { role: 'alert' })}
      <div class="row"><button type="button" @click=${() => this.#set([...typed, NEW])}>${said.add}</button>
        <button class="primary" ?disabled=${busy}>${said.save}</button>
        <button type="button" class="quiet" @click=${() => this.#cancel()}>${said.cancel}</button></div>
    </form>`;
  }

  #line(allergy: Allergy, index: number, words: PatientsText): TemplateResult {
    const said = words.allergies;
    const change = (part: Partial<Allergy>): void =>
      this.#set((this.#typed ?? []).map((one, at) => (at === index ? { ...one, ...part } : one)));
    const value = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;
    const isMissing = this.#tried && allergy.substance.trim() === '';
    return html`<fieldset class="filters"><legend class="visually-hidden">${said.title} ${index + 1}</legend>
      <div><label for="substance-${index}">${said.substance}</label><input id="substance-${index}" maxlength=${PORTAL_LIMITS.allergyCharactersMax} required
        aria-invalid=${String(isMissing)} .value=${allergy.substance}
        @input=${(event: Event) => change({ substance: value(event), code: null, codeSystem: null })}></div>
      <div><label for="reaction-${index}">${said.reaction}</label><input id="reaction-${index}" maxlength=${PORTAL_LIMITS.allergyCharactersMax} .value=${allergy.reaction ?? ''}
        @input=${(event: Event) => change({ reaction: value(event) })}></div>
      <div><label for="severity-${index}">${said.severity}</label><select id="severity-${index}" @change=${(event: Event) => change({ severity: value(event) || null })}>
        <option value="" .selected=${allergy.severity === null}></option>
        ${SEVERITIES.map((one) => html`<option value=${one} .selected=${allergy.severity === one}>${said.severities[one]}</option>`)}</select></div>
      <div><button type="button" class="quiet danger" aria-label=${said.removeOf(allergy.substance)}
        @click=${() => this.#set((this.#typed ?? []).filter((_one, at) => at !== index))}>${said.remove}</button></div>
    </fieldset>`;
  }

  #open(recorded: Recorded): void {
    this.#before = recorded;
    this.#noneKnown = recorded.allergies !== null;
    this.#tried = false;
    this.#set(recorded.allergies ?? []);
  }

  #cancel(): void {
    this.#typed = undefined;
    this.#draw();
  }

  #set(typed: readonly Allergy[]): void {
    this.#typed = typed;
    this.#draw();
  }
}

function isIn(one: Allergy, many: readonly Allergy[]): boolean {
  const words = ({ substance, code, codeSystem, reaction, severity }: Allergy): string =>
    JSON.stringify([substance, code, codeSystem, reaction, severity]);
  return many.some((other) => words(other) === words(one));
}
