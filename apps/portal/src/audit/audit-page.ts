// The page of who saw and did what: by person, act and day, everything about one patient, and all of it as a file.

import type { DataOf, Session } from '@pestle/client';
import { ClientError } from '@pestle/client';
import { PortalAudit, ScreeningCounts } from '@pestle/client/documents/portal-audit';
import { PortalPatient } from '@pestle/client/documents/portal-patients';
import { errorText, momentText, note } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { isId } from '@pestle/rules/ids';
import type { TemplateResult } from 'lit';
import { css, html, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import { setFilters } from '../navigate.ts';
import { csvOf, saveCsv } from '../page/files/csv.ts';
import { FoldedFilters } from '../page/lists/folded-filters.ts';
import { listedPatient } from '../page/moments.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock } from '../page/status.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import { everybody, type Person } from '../team/everybody.ts';
import { type AuditText, audit as english } from '../text/en/audit.ts';
import { chosenFilters, filterForm } from './audit-filters.ts';
import { type Entry, exportedLines } from './exported.ts';
import { FILTERS, type Question, questionIn } from './question.ts';
import { type Counts, screeningCounts } from './screening-counts.ts';

const PAGE = 50;
const EXPORT_PAGE = 100;

type ReportedPatient = Pick<
  DataOf<typeof PortalPatient>['patient'],
  'id' | 'firstName' | 'middleName' | 'lastName' | 'suffix' | 'dateOfBirth'
>;

interface Loaded {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

export class AuditPage extends SessionPage<Loaded> {
  static override styles = [
    ...portalStyles,
    css`@media print { .head .end, details, .filters, .visually-hidden { display: none; } .panel { overflow: visible; border: 0; } tr { break-inside: avoid; } }`,
  ];
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<AuditText>(
    english,
    async () => (await import('../text/es/audit.ts')).audit,
    () => this.requestUpdate(),
  );
  readonly #folded = new FoldedFilters(this);
  #people: readonly Person[] = [];
  /** Whose access report it is; undefined for the trail of everybody. */
  #patient: ReportedPatient | undefined;
  #counts: Counts = [];
  #pages = 1;
  #shown = '';
  #said = '';
  #problem = '';
  #exporting = false;

  protected override get heading(): string {
    return this.#patient === undefined ? this.#words.now.title : this.#words.now.accessReport;
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
    this.#patient = await reported(session, signal);
    if (this.#counts.length === 0)
      this.#counts = (await session.query(ScreeningCounts, {}, { signal })).screeningCounts;
    return await ask(session, questionIn(location.search, session.organization?.timeZone), {
      size: PAGE,
      most: this.#pages * PAGE,
      signal,
    });
  }

  protected override show({ entries, hasMore }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const offered = { words, people: this.#people };
    const isNarrowed = FILTERS.some((name) => new URLSearchParams(location.search).has(name));
    return html`<div class="page">
      <div class="head"><h1>${this.heading}</h1>${this.#reportOf(words)}
        <div class="end">${this.#patient === undefined ? nothing : html`<button type="button" @click=${() => print()}>${words.print}</button>`}<button type="button" ?disabled=${this.#exporting} @click=${() => void this.#export(session)}
        >${this.#exporting ? words.exporting : words.export}</button></div></div>
      ${this.staleNote()}
      <div role="status">${this.#said === '' ? nothing : note('ok', this.#said)}</div>
      ${this.#problem === '' ? nothing : note('danger', this.#problem, { role: 'alert' })}
      ${this.#folded.render(words.narrow, chosenFilters(offered), filterForm(offered))}
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
      ${screeningCounts(this.#counts, words)}
    </div>`;
  }

  /** Whose report it is, on paper as well. */
  #reportOf(words: AuditText): unknown {
    const patient = this.#patient;
    if (patient === undefined) return nothing;
    return html`<span><a href="/portal/patients/${patient.id}">${listedPatient(patient)}</a>, ${words.born(formatDate(patient.dateOfBirth, language()))}</span>`;
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
      saveCsv(this.#patient === undefined ? 'audit' : 'access-report', csvOf(exportedLines(entries)));
      this.#said = this.#words.now.exported(entries.length, !hasMore);
    } catch (error) {
      this.#problem = error instanceof ClientError ? errorText(this.shared, error) : this.shared.kit.failed;
    }
    this.#exporting = false;
    this.requestUpdate();
  }
}

/** The patient whom the address names, where it names one. */
async function reported(session: Session, signal: AbortSignal): Promise<ReportedPatient | undefined> {
  const id = new URLSearchParams(location.search).get('patient') ?? '';
  return isId('pat', id) ? (await session.query(PortalPatient, { id }, { signal })).patient : undefined;
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
