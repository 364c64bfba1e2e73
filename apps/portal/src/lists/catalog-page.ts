// The page of the practice's catalogs: what is in one, added from the drug file and removed, and the directions and quantity each begins with.

import type { Session } from '@pestle/client';
import {
  PortalCreateCatalog,
  PortalCreateTemplate,
  PortalDeleteCatalog,
  PortalUpdateCatalog,
  PortalUpdateTemplate,
} from '@pestle/client/documents/portal-lists';
import { chip } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters } from '../navigate.ts';
import { typedIn } from '../page/change.ts';
import { csvOf, saveCsv } from '../page/files/csv.ts';
import { type Column, orderIn, sortChoice, sorted, sortedHead } from '../page/lists/sorted.ts';
import { medicationLine, medicationText } from '../page/medication.ts';
import type { ListsText } from '../text/en/lists.ts';
import {
  type Catalog,
  catalogLines,
  isFound,
  loadCatalog,
  presetText,
  type Row,
  type ShownCatalog,
  sortKey,
  type Treatment,
} from './catalog-rows.ts';
import { ListPage } from './list-page.ts';
import { type Template, templateFields, templateIn } from './template-fields.ts';
import { type FoundTreatment, TreatmentFinder } from './treatment-finder.ts';

const ADD = 'new';

export class CatalogPage extends ListPage<ShownCatalog> {
  readonly #finder = new TreatmentFinder(() => this.requestUpdate());
  /** The treatment whose directions are edited. */
  #open: string | undefined;

  protected override get heading(): string {
    return this.words.catalog.title;
  }

  protected override subject(): string {
    return new URLSearchParams(location.search).get('catalog') ?? '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<ShownCatalog> {
    return await loadCatalog(session, this.subject(), signal);
  }

