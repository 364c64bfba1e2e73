// The page that invites somebody: the profile, and the link where no e-mail can be sent.

import type { Session } from '@pestle/client';
import { PortalInviteUser } from '@pestle/client/documents/portal-team';
import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { typedIn } from '../page/change.ts';
import { ChangingPage } from '../page/changing-page.ts';
import { PageWords } from '../page/words.ts';
import { team as english, type TeamText } from '../text/en/team.ts';
import { personFields, profileIn } from './person-form.ts';

export class InvitePage extends ChangingPage<true> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  #made: { readonly id: string; readonly link: string | null } | undefined;
  readonly #words = new PageWords<TeamText>(
    english,
    async () => (await import('../text/es/team.ts')).team,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.invite;
  }

  protected override subject(): string {
    return 'invite';
  }

  protected override async load(): Promise<true> {
    return true;
  }

  protected override show(_data: true, session: Session): TemplateResult {
    const words = this.#words.now;
    const made = this.#made;
    return html`<div class="page"><div class="head"><h1>${words.invite}</h1><div class="end"><a class="button" href="/portal/team">${words.title}</a></div></div>
      ${this.change.render()}
      ${
        made === undefined
          ? html`<form class="card" @submit=${(event: SubmitEvent) => void this.#invite(event, session)}>
              ${personFields(undefined, words)}<p><button class="primary" ?disabled=${this.change.busy}>${words.send}</button></p></form>`
          : html`<div role="status">${made.link === null ? note('ok', words.invitedByMail) : note('warn', html`${words.invitedWith} <code>${made.link}</code>`)}</div>
              <p><a class="button" href="/portal/team/${made.id}">${words.profile}</a></p>`
      }</div>`;
  }

  async #invite(event: SubmitEvent, session: Session): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const input = { email: typedIn(form, 'email'), ...profileIn(form, undefined) };
    const said = { done: '', conflict: this.#words.now.conflict };
    const made = await this.make(session, PortalInviteUser, { input }, said);
    if (made !== undefined) this.#made = { id: made.inviteUser.user.id, link: made.inviteUser.invitationUrl };
    this.requestUpdate();
  }
}
