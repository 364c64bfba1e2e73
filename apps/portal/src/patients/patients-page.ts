// The page of the patients: found by name or date of birth, opened, created.

import type { DataOf, Session } from '@pestle/client';
import { PortalPatients } from '@pestle/client/documents/portal-patients';
import { momentText } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { typedSearch } from '../navigate.ts';
import { listedPatient } from '../page/moments.ts';
import { SearchField } from '../page/search-field.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import { mayWrite } from '../roles.ts';
import { patients as english, type PatientsText } from '../text/en/patients.ts';

type Found = DataOf<typeof PortalPatients>['patients'];
type Patient = Found['nodes'][number];

interface Loaded {
  /** What they are found by. */
  readonly text: string;
  readonly patients: readonly Patient[];
  readonly hasMore: boolean;
}

export class PatientsPage extends SessionPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #search = new SearchField((text) => this.#toFound(text));
  readonly #words = new PageWords<PatientsText>(
    english,
    async () => (await import('../text/es/patients.ts')).patients,
    () => this.requestUpdate(),
  );
  #pages = 1;
  #shown = '';
  /** What Enter was pressed for in the search, until its patients are shown. */
  #wanted: string | undefined;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    const shown = typedSearch();
    if (shown !== this.#shown) this.#pages = 1;
    this.#shown = shown;
    return shown;
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#search.stop();
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    const text = typedSearch().trim();
    const patients: Patient[] = [];
    let after: string | null = null;
    for (let page = 0; page < this.#pages; page += 1) {
      const { patients: found }: { patients: Found } = await session.query(
        PortalPatients,
        { text: text === '' ? null : text, after },
        { signal },
      );
      patients.push(...found.nodes);
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
      if (after === null) break;
    }
    return { text, patients, hasMore: after !== null };
  }

  /** Patients change by what people do on other pages. */
  protected override isAwaited(): boolean {
    return false;
  }

  protected override show({ patients, hasMore }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1>
        <div class="end">${this.#search.render(words.search, words.searchFor)}
          <a class="button primary" href="/portal/patients/new">${words.create}</a></div></div>
      ${this.staleNote()}
      <p class="visually-hidden" role="status">${words.found(patients.length, hasMore)}</p>
      ${
        patients.length === 0
          ? html`<div class="card empty"><p>${typedSearch() === '' ? words.none : words.noneFound}</p>
              <a class="button" href="/portal/patients/new">${words.create}</a></div>`
          : this.#table(patients, words, session)
      }
      ${hasMore ? html`<p><button type="button" @click=${() => this.#more()}>${words.more}</button></p>` : nothing}
    </div>`;
  }

  #table(patients: readonly Patient[], words: PatientsText, session: Session): TemplateResult {
    const clock = practiceClock(session, this.shared);
    const [name, born, sex, allergies, last] = words.columns;
    const mayPrescribe = session.me !== undefined && mayWrite(session.me);
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr><th scope="col">${name}</th><th scope="col">${born}</th><th scope="col">${sex}</th><th scope="col">${allergies}</th><th scope="col">${last}</th>${mayPrescribe ? html`<th scope="col">${words.next}</th>` : nothing}</tr></thead>
      <tbody>${patients.map(
        (patient) => html`<tr>
          <td><a href="/portal/patients/${patient.id}" data-row>${listedPatient(patient)}</a>${patient.deceased ? html` <span class="muted">(${words.deceased})</span>` : nothing}</td>
          <td class="part whole">${formatDate(patient.dateOfBirth, language())}</td>
          <td class="part">${words.sexes[patient.sex]}</td>
          <td data-label=${allergies ?? nothing}>${allergyLine(patient.allergies, words)}</td>
          <td class="part muted whole" data-label=${last ?? nothing}>${momentText(lastOrder(patient), clock)}</td>
          ${mayPrescribe ? html`<td class="part end">${prescribeLink(patient, words)}</td>` : nothing}
        </tr>`,
      )}</tbody></table></div>`;
  }

  protected override updated(): void {
    if (this.#wanted === undefined || this.data?.text !== this.#wanted) return;
    this.#wanted = undefined;
    // Whoever typed on, or went elsewhere meanwhile, stays there.
    const search = this.renderRoot.querySelector('input[type="search"]');
    if (
      search instanceof HTMLInputElement &&
      search.matches(':focus') &&
      search.value.trim() === this.data.text
    )
      this.renderRoot.querySelector<HTMLElement>('[data-row]')?.focus();
  }

  /** Leads to the first of those who are found by this, once they are shown: the rows before were found by something else. */
  #toFound(text: string): void {
    this.#wanted = text.trim();
    this.requestUpdate();
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }
}

/** Nothing is prescribed for the dead. */
function prescribeLink(patient: Patient, words: PatientsText): unknown {
  return patient.deceased
    ? nothing
    : html`<a class="button" data-next href="/portal/patients/${patient.id}/prescribe" aria-label=${words.prescribeFor(listedPatient(patient))}>${words.prescribe}</a>`;
}

function lastOrder({ pharmaciesUsed }: Patient): string | undefined {
  return pharmaciesUsed
    .map(({ lastOrderedAt }) => lastOrderedAt)
    .toSorted()
    .at(-1);
}

/** What nobody recorded is not the same as none. */
export function allergyLine(
  allergies: readonly { readonly substance: string }[] | null,
  words: PatientsText,
): TemplateResult {
  if (allergies === null) return html`<span class="warn whole">${words.notRecorded}</span>`;
  if (allergies.length === 0) return html`<span class="muted">${words.noneKnown}</span>`;
  return html`<span class="danger">${allergies.map(({ substance }) => substance).join(', ')}</span>`;
}
