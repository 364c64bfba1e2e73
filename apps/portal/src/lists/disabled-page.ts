// The page of what nobody in the practice prescribes: found, disabled with a reason, and enabled again.

import type { DataOf, Session } from '@pestle/client';
import { PortalDisable, PortalDisabled, PortalEnable } from '@pestle/client/documents/portal-lists';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { typedIn } from '../page/change.ts';
import { wholeList } from '../page/lists/whole-list.ts';
import { medicationLine, medicationText } from '../page/medication.ts';
import type { ListsText } from '../text/en/lists.ts';
import { ListPage } from './list-page.ts';
import { type FoundTreatment, TreatmentFinder } from './treatment-finder.ts';

type Disabled = DataOf<typeof PortalDisabled>['disabledTreatments']['nodes'][number];

export class DisabledPage extends ListPage<readonly Disabled[]> {
  readonly #finder = new TreatmentFinder(() => this.requestUpdate());

  protected override get heading(): string {
    return this.words.disabled.title;
  }

  protected override subject(): string {
    return 'disabled';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly Disabled[]> {
    return await wholeList(
      async (after) => (await session.query(PortalDisabled, { after }, { signal })).disabledTreatments,
    );
  }

  protected override show(disabled: readonly Disabled[], session: Session): TemplateResult {
    const all = this.words;
    const words = all.disabled;
    const isAdmin = session.me?.roles.includes('ADMIN') === true;
    return html`<div class="page"><h1>${words.title}</h1><p class="muted">${words.about}${isAdmin ? nothing : ` ${words.ask}`}</p>
      ${this.staleNote()}${this.change.render()}
      ${isAdmin ? this.#search(disabled, session, words) : nothing}
      <p class="visually-hidden" role="status">${words.found(disabled.length)}</p>
      ${
        disabled.length === 0
          ? html`<div class="card empty"><p>${words.none}</p></div>`
          : html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
              <thead><tr>${words.columns.map((column) => html`<th scope="col">${column || html`<span class="visually-hidden">${words.enable}</span>`}</th>`)}</tr></thead>
              <tbody>${disabled.map(
                (one) => html`<tr><td>${medicationLine(one)}</td><td class="muted">${one.reason ?? ''}</td>
                  <td class="part end">${isAdmin ? this.confirm.render({ name: one.id, label: words.enable, effect: words.enableAbout, doIt: () => void this.#enable(one.id, session) }, all, this.change.busy) : nothing}</td></tr>`,
              )}</tbody></table></div>`
      }</div>`;
  }

  #search(disabled: readonly Disabled[], session: Session, words: ListsText['disabled']): TemplateResult {
    const around = {
      session,
      shared: this.shared,
      words,
      known: new Set(disabled.map(({ id }) => id)),
      act: (one: FoundTreatment) => html`<button name="id" value=${one.id} ?disabled=${this.change.busy}
        aria-label=${words.disableOf(medicationText(one))}>${words.disable}</button>`,
    };
    const hits = this.#finder.hits(around);
    return html`<section class="card" aria-labelledby="find"><h2 id="find">${words.find}</h2>
      ${this.#finder.search(around)}
      ${
        hits === nothing
          ? nothing
          : html`<form @submit=${(event: SubmitEvent) => void this.#disable(event, session)}>
              <div><label for="reason">${words.reason}</label><input id="reason" name="reason" maxlength="200" autocomplete="off"></div>${hits}</form>`
      }</section>`;
  }

  async #disable(event: SubmitEvent, session: Session): Promise<void> {
    event.preventDefault();
    const id = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    if (id === '') return;
    const reason = typedIn(new FormData(event.target as HTMLFormElement), 'reason') || null;
    await this.make(session, PortalDisable, { ids: [id], reason }, this.#said(this.words.disabled.disabled));
  }

  async #enable(id: string, session: Session): Promise<void> {
    await this.make(session, PortalEnable, { ids: [id] }, this.#said(this.words.disabled.enabled));
  }

  #said(done: string) {
    return { done, conflict: this.words.templates.conflict };
  }
}
