// The page of the team: who may do what, whether they can prescribe, and when they were here last.

import type { Session } from '@pestle/client';
import { chip, momentText } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters } from '../navigate.ts';
import { type Column, orderIn, sortChoice, sorted, sortedHead } from '../page/lists/sorted.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { team as english, type TeamText } from '../text/en/team.ts';
import { everybody, isInvited, type Person } from './everybody.ts';

const SHOWN = ['PRESCRIBER', 'STAFF', 'ADMIN', 'invited', 'inactive'] as const;

export class TeamPage extends SessionPage<readonly Person[]> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<TeamText>(
    english,
    async () => (await import('../text/es/team.ts')).team,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.title;
  }

  /** Everybody is here: filters and order ask for nothing. */
  protected override subject(): string {
    return 'team';
  }

  protected override load(session: Session, signal: AbortSignal): Promise<readonly Person[]> {
    return everybody(session, signal);
  }

  protected override isAwaited(): boolean {
    return false;
  }

  protected override show(people: readonly Person[], session: Session): TemplateResult {
    const words = this.#words.now;
    const isAdmin = session.me?.roles.includes('ADMIN') === true;
    const columns: readonly Column[] = [
      { name: 'name', label: words.columns.name },
      { name: 'roles', label: words.columns.roles },
      { name: 'npi', label: words.columns.npi },
      { name: 'factor', label: words.columns.factor },
      ...(isAdmin ? [{ name: 'seen', label: words.columns.seen }] : []),
    ];
    const order = orderIn(location.search, columns);
    const shown = sorted(people.filter(isShown), order, keyOf);
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1>
        ${isAdmin ? html`<div class="end"><a class="button primary" href="/portal/team/new">${words.invite}</a></div>` : nothing}</div>
      ${this.staleNote()}
      ${this.#filters(words, isAdmin)}
      ${sortChoice(columns, order, words.sortBy)}
      <p class="visually-hidden" role="status">${words.found(shown.length)}</p>
      ${
        shown.length === 0
          ? html`<div class="card empty"><p>${words.noneFound}</p><button type="button" @click=${() => setFilters({ show: null })}>${words.clear}</button></div>`
          : html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>${sortedHead(columns, order)}
              <tbody>${shown.map((person) => this.#row(person, session, isAdmin))}</tbody></table></div>`
      }
      <p class="small muted">${words.delegation}</p>
    </div>`;
  }

  #filters(words: TeamText, isAdmin: boolean): TemplateResult {
    const now = new URLSearchParams(location.search).get('show');
    const labels: Readonly<Record<string, string>> = {
      ...words.roles,
      invited: words.invited,
      inactive: words.inactive,
    };
    return html`<div class="chips" role="group" aria-label=${words.show}>
      <button type="button" aria-pressed=${String(now === null)} @click=${() => setFilters({ show: null })}>${words.everybody}</button>
      ${SHOWN.filter((one) => isAdmin || one !== 'invited').map(
        (one) =>
          html`<button type="button" aria-pressed=${String(now === one)} @click=${() => setFilters({ show: one })}>${labels[one]}</button>`,
      )}</div>`;
  }

  #row(person: Person, session: Session, isAdmin: boolean): TemplateResult {
    const words = this.#words.now;
    const { id, firstName, lastName, email, roles, active, npi, secondFactor, missing, lastSignInAt } =
      person;
    const clock = practiceClock(session, this.shared);
    return html`<tr>
      <td><a href="/portal/team/${id}" data-row>${lastName}, ${firstName}</a><div class="small muted">${email}</div></td>
      <td class="part">${roles.map((role) => words.roles[role] ?? role).join(', ')}${active ? nothing : html` ${chip('off', words.inactive)}`}</td>
      <td class="part mono" data-label=${npi === null ? nothing : words.columns.npi}>${npi ?? nothing}${roles.includes('PRESCRIBER') && missing.length > 0 ? html`<div class="warn small">${words.lacks}: ${missing.length}</div>` : nothing}</td>
      <td class="part" data-label=${words.columns.factor}>${secondFactor === 'REQUIRED' ? html`<span class="warn">${words.factors[secondFactor]}</span>` : words.factors[secondFactor]}</td>
      ${isAdmin ? html`<td class="part muted whole" data-label=${words.columns.seen}>${lastSignInAt === null ? words.never : momentText(lastSignInAt, clock)}</td>` : nothing}
    </tr>`;
  }
}

function isShown(person: Person): boolean {
  const show = new URLSearchParams(location.search).get('show');
  if (show === 'invited') return isInvited(person);
  if (show === 'inactive') return !person.active;
  return show === null || person.roles.some((role) => role === show);
}

function keyOf(person: Person, by: string): string | null {
  switch (by) {
    case 'roles':
      return person.roles.join(' ');
    case 'npi':
      return person.npi;
    case 'factor':
      return person.secondFactor;
    case 'seen':
      return person.lastSignInAt;
    default:
      return `${person.lastName} ${person.firstName}`;
  }
}