  protected override show(loaded: ShownCatalog, session: Session): TemplateResult {
    const all = this.words;
    const words = all.catalog;
    const { catalogs, offCatalog, shown, rows } = loaded;
    const isAdmin = session.me?.roles.includes('ADMIN') === true;
    return html`<div class="page"><div class="head"><h1>${words.title}</h1>
        <div class="end">${
          shown === undefined
            ? nothing
            : html`${this.search.render(words.search, words.searchFor)}
                <button type="button" @click=${() => saveCsv(shown.name, csvOf(catalogLines(rows, all)))}>${words.export}</button>`
        }</div></div>
      <p class="muted">${words.about} ${offCatalog ? words.open : html`<strong>${words.closed}</strong>`}
        ${isAdmin ? html`<a href="/portal/policies">${words.toPolicies}</a>` : nothing}</p>
      ${this.staleNote()}${this.change.render()}
      ${catalogs.length < 2 ? nothing : this.#choice(catalogs, shown, words)}
      ${shown === undefined ? html`<div class="card empty"><p>${words.none}</p>${isAdmin ? nothing : html`<p class="muted">${words.noneAsk}</p>`}</div>` : this.#list(rows, shown, session, all, isAdmin)}
      ${isAdmin ? html`<div class="pair">${shown === undefined ? nothing : this.#adding(rows, shown, session, words)}${this.#settings(shown, session, all)}</div>` : nothing}
    </div>`;
  }

  #choice(
    catalogs: readonly Catalog[],
    shown: Catalog | undefined,
    words: ListsText['catalog'],
  ): TemplateResult {
    return html`<div class="chips" role="group" aria-label=${words.which}>${catalogs.map(
      ({ id, name }) =>
        html`<button type="button" aria-pressed=${String(id === shown?.id)} @click=${() => this.#turnTo(id)}>${name}</button>`,
    )}</div>`;
  }

  #turnTo(id: string): void {
    this.#open = undefined;
    this.#finder.forget();
    this.confirm.close();
    this.change.forget();
    setFilters({ catalog: id });
  }

  #list(
    rows: readonly Row[],
    catalog: Catalog,
    session: Session,
    all: ListsText,
    isAdmin: boolean,
  ): TemplateResult {
    const words = all.catalog;
    const columns: readonly Column[] = [
      { name: 'name', label: words.columns.name },
      { name: 'class', label: words.columns.kind },
      { name: 'directions', label: words.columns.directions, plain: true },
      ...(isAdmin ? [{ name: 'acts', label: '', plain: true as const }] : []),
    ];
    const order = orderIn(location.search, columns);
    const shown = sorted(rows.filter(isFound), order, sortKey);
    return html`${sortChoice(columns, order, all.sortBy)}
      <p class="visually-hidden" role="status">${words.found(shown.length)}</p>
      ${
        shown.length === 0
          ? html`<div class="card empty"><p>${rows.length === 0 ? words.noneIn : words.noneFound}</p></div>`
          : html`<div class="panel"><table><caption class="visually-hidden">${catalog.name}</caption>${sortedHead(columns, order)}
              <tbody>${shown.map((row) => this.#row(row, catalog, session, all, isAdmin))}</tbody></table></div>`
      }`;
  }

  #row(row: Row, catalog: Catalog, session: Session, all: ListsText, isAdmin: boolean): TemplateResult {
    const words = all.catalog;
    const { treatment, templates } = row;
    const isOpen = this.#open === treatment.id;
    const name = medicationText(treatment);
    return html`<tr>
        <td>${medicationLine(treatment)}${treatment.prescribable ? nothing : html`<div>${chip('off', this.#why(treatment))}</div>`}</td>
        <td class="part muted">${treatment.therapeuticClass ?? ''}</td>
        <td>${templates.length === 0 ? html`<span class="muted">${words.noDirections}</span>` : templates.map((one) => html`<div>${presetText(one, words)}</div>`)}</td>
        ${
          isAdmin
            ? html`<td class="part end"><div class="row">
                <button type="button" aria-expanded=${String(isOpen)} aria-label=${words.editOf(name)} @click=${() => this.#toggle(treatment.id)}>${words.edit}</button>
                ${this.confirm.render({ name: treatment.id, label: words.take, effect: words.takeAbout, doIt: () => void this.#update(catalog, { removeTreatmentIds: [treatment.id] }, words.taken, session) }, all, this.change.busy)}</div></td>`
            : nothing
        }
      </tr>${isOpen ? html`<tr><td colspan="4">${this.#directions(row, session, all)}</td></tr>` : nothing}`;
  }

  #why({ reason, reasonCode }: Treatment): string {
    return this.shared.said.findings[reasonCode ?? ''] ?? reason ?? '';
  }

  /** One form for each template of it, and one for a new one where there is none. */
  #directions({ treatment, templates }: Row, session: Session, all: ListsText): TemplateResult {
    const name = medicationText(treatment).slice(0, NAME_MAX);
    const empty = {
      name,
      dispenseQuantity: null,
      daysSupply: null,
      fillsAllowed: null,
      instructions: null,
      notes: null,
    };
    const forms: readonly (Template | undefined)[] = templates.length === 0 ? [undefined] : templates;
    return html`${forms.map(
      (
        template,
      ) => html`<form @submit=${(event: SubmitEvent) => void this.#preset(event, treatment.id, template, session)}>
        ${templateFields(template ?? empty, template?.id ?? ADD, all.templates)}
        <div class="row"><button class="primary" ?disabled=${this.change.busy}>${all.save}</button></div></form>`,
    )}`;
  }

  #adding(
    rows: readonly Row[],
    catalog: Catalog,
    session: Session,
    words: ListsText['catalog'],
  ): TemplateResult {
    const around = {
      session,
      shared: this.shared,
      words: { find: words.find, search: words.searchIn, noneFound: words.foundNone },
      known: new Set(rows.map(({ treatment }) => treatment.id)),
      act: (
        one: FoundTreatment,
      ) => html`<button type="button" ?disabled=${this.change.busy} aria-label=${words.addOf(medicationText(one))}
        @click=${() => void this.#update(catalog, { addTreatmentIds: [one.id] }, words.added, session)}>${words.add}</button>`,
    };
    return html`<section class="card" aria-labelledby="find"><h2 id="find">${words.find}</h2>
      ${this.#finder.search(around)}${this.#finder.hits(around)}</section>`;
  }

  #settings(shown: Catalog | undefined, session: Session, all: ListsText): TemplateResult {
    const words = all.catalog;
    const busy = this.change.busy;
    return html`<section class="card" aria-labelledby="lists"><h2 id="lists">${shown?.name ?? words.create}</h2>
      ${
        shown === undefined
          ? nothing
          : html`<form @submit=${(event: SubmitEvent) => void this.#rename(event, shown, session)}>
              <div><label for="rename">${words.name}</label><input id="rename" name="name" required maxlength=${NAME_MAX} autocomplete="off" .value=${shown.name}></div>
              <div class="row"><button ?disabled=${busy}>${words.rename}</button>
                ${this.confirm.render({ name: shown.id, label: words.remove, effect: words.removeAbout, doIt: () => void this.#remove(shown.id, session) }, all, busy)}</div></form>`
      }
      ${shown === undefined ? nothing : html`<h2>${words.create}</h2>`}
      <form @submit=${(event: SubmitEvent) => void this.#create(event, session)}>
        <div><label for="create">${words.name}</label><input id="create" name="name" required maxlength=${NAME_MAX} autocomplete="off"></div>
        <p><button ?disabled=${busy}>${words.make}</button></p></form></section>`;
  }

  #toggle(id: string): void {
    this.#open = this.#open === id ? undefined : id;
    this.confirm.close();
    this.change.forget();
    this.requestUpdate();
  }

  #said(done: string) {
    return { done, conflict: this.words.catalog.conflict };
  }

  async #update(
    { id, revision: expectedRevision }: Catalog,
    changes: {
      readonly name?: string;
      readonly addTreatmentIds?: readonly string[];
      readonly removeTreatmentIds?: readonly string[];
    },
    done: string,
    session: Session,
  ): Promise<void> {
    const sent = {
      ...changes,
      addTreatmentIds: [...(changes.addTreatmentIds ?? [])],
      removeTreatmentIds: [...(changes.removeTreatmentIds ?? [])],
    };
    const made = await this.make(
      session,
      PortalUpdateCatalog,
      { id, expectedRevision, changes: sent },
      this.#said(done),
    );
    // After somebody else's change what is there now is shown.
    if (made === undefined) this.lookNow();
  }

  async #rename(event: SubmitEvent, catalog: Catalog, session: Session): Promise<void> {
    event.preventDefault();
    const name = typedIn(new FormData(event.target as HTMLFormElement), 'name');
    await this.#update(catalog, { name }, this.words.saved, session);
  }

  async #create(event: SubmitEvent, session: Session): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const name = typedIn(new FormData(form), 'name');
    const made = await this.make(
      session,
      PortalCreateCatalog,
      { name },
      this.#said(this.words.catalog.created),
    );
    if (made === undefined) return;
    form.reset();
    setFilters({ catalog: made.createCatalog.id });
  }

  async #remove(id: string, session: Session): Promise<void> {
    const said = this.#said(this.words.catalog.removed);
    if ((await this.make(session, PortalDeleteCatalog, { id }, said)) !== undefined)
      setFilters({ catalog: null });
  }

  async #preset(
    event: SubmitEvent,
    treatmentId: string,
    template: Template | undefined,
    session: Session,
  ): Promise<void> {
    event.preventDefault();
    const filled = templateIn(new FormData(event.target as HTMLFormElement));
    const said = { done: this.words.saved, conflict: this.words.templates.conflict };
    const made =
      template === undefined
        ? await this.make(
            session,
            PortalCreateTemplate,
            { input: { treatmentId, personal: false, ...filled } },
            said,
          )
        : await this.make(
            session,
            PortalUpdateTemplate,
            { id: template.id, expectedRevision: template.revision, changes: filled },
            said,
          );
    if (made === undefined) return;
    this.#open = undefined;
    this.requestUpdate();
  }
}

const NAME_MAX = 100;
