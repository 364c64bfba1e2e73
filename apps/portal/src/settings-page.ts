// The settings of the organization's applications: the ids for `svc-client`, a snippet to paste, addresses, and secrets of machines (A3).

import type { DataOf, Session } from '@pestle/client';
import { ClientError, newKey } from '@pestle/client';
import {
  PortalApplications,
  PortalRotateSecret,
  PortalUpdateApplication,
} from '@pestle/client/documents/portal';
import { VERSION } from '@pestle/elements/version';
import { chip, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { SessionPage } from './session-page.ts';

type Application = DataOf<typeof PortalApplications>['applications'][number];

/** How long the secrets before a new one go on, so that machines can be moved. */
const OVERLAP_SECONDS = 86_400;

export class SettingsPage extends SessionPage<readonly Application[]> {
  static override properties = { applicationId: { attribute: 'application-id' } };
  declare applicationId: string | null;
  protected override readonly heading = 'Applications';

  /** One per form as it was opened: sent again after a lost answer, it is the same write. */
  #key = newKey();
  #busy = false;
  #said: TemplateResult | undefined;
  #secret: string | undefined;

  protected override subject(): string {
    return 'applications';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly Application[]> {
    const { applications } = await session.query(PortalApplications, {}, { signal });
    return applications;
  }

  /** Applications change by what is done on this page only. */
  protected override isAwaited(): boolean {
    return false;
  }

  protected override show(applications: readonly Application[], session: Session): TemplateResult {
    if (this.applicationId === null) return list(applications);
    const application = applications.find(({ id }) => id === this.applicationId);
    if (application === undefined)
      return html`<h1>${this.heading}</h1>${note('danger', 'There is no such application here.', { role: 'alert' })}`;
    return html`<div class="page">
      <h1>${application.name}</h1>
      ${this.#said ?? nothing}
      <div class="pair">
        ${this.#ids(application, session)}
        ${this.#form(application, session)}
      </div>
    </div>`;
  }

  #ids(application: Application, session: Session): TemplateResult {
    const isPublic = application.kind === 'PUBLIC';
    return html`<section class="card" aria-labelledby="ids">
      <h2 id="ids">For your page</h2>
      <dl>
        <dt><code>id</code></dt><dd><code>${application.id}</code></dd>
        <dt><code>org</code></dt><dd><code>${application.organizationId}</code></dd>
        <dt>Kind</dt><dd>${isPublic ? 'Public: for web pages, has no secret' : 'Confidential: a machine with a secret; it never signs'}</dd>
        <dt>State</dt><dd>${application.active ? chip('ok', 'Active') : chip('off', 'Switched off')}</dd>
      </dl>
      ${isPublic ? snippet(application, session.apiUrl ?? '') : this.#secrets(application, session)}
    </section>`;
  }

  #secrets({ id, secrets }: Application, session: Session): TemplateResult {
    return html`<h2>Secrets</h2>
      <ul>${secrets.map(
        ({ id: secretId, createdAt, expiresAt }) =>
          html`<li><code>${secretId}</code> since ${createdAt.slice(0, 10)}${expiresAt === null ? '' : `, until ${expiresAt.slice(0, 10)}`}</li>`,
      )}</ul>
      ${this.#secret === undefined ? nothing : note('warn', html`The new secret, shown this once: <code>${this.#secret}</code>`, { role: 'alert' })}
      <p><button type="button" ?disabled=${this.#busy} @click=${() => void this.#rotate(id, session)}>Make a new secret</button></p>
      <p class="small muted">The ones before it go on for a day.</p>`;
  }

  #form(application: Application, session: Session): TemplateResult {
    return html`<section class="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <form @submit=${(event: SubmitEvent) => void this.#save(event, application, session)}>
        <div><label for="name">Name</label><input id="name" name="name" required maxlength="100" .value=${application.name}></div>
        <div><label for="callbacks">Callback URLs, one a line</label>
          <textarea id="callbacks" name="callbackUrls" spellcheck="false" aria-describedby="callbacks-help" .value=${application.callbackUrls.join('\n')}></textarea>
          <p class="small muted" id="callbacks-help">Where a sign-in may return to: origin and path, exactly.</p></div>
        <div><label for="origins">Origins, one a line</label>
          <textarea id="origins" name="origins" spellcheck="false" aria-describedby="origins-help" .value=${application.origins.join('\n')}></textarea>
          <p class="small muted" id="origins-help">Pages that may call the service, such as https://clinic.example.</p></div>
        <p><button class="primary" ?disabled=${this.#busy}>Save</button></p>
      </form>
    </section>`;
  }

  async #save(event: SubmitEvent, application: Application, session: Session): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const lines = (name: string): string[] => text(name).split(/\s+/).filter(Boolean);
    const { id, revision, active, scopes } = application;
    const input = {
      id,
      revision,
      active,
      scopes,
      name: text('name'),
      callbackUrls: lines('callbackUrls'),
      origins: lines('origins'),
    };
    await this.#write(session, () => session.mutate(PortalUpdateApplication, { input }, { key: this.#key }));
  }

  async #rotate(id: string, session: Session): Promise<void> {
    await this.#write(session, async () => {
      const variables = { id, overlapSeconds: OVERLAP_SECONDS };
      const { rotateApplicationSecret: made } = await session.mutate(PortalRotateSecret, variables, {
        key: this.#key,
      });
      this.#secret = made.secret ?? undefined;
    });
  }

  /** What was typed stays where it did not work. */
  async #write(_session: Session, work: () => Promise<unknown>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#said = undefined;
    this.requestUpdate();
    try {
      await work();
      this.#key = newKey();
      this.#said = html`<div role="status">${note('ok', 'Saved.')}</div>`;
      await this.reload();
    } catch (error) {
      const problem = error instanceof ClientError ? error : undefined;
      // After an answer that was lost, the same key finds out whether it was done.
      if (problem?.mayHaveHappened !== true) this.#key = newKey();
      const fields = problem?.detail.fields ?? [];
      const text =
        problem?.code === 'REVISION_CONFLICT'
          ? 'Somebody else changed these settings. Load the page again and repeat your change.'
          : (problem?.message ?? 'That did not work. Try again.');
      this.#said = note(
        'danger',
        fields.length === 0
          ? text
          : html`<ul>${fields.map(({ path, message }) => html`<li>${path}: ${message}</li>`)}</ul>`,
        { role: 'alert' },
      );
    } finally {
      this.#busy = false;
      this.requestUpdate();
    }
  }
}

function list(applications: readonly Application[]): TemplateResult {
  return html`<div class="page">
    <h1>Applications</h1>
    <p>Each page or machine that uses the service has one. Open it for the ids that <code>svc-client</code> needs.</p>
    <ul class="applications">${applications.map(
      ({ id, name, kind, active }) => html`<li class="card">
        <a href="/portal/settings/${id}"><strong>${name}</strong></a>
        <div class="small muted">${kind === 'PUBLIC' ? 'For web pages' : 'Machine'}${active ? '' : ', switched off'} · <code>${id}</code></div>
      </li>`,
    )}</ul>
  </div>`;
}

/** As it can be pasted; text only. */
function snippet({ id, organizationId }: Application, apiUrl: string): TemplateResult {
  const text = `<script type="module" src="${apiUrl}/elements/${VERSION}/pestle.js"></script>

<svc-client id="${id}" org="${organizationId}">
  <svc-prescribe-workflow patient-id="your patient's id" enable-order="true"></svc-prescribe-workflow>
</svc-client>`;
  return html`<h2>To paste into your page</h2><pre tabindex="0" aria-label="Snippet">${text}</pre>`;
}
