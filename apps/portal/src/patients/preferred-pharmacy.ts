// Owns the preferred pharmacy of a patient on the portal: which it is, and choosing another one.
import type { DataOf, Session } from '@pestle/client';
import { ClientError, isAbort } from '@pestle/client';
import { FindPharmacies } from '@pestle/client/documents/pharmacies';
import { errorText, note } from '@pestle/elements/views';
import { formatPhone } from '@pestle/rules/phone';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { PORTAL_LIMITS } from '../limits.ts';
import type { SharedWords } from '../page/words.ts';
import type { PatientsText } from '../text/en/patients.ts';

type Pharmacy = DataOf<typeof FindPharmacies>['pharmacies']['nodes'][number]['pharmacy'];

interface Around {
  readonly words: PatientsText;
  readonly shared: SharedWords;
  readonly session: Session;
  readonly busy: boolean;
  readonly problem: string;
  readonly save: (pharmacyId: string | null) => void;
}

export class PreferredPharmacy {
  readonly #draw: () => void;
  #state: 'shown' | 'choosing' | 'looking' = 'shown';
  #found: readonly Pharmacy[] | undefined;
  #problem = '';

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  close(): void {
    this.#state = 'shown';
    this.#found = undefined;
    this.#problem = '';
  }

  render(pharmacy: Pharmacy | null, around: Around): TemplateResult {
    const said = around.words.pharmacy;
    const choose = pharmacy === null ? said.chooseFirst : said.choose;
    return html`<section class="card" aria-labelledby="pharmacy"><div class="head"><h2 id="pharmacy">${said.title}</h2>
      ${this.#state === 'shown' ? html`<div class="end"><button type="button" class="quiet" aria-label="${said.title}: ${choose}" @click=${() => this.#open()}>${choose}</button></div>` : nothing}</div>
      ${pharmacy === null ? html`<p class="muted">${said.none}</p>` : pharmacyLines(pharmacy)}
      ${this.#state === 'shown' ? nothing : this.#choice(pharmacy, around)}
    </section>`;
  }

  #choice(current: Pharmacy | null, around: Around): TemplateResult {
    const { words, busy, save } = around;
    const said = words.pharmacy;
    const problem = this.#problem || around.problem;
    return html`<form role="search" @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const text = new FormData(event.target as HTMLFormElement).get('text');
      if (typeof text === 'string') void this.#find(text, around);
    }}>
      <div><label for="pharmacy-text">${said.search}</label><input id="pharmacy-text" name="text" type="text" required autocomplete="off" maxlength=${PORTAL_LIMITS.searchCharactersMax}></div>
      <div class="row"><button class="primary" ?disabled=${this.#state === 'looking'}>${said.find}</button>
        ${current === null ? nothing : html`<button type="button" ?disabled=${busy} @click=${() => save(null)}>${said.remove}</button>`}
        <button type="button" class="quiet" @click=${() => this.#cancel()}>${said.cancel}</button></div>
      ${problem === '' ? nothing : note('danger', problem, { role: 'alert' })}
      ${
        this.#found === undefined
          ? nothing
          : this.#found.length === 0
            ? html`<p role="status">${said.noneFound}</p>`
            : html`<ul class="events">${repeat(
                this.#found,
                (one) => one.id,
                (
                  one,
                ) => html`<li class="head"><div>${pharmacyLines(one)}</div><div class="end"><button type="button" ?disabled=${busy}
                  aria-label=${said.useOf(one.name)} @click=${() => save(one.id)}>${said.use}</button></div></li>`,
              )}</ul>`
      }
    </form>`;
  }

  async #find(text: string, { session, shared }: Around): Promise<void> {
    this.#state = 'looking';
    this.#problem = '';
    this.#draw();
    try {
      const { pharmacies } = await session.query(FindPharmacies, { text });
      this.#found = pharmacies.nodes.map(({ pharmacy }) => pharmacy);
    } catch (error) {
      if (isAbort(error)) return;
      this.#problem = error instanceof ClientError ? errorText(shared, error) : shared.kit.failed;
    }
    if (this.#state === 'looking') this.#state = 'choosing';
    this.#draw();
  }

  #open(): void {
    this.#state = 'choosing';
    this.#draw();
  }

  #cancel(): void {
    this.close();
    this.#draw();
  }
}

function pharmacyLines({ name, address, phone }: Pharmacy): TemplateResult {
  return html`<p><strong>${name}</strong></p>
    ${address === null ? nothing : html`<p class="small">${address.street1}, ${address.city}, ${address.state} ${address.postalCode}</p>`}
    ${phone === null ? nothing : html`<p class="small"><a href="tel:+1${phone}">${formatPhone(phone)}</a></p>`}`;
}
