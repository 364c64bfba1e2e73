// The applications of the organization: the ids for `svc-client`, a snippet to paste, addresses, and secrets of machines (A3).

import type { Session } from '@pestle/client';
import {
  PortalApplications,
  PortalCreateApplication,
  PortalEndSecret,
  PortalRotateSecret,
  PortalUpdateApplication,
} from '@pestle/client/documents/portal-team';
import { chip, momentText, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { goTo } from '../navigate.ts';
import { ChangingPage } from '../page/changing-page.ts';
import { Confirm } from '../page/confirm.ts';
import { type Column, orderIn, sortChoice, sorted, sortedHead } from '../page/lists/sorted.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import type { Route } from '../routes.ts';
import { type ApplicationsText, applications as english } from '../text/en/applications.ts';
import { type Application, settingFields, settingsIn, snippet } from './application-form.ts';

/** How long the secrets before a new one go on, so that machines can be moved. */
const OVERLAP_SECONDS = 86_400;

export class SettingsPage extends ChangingPage<readonly Application[]> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #confirm = new Confirm(() => this.requestUpdate());
  /** Of one application: shown until another page is opened. */
  #secret: { readonly of: string; readonly text: string } | undefined;
  #shown: string | null = null;
  readonly #words = new PageWords<ApplicationsText>(
    english,
    async () => (await import('../text/es/applications.ts')).applications,
    () => this.requestUpdate(),
  );

  private get applicationId(): string | null {
    return this.route.page === 'settings' ? this.route.applicationId : null;
  }

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'applications';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly Application[]> {
    const { applications } = await session.query(PortalApplications, {}, { signal });
    return applications;
  }

  protected override show(applications: readonly Application[], session: Session): TemplateResult {
    const words = this.#words.now;
    const id = this.applicationId;
    if (id !== this.#shown) {
      this.#shown = id;
      this.change.forget();
      this.#confirm.close();
      if (this.#secret?.of !== id) this.#secret = undefined;
    }
    if (id === null) return this.#list(applications, session, words);
    if (id === 'new') return this.#new(session, words);
    const application = applications.find((one) => one.id === id);
    if (application === undefined)
      return html`<h1>${this.heading}</h1>${note('danger', words.missing, { role: 'alert' })}`;
    return html`<div class="page">
      <div class="head"><h1>${application.name}</h1><div class="end"><a class="button" href="/portal/settings">${words.title}</a></div></div>
      ${this.staleNote()}${this.change.render()}
      <div class="pair">
        ${this.#ids(application, session, words)}
        <section class="card" aria-labelledby="settings"><h2 id="settings">${words.settings}</h2>
          <form @submit=${(event: SubmitEvent) => void this.#save(event, application, session)}>
            ${settingFields(application, words)}
            <p><button class="primary" ?disabled=${this.change.busy}>${words.save}</button></p></form></section>
      </div></div>`;
  }

  #list(applications: readonly Application[], session: Session, words: ApplicationsText): TemplateResult {
    const columns: readonly Column[] = [
      { name: 'name', label: words.columns.name },
      { name: 'kind', label: words.columns.kind },
      { name: 'origins', label: words.columns.origins, plain: true },
      { name: 'used', label: words.columns.used },
    ];
    const order = orderIn(location.search, columns);
    const clock = practiceClock(session, this.shared);
    const rows = sorted(applications, order, (one, by) =>
      by === 'used' ? one.lastUsedAt : by === 'kind' ? one.kind : one.name,
    );
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1><div class="end"><a class="button primary" href="/portal/settings/new">${words.create}</a></div></div>
      ${this.staleNote()}<p class="muted">${words.about}</p>
      ${
        rows.length === 0
          ? html`<div class="card empty"><p>${words.none}</p></div>`
          : html`${sortChoice(columns, order, words.sortBy)}<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
              ${sortedHead(columns, order)}<tbody>${rows.map(
                ({ id, name, kind, active, origins, lastUsedAt }) => html`<tr>
                  <td><a href="/portal/settings/${id}" data-row>${name}</a>${active ? nothing : html` ${chip('off', words.off)}`}<div class="small muted mono">${id}</div></td>
                  <td class="part">${words.kinds[kind]}</td>
                  <td class="small">${origins.map((origin) => html`<div>${origin}</div>`)}</td>
                  <td class="part end muted">${lastUsedAt === null ? words.unused : momentText(lastUsedAt, clock)}</td></tr>`,
              )}</tbody></table></div>`
      }</div>`;
  }

  #new(session: Session, words: ApplicationsText): TemplateResult {
    const secret = this.#secret;
    return html`<div class="page"><div class="head"><h1>${words.create}</h1><div class="end"><a class="button" href="/portal/settings">${words.title}</a></div></div>
      ${this.change.render()}
      ${
        secret === undefined
          ? html`<form class="card" @submit=${(event: SubmitEvent) => void this.#create(event, session)}>${settingFields(undefined, words)}
              <p><button class="primary" ?disabled=${this.change.busy}>${words.create}</button></p></form>`
          : nothing
      }</div>`;
  }

  #ids(application: Application, session: Session, words: ApplicationsText): TemplateResult {
    return html`<section class="card" aria-labelledby="ids">
      <h2 id="ids">${words.ids}</h2>
      <dl>
        <dt><code>id</code></dt><dd><code>${application.id}</code></dd>
        <dt><code>org</code></dt><dd><code>${application.organizationId}</code></dd>
        <dt>${words.kind}</dt><dd>${words.kindsAbout[application.kind]}</dd>
        <dt>${words.state}</dt><dd>${application.active ? chip('ok', words.active) : chip('off', words.off)}</dd>
      </dl>
      ${application.kind === 'PUBLIC' ? snippet(application, session.apiUrl ?? '', words) : this.#secrets(application, session, words)}
    </section>`;
  }

  #secrets({ id, secrets }: Application, session: Session, words: ApplicationsText): TemplateResult {
    const secret = this.#secret?.of === id ? this.#secret.text : undefined;
    const busy = this.change.busy;
    return html`<h2>${words.secrets}</h2>
      <ul class="events secrets">${secrets.map(
        ({ id: secretId, createdAt, expiresAt }) =>
          html`<li class="head"><span><code>${secretId}</code> ${words.secretSince(createdAt.slice(0, 10), expiresAt?.slice(0, 10) ?? null)}</span>
            <div class="end" aria-label=${words.endOf(secretId)} role="group">${this.#confirm.render(
              {
                name: secretId,
                label: words.end,
                effect: words.endAbout,
                doIt: () => void this.#end(id, secretId, session),
              },
              words,
              busy,
            )}</div></li>`,
      )}</ul>
      ${secret === undefined ? nothing : note('warn', html`${words.secretOnce} <code>${secret}</code>`, { role: 'alert' })}
      <p><button type="button" ?disabled=${busy} @click=${() => void this.#rotate(id, session)}>${words.make}</button></p>
      <p class="small muted">${words.makeAbout}</p>`;
  }

  #said(done: string) {
    return { done, conflict: this.#words.now.conflict };
  }

  async #create(event: SubmitEvent, session: Session): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const isMachine = form.get('kind') === 'CONFIDENTIAL';
    const { name, callbackUrls, origins } = settingsIn(form);
    const input = isMachine
      ? { name, kind: 'CONFIDENTIAL' as const }
      : { name, kind: 'PUBLIC' as const, callbackUrls, origins };
    const made = await this.make(session, PortalCreateApplication, { input }, this.#said(''));
    if (made === undefined) return;
    const { application, secret } = made.createApplication;
    await this.reload();
    this.#secret = secret === null ? undefined : { of: application.id, text: secret };
    goTo(`/portal/settings/${application.id}`);
  }

  async #save(event: SubmitEvent, application: Application, session: Session): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const { id, revision, scopes } = application;
    const input = { id, revision, scopes, active: form.has('active'), ...settingsIn(form) };
    await this.make(session, PortalUpdateApplication, { input }, this.#said(this.#words.now.saved));
  }

  async #rotate(id: string, session: Session): Promise<void> {
    const variables = { id, overlapSeconds: OVERLAP_SECONDS };
    const made = await this.make(session, PortalRotateSecret, variables, this.#said(this.#words.now.saved));
    const secret = made?.rotateApplicationSecret.secret ?? null;
    this.#secret = secret === null ? undefined : { of: id, text: secret };
    this.requestUpdate();
  }

  async #end(id: string, secretId: string, session: Session): Promise<void> {
    await this.make(session, PortalEndSecret, { id, secretId }, this.#said(this.#words.now.ended));
  }
}
