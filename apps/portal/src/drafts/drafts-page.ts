// The page of what waits for the signer: one row a patient, what staff prepared marked, and signing one after the other; under it what was signed and not sent.

import type { DataOf, Session } from '@pestle/client';
import { PortalToSend } from '@pestle/client/documents/portal-patients';
import { momentText } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { wholeList } from '../page/lists/whole-list.ts';
import { medicationLine } from '../page/medication.ts';
import { listedPatient, spanText } from '../page/moments.ts';
import { practiceClock, statusChip } from '../page/status.ts';
import { language } from '../preferences.ts';
import type { DraftsText } from '../text/en/drafts.ts';
import { WaitingPage, type WaitingPatient } from './waiting.ts';

type ToSend = DataOf<typeof PortalToSend>['prescriptionsToSend']['nodes'][number];

export class DraftsPage extends WaitingPage {
  #toSend: readonly ToSend[] = [];

  protected override async load(session: Session, signal: AbortSignal): Promise<readonly WaitingPatient[]> {
    const [waiting, toSend] = await Promise.all([
      super.load(session, signal),
      wholeList(async (after) => {
        const { prescriptionsToSend } = await session.query(PortalToSend, { after }, { signal });
        return prescriptionsToSend;
      }),
    ]);
    this.#toSend = toSend;
    return waiting;
  }

  protected override isAwaited(): boolean {
    return true;
  }

  protected override show(waiting: readonly WaitingPatient[], session: Session): TemplateResult {
    const words = this.words;
    const [first] = waiting;
    return html`<div class="page"><div class="head"><h1>${words.title}</h1>${
      first === undefined
        ? ''
        : html`<span class="muted">${words.oneEach}</span><div class="end"><a class="button primary" href="/portal/drafts/${first.patient.id}">${words.begin(waiting.length)}</a></div>`
    }</div>
      ${this.staleNote()}
      ${
        first === undefined
          ? html`<div class="card empty"><p>${words.none}</p><a class="button" href="/portal/patients">${words.write}</a></div>`
          : this.#table(waiting, words)
      }${this.#toSend.length === 0 ? '' : this.#signed(session, words)}</div>`;
  }

  /** Staff see what is there; who signs sends it, in the workflow of its patient. */
  #signed(session: Session, words: DraftsText): TemplateResult {
    const clock = practiceClock(session, this.shared);
    const sends = session.me?.roles.includes('PRESCRIBER') === true;
    return html`<h2>${words.toSend} <span class="muted">(${this.#toSend.length})</span></h2>
      <p class="muted">${words.toSendHint}</p>
      <div class="panel"><table><caption class="visually-hidden">${words.toSend}</caption>
      <thead><tr>${words.toSendColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${this.#toSend.map(({ patient, treatment, prescriber, sendUntil, sendObstacle }) => {
        const name = patient === null ? '' : listedPatient(patient);
        return html`<tr>
          <td>${patient === null ? '' : html`<a href="/portal/patients/${patient.id}" data-row>${name}</a><div class="small muted">${words.born(formatDate(patient.dateOfBirth, language()))}</div>`}</td>
          <td>${medicationLine(treatment)}</td>
          <td class="part">${prescriber.firstName} ${prescriber.lastName}</td>
          <td class="part">${momentText(sendUntil, clock)}${
            sendObstacle === null
              ? ''
              : html`<div class="small">${this.shared.said.errors[sendObstacle.code] ?? sendObstacle.message}</div>`
          }</td>
          <td class="part end">${
            patient === null || !sends || sendObstacle !== null
              ? ''
              : html`<a class="button" data-next href="/portal/patients/${patient.id}/prescribe" aria-label=${words.sendOf(name)}>${words.send}</a>`
          }</td>
        </tr>`;
      })}</tbody></table></div>`;
  }

  #table(waiting: readonly WaitingPatient[], words: DraftsText): TemplateResult {
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${waiting.map(({ patient, drafts, preparers, since }) => {
        const name = listedPatient(patient);
        return html`<tr>
          <td><a href="/portal/drafts/${patient.id}" data-row>${name}</a><div class="small muted">${words.born(formatDate(patient.dateOfBirth, language()))}</div></td>
          <td>${drafts.map(({ treatment }) => (treatment === null ? '' : html`<div>${medicationLine(treatment)}</div>`))}</td>
          <td class="part">${preparers.length === 0 ? html`<span class="muted">${words.byYou}</span>` : html`${statusChip('to-sign', this.shared)} ${preparers.join(', ')}`}</td>
          <td class="part age">${spanText(Date.now() - Date.parse(since), words.days)}</td>
          <td class="part end"><a class="button" data-next href="/portal/drafts/${patient.id}" aria-label=${words.reviewOf(name)}>${words.review}</a></td>
        </tr>`;
      })}</tbody></table></div>`;
  }
}
