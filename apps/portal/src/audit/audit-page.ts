// The page of who saw and did what: by person, act and day, everything about one patient, and all of it as a file.

import type { DataOf, Session } from '@pestle/client';
import { ClientError } from '@pestle/client';
import { PortalAudit } from '@pestle/client/documents/portal-audit';
import { errorText, momentText, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import { setFilters } from '../navigate.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { everybody, type Person } from '../team/everybody.ts';
import { type AuditText, audit as english } from '../text/en/audit.ts';
import { csvOf, type Entry } from './csv.ts';
import { FILTERS, type Question, questionIn } from './question.ts';

const PAGE = 50;
const EXPORT_PAGE = 100;

interface Loaded {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

export class AuditPage extends SessionPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<AuditText>(
    english,
    async () => (await import('../text/es/audit.ts')).audit,
    () => this.requestUpdate(),
  );
  #people: readonly Person[] = [];
  #pages = 1;
  #shown = '';
  #said = '';
  #problem = '';
  #exporting = false;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    const shown = location.search;
    if (shown !== this.#shown) {
      this.#pages = 1;
      this.#said = '';
      this.#problem = '';
    }
    this.#shown = shown;
    return shown;
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  protected override isAwaited(): boolean {
    return false;
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    if (this.#people.length === 0) this.#people = await everybody(session, signal);
    return await ask(session, questionIn(location.search, session.organization?.timeZone), {
      size: PAGE,
      most: this.#pages * PAGE,
      signal,
    });
  }

  protected override show({ entries, hasMore }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const isNarrowed = FILTERS.some((name) => new URLSearchParams(location.search).has(name));
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1><div class="end"><button type="button" ?disabled=${this.#exporting} @click=${() => void this.#export(session)}
        >${this.#exporting ? words.exporting : words.export}</button></div></div>
      ${this.staleNote()}
      <div role="status">${this.#said === '' ? nothing : note('ok', this.#said)}</div>
      ${this.#problem === '' ? nothing : note('danger', this.#problem, { role: 'alert' })}
      ${this.#filters(words)}
      <p class="small muted">${words.about}</p>
      <p class="visually-hidden" role="status">${words.found(entries.length, hasMore)}</p>
      ${
        entries.length === 0
          ? html`<div class="card empty"><p>${words.none}</p>${
              isNarrowed
                ? html`<button type="button" @click=${() => setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])))}>${words.clear}</button>`
                : nothing
            }</div>`
          : this.#table(entries, words, session)
      }
      ${hasMore ? html`<p><button type="button" @click=${() => this.#more()}>${words.more}</button></p>` : nothing}
    </div>`;
  }

  #filters(words: AuditText): TemplateResult {
    const given = new URLSearchParams(location.search);
    const changed =
      (name: string) =>
      (event: Event): void =>
        setFilters({ [name]: (event.target as HTMLInputElement | HTMLSelectElement).value.trim() });
    const choice = (
      name: 'person' | 'act',
      label: string,
      all: string,
      choices: readonly (readonly [string, string])[],
    ): TemplateResult =>
      html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" @change=${changed(name)}>
        <option value="" .selected=${!given.has(name)}>${all}</option>
        ${choices.map(([value, text]) => html`<option value=${value} .selected=${given.get(name) === value}>${text}</option>`)}</select></div>`;
    const day = (name: 'from' | 'to', label: string): TemplateResult =>
      html`<div><label for="filter-${name}">${label}</label><input type="date" id="filter-${name}" .value=${given.get(name) ?? ''} @change=${changed(name)}></div>`;
    const isOpen = FILTERS.some((name) => given.has(name)) || matchMedia('(min-width: 960px)').matches;
    return html`<details class="fold" ?open=${isOpen}><summary>${words.narrow}</summary><div class="filters">
      ${choice(
        'person',
        words.person,
        words.everybody,
        this.#people.map(({ id, firstName, lastName }) => [id, `${lastName}, ${firstName}`]),
      )}
      ${choice('act', words.act, words.everything, Object.entries(words.acts))}
      ${day('from', words.from)}${day('to', words.to)}
      <div><label for="filter-patient">${words.patient}</label><input id="filter-patient" maxlength="30" spellcheck="false" autocomplete="off" .value=${given.get('patient') ?? ''} @change=${changed('patient')}></div>
    </div></details>`;
  }

  #table(entries: readonly Entry[], words: AuditText, session: Session): TemplateResult {
    const clock = practiceClock(session, this.shared);
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${entries.map(
        (entry) => html`<tr>
          <td class="part whole muted">${momentText(entry.at, { ...clock, nowMs: 0 })}</td>
          <td class="part">${entry.actorName ?? words.kinds[entry.actorKind]}${entry.sourceAddress === null ? nothing : html`<div class="small muted">${entry.sourceAddress}</div>`}</td>
          <td>${words.acts[entry.action] ?? html`<span class="mono">${entry.action}</span>`}</td>
          <td class="small">${subject(entry, words)}</td>
          <td class="part end">${entry.outcome === 'SUCCESS' ? words.outcomes[entry.outcome] : html`<span class="danger">${words.outcomes[entry.outcome]}</span>`}</td>
        </tr>`,
      )}</tbody></table></div>`;
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }

  /** As many as the bound allows; what is older is said to be left out. */
  async #export(session: Session): Promise<void> {
    this.#exporting = true;
    this.#said = '';
    this.#problem = '';
    this.requestUpdate();
    try {
      const most = PORTAL_LIMITS.auditExportMax;
      const { entries, hasMore } = await ask(
        session,
        questionIn(location.search, session.organization?.timeZone),
        {
          size: EXPORT_PAGE,
          most,
        },
      );
      save(csvOf(entries));
      this.#said = this.#words.now.exported(entries.length, !hasMore);
    } catch (error) {
      this.#problem = error instanceof ClientError ? errorText(this.shared, error) : this.shared.kit.failed;
    }
    this.#exporting = false;
    this.requestUpdate();
  }
}

interface HowMany {
  readonly size: number;
  readonly most: number;
  readonly signal?: AbortSignal;
}

async function ask(session: Session, question: Question, { size, most, signal }: HowMany): Promise<Loaded> {
  const entries: Entry[] = [];
  let after: string | null = null;
  do {
    const { auditEntries }: DataOf<typeof PortalAudit> = await session.query(
      PortalAudit,
      { ...question, first: size, after },
      signal === undefined ? {} : { signal },
    );
    entries.push(...auditEntries.nodes);
    after = auditEntries.pageInfo.hasNextPage ? auditEntries.pageInfo.endCursor : null;
  } while (after !== null && entries.length < most);
  return { entries, hasMore: after !== null };
}

const PAGES: Readonly<Record<string, string>> = {
  patient: 'patients',
  order: 'orders',
  prescription: 'prescriptions',
  user: 'team',
  application: 'settings',
};

function subject({ subjectKind, subjectId }: Entry, words: AuditText): TemplateResult {
  const name = words.subjects[subjectKind] ?? subjectKind;
  const page = PAGES[subjectKind];
  return page === undefined
    ? html`${name} <span class="mono">${subjectId}</span>`
    : html`${name} <a class="mono" href="/portal/${page}/${subjectId}">${subjectId}</a>`;
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `audit-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
