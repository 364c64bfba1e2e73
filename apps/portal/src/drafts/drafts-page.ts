// The page of what waits for the signer: one row a patient, what staff prepared marked, and signing one after the other.

import { formatDate } from '@pestle/rules/dates';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { medicationLine } from '../page/medication.ts';
import { listedPatient, spanText } from '../page/moments.ts';
import { statusChip } from '../page/status.ts';
import { language } from '../preferences.ts';
import type { DraftsText } from '../text/en/drafts.ts';
import { WaitingPage, type WaitingPatient } from './waiting.ts';

export class DraftsPage extends WaitingPage {
  protected override isAwaited(): boolean {
    return true;
  }

  protected override show(waiting: readonly WaitingPatient[]): TemplateResult {
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
      }</div>`;
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
