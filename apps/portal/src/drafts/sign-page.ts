// The page that reviews and signs for one patient after the other: the workflow's own review, one signature each, and the way to the next.

import type { Session } from '@pestle/client';
import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { listedPatient } from '../page/moments.ts';
import { workflow } from '../page/workflow.ts';
import type { Route } from '../routes.ts';
import { WaitingPage, type WaitingPatient } from './waiting.ts';

export class SignPage extends WaitingPage {
  declare route: Route;
  /** The patients for whom something was signed since the page was opened. */
  readonly #signed = new Set<string>();
  /** The row as it was when it was begun: who is signed for stays in their place until the row is left. */
  #row: readonly WaitingPatient[] = [];

  /** The row is asked for once; the workflow looks after the drafts of its patient. */
  protected override subject(): string {
    return 'row';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly WaitingPatient[]> {
    this.#row = await super.load(session, signal);
    return this.#row;
  }

  protected override isAwaited(): boolean {
    return false;
  }

  protected override show(row: readonly WaitingPatient[], session: Session): TemplateResult {
    const words = this.words;
    const id = 'id' in this.route ? this.route.id : '';
    const at = row.findIndex(({ patient }) => patient.id === id);
    const current = row[at];
    const before = row[at - 1];
    const next = row.find(({ patient }, index) => index > at && !this.#signed.has(patient.id));
    const isSigned = this.#signed.has(id);
    return html`<div class="page"><div class="head"><h1>${words.title}</h1>
        ${at === -1 ? nothing : html`<span class="muted">${words.place(at + 1, row.length)}</span>`}
        <nav class="end" aria-label=${words.title}>
          ${before === undefined ? nothing : html`<a class="button" href="/portal/drafts/${before.patient.id}">${words.previous(listedPatient(before.patient))}</a>`}
          ${next === undefined ? nothing : html`<a class="button" href="/portal/drafts/${next.patient.id}">${words.next(listedPatient(next.patient))}</a>`}
          <a class="button" href="/portal/drafts">${words.back}</a></nav></div>
      ${this.staleNote()}
      ${current === undefined || current.preparers.length === 0 ? nothing : note('info', words.preparedBy(current.preparers.join(', ')))}
      <div role="status">${
        isSigned
          ? note(
              'ok',
              html`<div class="head"><span>${words.signed} ${next === undefined ? words.last : ''}</span>
                <a class="button primary" data-next href=${next === undefined ? '/portal/drafts' : `/portal/drafts/${next.patient.id}`}>${
                  next === undefined ? words.back : words.next(listedPatient(next.patient))
                }</a></div>`,
            )
          : nothing
      }</div>
      ${session.me === undefined ? nothing : keyed(id, workflow(id, { signed: () => this.#done(id) }))}
    </div>`;
  }

  #done(patientId: string): void {
    this.#signed.add(patientId);
    this.requestUpdate();
  }
}
