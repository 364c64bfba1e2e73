// The page of the templates: one's own and the practice's, changed on what was read, and deleted.

import type { Session } from '@pestle/client';
import {
  PortalDeleteTemplate,
  PortalTemplates,
  PortalUpdateTemplate,
} from '@pestle/client/documents/portal-lists';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters } from '../navigate.ts';
import { type Column, orderIn, sortChoice, sorted, sortedHead } from '../page/lists/sorted.ts';
import { wholeList } from '../page/lists/whole-list.ts';
import { medicationLine, medicationText } from '../page/medication.ts';
import { isSearched } from '../page/search-field.ts';
import type { ListsText } from '../text/en/lists.ts';
import { ListPage } from './list-page.ts';
import { type Template, templateFields, templateIn } from './template-fields.ts';

export class TemplatesPage extends ListPage<readonly Template[]> {
  #open: string | undefined;

  protected override get heading(): string {
    return this.words.templates.title;
  }

  /** Searching and sorting ask nothing anew. */
  protected override subject(): string {
    return new URLSearchParams(location.search).get('show') ?? '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly Template[]> {
    const show = new URLSearchParams(location.search).get('show');
    const personal = show === 'mine' ? true : show === 'practice' ? false : null;
    return await wholeList(
      async (after) => (await session.query(PortalTemplates, { personal, after }, { signal })).templates,
    );
  }

  protected override show(templates: readonly Template[], session: Session): TemplateResult {
    const all = this.words;
    const words = all.templates;
    const now = new URLSearchParams(location.search).get('show');
    const chip = (show: string | null, label: string): TemplateResult =>
      html`<button type="button" aria-pressed=${String(now === show)} @click=${() => setFilters({ show })}>${label}</button>`;
    const columns: readonly Column[] = [
      { name: 'name', label: words.columns.name },
      { name: 'medication', label: words.columns.medication },
      { name: 'directions', label: words.columns.directions, plain: true },
      { name: 'whose', label: words.columns.whose },
      { name: 'edit', label: '', plain: true },
    ];
    const order = orderIn(location.search, columns);
    const shown = sorted(templates.filter(isFound), order, keyOf);
    return html`<div class="page"><div class="head"><h1>${words.title}</h1>
        <div class="end">${this.search.render(words.search, words.searchFor)}</div></div>
      ${this.staleNote()}${this.change.render()}
      <div class="chips" role="group" aria-label=${words.show}>${chip(null, words.all)}${chip('mine', words.mine)}${chip('practice', words.practice)}</div>
      ${sortChoice(columns, order, all.sortBy)}
      <p class="visually-hidden" role="status">${words.found(shown.length)}</p>
      ${
        shown.length === 0
          ? html`<div class="card empty"><p>${templates.length === 0 ? words.none : words.noneFound}</p></div>`
          : html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>${sortedHead(columns, order)}
              <tbody>${shown.map((template) => this.#row(template, session, all))}</tbody></table></div>`
      }</div>`;
  }

  #row(template: Template, session: Session, all: ListsText): TemplateResult {
    const words = all.templates;
    const { id, name, personal, treatment, instructions } = template;
    const mayEdit = personal || session.me?.roles.includes('ADMIN') === true;
    const isOpen = this.#open === id;
    return html`<tr>
        <td><strong>${name}</strong></td>
        <td>${treatment === null ? nothing : medicationLine(treatment)}</td>
        <td class="muted">${instructions ?? ''}</td>
        <td class="part whole" data-label=${words.columns.whose}>${personal ? words.mine : words.practice}</td>
        <td class="part end">${mayEdit ? html`<button type="button" aria-expanded=${String(isOpen)} aria-label=${words.editOf(name)} @click=${() => this.#toggle(id)}>${words.edit}</button>` : nothing}</td>
      </tr>${isOpen ? html`<tr><td colspan="5">${this.#form(template, session, all)}</td></tr>` : nothing}`;
  }

  #form(template: Template, session: Session, all: ListsText): TemplateResult {
    const words = all.templates;
    return html`<form @submit=${(event: SubmitEvent) => void this.#save(event, template, session)}>
      ${templateFields(template, template.id, words)}
      <div class="row"><button class="primary" ?disabled=${this.change.busy}>${all.save}</button>
        ${this.confirm.render({ name: template.id, label: words.remove, effect: words.removeAbout, doIt: () => void this.#remove(template.id, session) }, all, this.change.busy)}</div></form>`;
  }

  #toggle(id: string): void {
    this.#open = this.#open === id ? undefined : id;
    this.confirm.close();
    this.change.forget();
    this.requestUpdate();
  }

  #said(done: string) {
    return { done, conflict: this.words.templates.conflict };
  }

  async #save(event: SubmitEvent, { id, revision }: Template, session: Session): Promise<void> {
    event.preventDefault();
    const changes = templateIn(new FormData(event.target as HTMLFormElement));
    const variables = { id, expectedRevision: revision, changes };
    this.#ended(await this.make(session, PortalUpdateTemplate, variables, this.#said(this.words.saved)));
  }

  async #remove(id: string, session: Session): Promise<void> {
    this.#ended(
      await this.make(session, PortalDeleteTemplate, { id }, this.#said(this.words.templates.removed)),
    );
  }

  /** What was typed stays open where it did not work. */
  #ended(answer: unknown): void {
    if (answer === undefined) return;
    this.#open = undefined;
    this.requestUpdate();
  }
}

function isFound({ name, treatment, instructions }: Template): boolean {
  return isSearched(`${name} ${treatment === null ? '' : medicationText(treatment)} ${instructions ?? ''}`);
}

function keyOf({ name, treatment, personal }: Template, by: string): string | null {
  if (by === 'medication') return treatment === null ? null : medicationText(treatment);
  return by === 'whose' ? `${personal ? 0 : 1} ${name}` : name;
}
