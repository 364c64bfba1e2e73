// The page of one person: what they lack to prescribe, their profile and roles, and what an administrator does with their access.

import type { Session } from '@pestle/client';
import {
  PortalDeactivateUser,
  PortalEndSessions,
  PortalInviteAgain,
  PortalPerson,
  PortalReactivateUser,
  PortalResetSecondFactor,
  PortalUpdateUser,
} from '@pestle/client/documents/portal-team';
import { chip, momentText, note } from '@pestle/elements/views';
import { formatPhone } from '@pestle/rules/phone';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { ChangingPage } from '../page/changing-page.ts';
import { Confirm } from '../page/confirm.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { fact } from '../prescription/where-it-is.ts';
import type { Route } from '../routes.ts';
import { team as english, type TeamText } from '../text/en/team.ts';
import { isInvited } from './everybody.ts';
import { type PersonRecord, personFields, profileIn } from './person-form.ts';

const ACTS = {
  reset: PortalResetSecondFactor,
  sessions: PortalEndSessions,
  deactivate: PortalDeactivateUser,
  reactivate: PortalReactivateUser,
} as const;
type Act = keyof typeof ACTS;

export class PersonPage extends ChangingPage<PersonRecord> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #confirm = new Confirm(() => this.requestUpdate());
  #link = '';
  readonly #words = new PageWords<TeamText>(
    english,
    async () => (await import('../text/es/team.ts')).team,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<PersonRecord> {
    const id = this.subject();
    if (this.data !== undefined && this.data.id !== id) this.#begin();
    return (await session.query(PortalPerson, { id }, { signal })).user;
  }

  #begin(): void {
    this.change.forget();
    this.#confirm.close();
    this.#link = '';
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  protected override show(person: PersonRecord, session: Session): TemplateResult {
    const words = this.#words.now;
    const isAdmin = session.me?.roles.includes('ADMIN') === true;
    return html`<div class="page">
      <div class="head"><h1>${person.firstName} ${person.lastName}</h1>${person.active ? nothing : chip('off', words.inactive)}
        <div class="end"><a class="button" href="/portal/team">${words.title}</a></div></div>
      ${this.staleNote()}${this.change.render()}
      ${this.#link === '' ? nothing : note('warn', html`${words.invitedWith} <code>${this.#link}</code>`, { role: 'alert' })}
      <div class="pair">
        ${isAdmin ? this.#form(person, session, words) : this.#record(person, words)}
        ${this.#access(person, session, words, isAdmin)}
      </div></div>`;
  }

  #record(person: PersonRecord, words: TeamText): TemplateResult {
    return html`<section class="card" aria-labelledby="profile"><h2 id="profile">${words.profile}</h2><dl>
      ${fact(words.roleOf, person.roles.map((role) => words.roles[role] ?? role).join(', '))}
      ${fact(words.fields['npi'] ?? '', person.npi)}${fact(words.fields['credentials'] ?? '', person.credentials)}
      ${fact(words.fields['phone'] ?? '', person.phone === null ? null : formatPhone(person.phone))}
      ${fact(words.fields['practiceName'] ?? '', person.practice?.name ?? null)}
      ${fact(words.fields['licenceStates'] ?? '', person.licenceStates.join(', '))}</dl></section>`;
  }

  #form(person: PersonRecord, session: Session, words: TeamText): TemplateResult {
    return html`<section class="card" aria-labelledby="profile"><h2 id="profile">${words.profile}</h2>
      <form @submit=${(event: SubmitEvent) => void this.#save(event, person, session)}>
        ${personFields(person, words)}
        <p><button class="primary" ?disabled=${this.change.busy}>${words.save}</button></p></form></section>`;
  }

  #access(person: PersonRecord, session: Session, words: TeamText, isAdmin: boolean): TemplateResult {
    const { lastSignInAt, sessions, secondFactor, missing } = person;
    const clock = practiceClock(session, this.shared);
    return html`<section class="card" aria-labelledby="access"><h2 id="access">${words.access}</h2>
      ${
        missing.length === 0
          ? html`<p>${chip('ok', words.may)}</p>`
          : person.roles.includes('PRESCRIBER')
            ? note(
                'warn',
                html`${words.lacks}:<ul>${missing.map(({ code, text }) => html`<li>${words.needs[code] ?? text}</li>`)}</ul>`,
              )
            : nothing
      }
      <dl>${fact(words.fields['email'] ?? '', person.email)}
        ${fact(words.columns.factor, words.factors[secondFactor] ?? secondFactor)}
        ${isAdmin ? fact(words.columns.seen, lastSignInAt === null ? words.never : momentText(lastSignInAt, clock)) : nothing}
        ${sessions === null ? nothing : html`<dt></dt><dd>${words.sessions(sessions)}</dd>`}</dl>
      ${isAdmin ? html`<div class="acts">${this.#acts(person, session, words)}</div>` : nothing}</section>`;
  }

  #acts(person: PersonRecord, session: Session, words: TeamText): readonly TemplateResult[] {
    const own = session.me?.id === person.id;
    const offered: readonly (Act | 'again')[] = [
      ...(isInvited(person) ? (['again'] as const) : []),
      ...(person.secondFactor === 'ENROLLED' && !own ? (['reset'] as const) : []),
      ...((person.sessions ?? 0) > 0 && !own ? (['sessions'] as const) : []),
      ...(own ? [] : [person.active ? ('deactivate' as const) : ('reactivate' as const)]),
    ];
    return offered.map((act) => {
      const [label, effect] = words.acts[act] ?? ['', ''];
      const doIt = (): void =>
        void (act === 'again' ? this.#again(person, session) : this.#act(act, person, session));
      return this.#confirm.render({ name: act, label, effect, doIt }, words, this.change.busy);
    });
  }

  async #again({ id }: PersonRecord, session: Session): Promise<void> {
    const words = this.#words.now;
    const said = { done: words.done['again'] ?? '', conflict: words.conflict };
    const made = await this.make(session, PortalInviteAgain, { id }, said);
    this.#link = made?.inviteUserAgain.invitationUrl ?? '';
    if (made !== undefined && this.#link === '') this.change.done = words.invitedByMail;
    this.requestUpdate();
  }

  async #act(act: Act, { id }: PersonRecord, session: Session): Promise<void> {
    const words = this.#words.now;
    const said = { done: words.done[act] ?? '', conflict: words.conflict };
    await this.make<unknown, { id: string }>(session, ACTS[act], { id }, said);
  }

  async #save(event: SubmitEvent, person: PersonRecord, session: Session): Promise<void> {
    event.preventDefault();
    const words = this.#words.now;
    const profile = profileIn(new FormData(event.target as HTMLFormElement), person);
    const input = { id: person.id, revision: person.revision, ...profile };
    await this.make(session, PortalUpdateUser, { input }, { done: words.saved, conflict: words.conflict });
  }
}
