// The record behind a fax's link: what may be done with it first, then the signed record word for word, answers, history and proof.

import { formatDate } from '@pestle/rules/dates';
import { diagnosisLine } from '@pestle/rules/diagnosis';
import { orderNumberText } from '@pestle/rules/order-number';
import { printedRows } from '@pestle/rules/prescription-fields';
import { html, type SafeHtml } from '@remix-run/html-template';
import { faxWords } from '../../delivery/inside.ts';
import { notice, page } from '../../kernel/web/pages/frame.ts';
import type { ClinicalContent, PostalAddress } from '../../prescribing/inside.ts';
import { fillSituation } from '../../prescribing/inside.ts';
import { frameOf } from './frame.ts';
import { historyOf } from './history.ts';
import { type QuestionsView, questionsPart } from './questions.ts';
import type { LinkRecord } from './record.ts';
import type { ReportFormsView } from './report-forms.ts';
import { reportForms } from './report-forms.ts';
import type { RecordWords } from './words/words.ts';

export interface RecordView extends ReportFormsView, QuestionsView {
  readonly nowMs: number;
  /** What the last report did. */
  readonly done: ReportDone | undefined;
}

const DONE = { changed: 'good', same: 'good', refused: 'bad', asked: 'good' } as const;
export type ReportDone = keyof typeof DONE;

export function isReportDone(text: unknown): text is ReportDone {
  return typeof text === 'string' && Object.hasOwn(DONE, text);
}

export function recordPage(view: RecordView): string {
  const { record, reader, nowMs } = view;
  const { words } = reader;
  const now = new Date(nowMs);
  const zone = zoneOf(record);
  const time = faxWords.moment(zone, now);
  return page(
    frameOf(reader, words.title, html`<p>${words.asOf(time)}</p>`),
    html`${doneNotice(view)}
${statusNotice(view, zone)}
${copyNotices(words, record, zone)}
<p class="screen" aria-live="polite" data-copy="${words.copy}" data-copied="${words.copied}"></p>
<p class="paper"><strong>${words.printed(`${time} = ${faxWords.momentUtc(now)}`)}</strong></p>
<div class="record"><div>
${prescriptionPart(words, record, zone)}
${patientPart(words, record)}
${prescriberPart(words, record)}
</div>
${reportForms(view)}</div>
${questionsPart(view, zone)}
${asRecordedPart(words, record)}
${historyPart(view, zone)}
${proofPart(words, record, zone)}`,
  );
}

function zoneOf({ pharmacy, envelope }: LinkRecord): string {
  return faxWords.zoneOf(pharmacy.time_zone, envelope.organization.timeZone);
}

function doneNotice({ done, reader }: RecordView): SafeHtml | string {
  return done === undefined
    ? ''
    : html`<div class="screen">${notice(DONE[done], reader.words.done[done])}</div>`;
}

function statusNotice({ dispensing, record, reader, nowMs }: RecordView, zone: string): SafeHtml {
  const { words } = reader;
  const kind = dispensing.stop ? 'bad' : dispensing.kind === 'ACTIVE' ? 'good' : 'warn';
  const sign = { bad: '✕', good: '✓', warn: '!' }[kind];
  const { phone, phoneExtension } = record.envelope.prescriber;
  const { heading, advice } = words.dispensing[dispensing.kind];
  // What everybody else reads of it, too; where it has left this pharmacy, no more than that.
  const isGone = dispensing.kind === 'REROUTED' || dispensing.kind === 'REPLACED';
  const word = isGone ? heading : words.situations[fillSituation(record.fill, record.around, nowMs)].word;
  return html`<section class="answer ${kind}" aria-labelledby="standing">
<h1 id="standing"><span aria-hidden="true">${sign}</span> ${heading}</h1>
<p><strong>${advice}</strong></p>
<p>${words.since(faxWords.moment(zone, dispensing.since), word)}</p>
<p class="screen buttons"><button type="button" class="quiet" data-print hidden>${words.print}</button><a class="button" href="tel:+1${phone}"><span>${words.call} <span class="phone">${faxWords.phoneText(phone, phoneExtension)}</span></span></a>
${dispensing.reports.length > 0 ? html`<a class="button" href="#answer">${words.tell}</a>` : ''}</p>
</section>`;
}

/** What keeps a pharmacy from dispensing the same prescription twice (D4, 21 CFR 1311.170 (c) in spirit). */
function copyNotices(
  words: RecordWords,
  { transmissions, transmission }: LinkRecord,
  zone: string,
): SafeHtml[] {
  const electronic = transmissions.filter(({ kind, channel }) => kind === 'new' && channel !== 'fax');
  const taken = electronic.find(({ state }) => state === 'accepted');
  if (taken !== undefined) {
    // Of the electronic version itself, the page is no copy.
    if (taken.id === transmission.id) return [];
    const at = taken.accepted_at === null ? '' : ` (${faxWords.moment(zone, taken.accepted_at)})`;
    return [
      html`<div class="notice warn"><strong>${words.copyTitle}</strong>${words.taken(at, taken.message_id)}</div>`,
    ];
  }
  const maybe = electronic.find(({ may_have_arrived: may }) => may);
  if (maybe === undefined || transmission.kind !== 'new') return [];
  return [html`<div class="notice warn">${words.maybeHeld(maybe.message_id)}</div>`];
}

type Fact = readonly [label: string, value: string | null, kind?: 'drug'];

/** Values stand in the list exactly as signed: no blank is added or lost, no letter is changed. */
function factList(facts: readonly Fact[]): SafeHtml {
  const shown = facts.filter(([, value]) => value !== null && value !== '');
  return html`<dl>${shown.map(([label, value, kind]) => html`<dt>${label}</dt><dd${kind === undefined ? '' : html` class="${kind}"`}>${value}</dd>\n`)}</dl>`;
}

/** The unit as signed; the number in words besides, because one that is misread is a dose that is wrong. */
function quantityText(words: RecordWords, content: ClinicalContent): string {
  return `${faxWords.quantityText(content)} (${words.inWords(content.dispenseQuantity)})`;
}

function prescriptionPart(words: RecordWords, { content, prescription }: LinkRecord, zone: string): SafeHtml {
  const { fillsAllowed, daysSupply, doNotFillBeforeDate: notBefore } = content;
  const { written_at: written, expiration_date: expiration } = prescription;
  return html`<h2>${words.prescription}</h2>
${factList([
  [words.drug, faxWords.medicationText(content), 'drug'],
  [words.directions, content.instructions],
  [words.dose, faxWords.doseText(content)],
  [words.dispense, quantityText(words, content)],
  [words.daysSupply, daysSupply === null ? null : String(daysSupply)],
  [words.refills, fillsAllowed === 1 ? words.noRefills : words.refillsOf(fillsAllowed - 1, fillsAllowed)],
  [words.substitution, content.dispenseAsWritten ? words.dispenseAsWritten : words.substitutionAllowed],
  [words.notBefore, notBefore === null ? null : formatDate(notBefore)],
  ...printedRows(content).map(([name, label, text]): Fact => [words.printedLabels[name] ?? label, text]),
  [words.diagnosis, content.diagnosisCodes.map(diagnosisLine).join('\n')],
  [words.written, `${faxWords.moment(zone, written)} = ${faxWords.momentUtc(written)}`],
  [words.validUntil, formatDate(expiration)],
])}`;
}

/** What a message names by codes, and what the record was called in the other one. */
function asRecordedPart(
  words: RecordWords,
  { content, transmission, fill, orderNumber }: LinkRecord,
): SafeHtml {
  const { treatment, dispenseUnit } = content;
  const form = [treatment.strength, treatment.doseForm].filter((part) => part !== null).join(', ');
  return html`<h2>${words.asRecorded}</h2>
${factList([
  [words.onMessage, treatment.description],
  [words.treatment, treatment.name],
  [words.brand, treatment.brandName],
  [words.ingredients, treatment.ingredients.join(', ')],
  [words.strengthAndForm, form],
  [words.unit, `${dispenseUnit.name} (${dispenseUnit.code})`],
  ['RxNorm', treatment.rxcui],
  ['NDC', treatment.ndc],
  ...reasonFacts(words, content),
  [words.onTelephone, orderNumber === null ? null : orderNumberText(orderNumber)],
  [words.orderNumber, transmission.prescriber_order_number],
  ['MessageID', transmission.relates_to_message_id ?? transmission.message_id],
  [words.prescriptionId, fill.prescription_id],
])}`;
}

/** What the prescriber said to the review, where something was said. */
function reasonFacts(words: RecordWords, { reasons }: ClinicalContent): readonly Fact[] {
  if (reasons === undefined) return [];
  return [
    [words.repeatBecause, reasons.repeat],
    [words.amountsBecause, reasons.amounts],
    [words.duplicateBecause, reasons.duplicate],
    [words.duplicateOf, reasons.duplicateOf.join('\n')],
  ];
}

function patientPart(words: RecordWords, { content, envelope, address }: LinkRecord): SafeHtml {
  const { patient } = content;
  const given = [patient.firstName, patient.middleName].filter((part) => part !== null).join(' ');
  const { phone } = envelope.patient;
  return html`<h2>${words.patient}</h2>
<div class="pair">
${factList([
  [words.familyName, patient.suffix === null ? patient.lastName : `${patient.lastName} ${patient.suffix}`],
  [words.givenNames, given],
  [words.born, formatDate(patient.dateOfBirth)],
])}
${factList([
  [words.sex, words.sexes[patient.sex]],
  [words.address, addressText(words, address ?? envelope.patient.address)],
  [words.telephone, phone === null ? null : faxWords.phoneText(phone)],
])}
</div>`;
}

function prescriberPart(words: RecordWords, { content, envelope }: LinkRecord): SafeHtml {
  const { prescriber } = envelope;
  const { supervisor } = content;
  return html`<h2>${words.prescriber}</h2>
<div class="pair">
${factList([
  [words.name, faxWords.prescriberName(content)],
  ['NPI', content.prescriber.npi],
  [words.telephone, faxWords.phoneText(prescriber.phone, prescriber.phoneExtension)],
  [words.fax, prescriber.fax === null ? null : faxWords.phoneText(prescriber.fax)],
])}
${factList([
  [words.practice, prescriber.practiceName],
  [words.address, addressText(words, prescriber.address)],
  [words.organization, envelope.organization.name],
  [
    words.supervisedBy,
    supervisor === null
      ? null
      : `${supervisor.firstName} ${supervisor.lastName}, NPI ${supervisor.npi}, ${faxWords.phoneText(supervisor.phone)}`,
  ],
])}
</div>`;
}

function historyPart({ reader, record }: RecordView, zone: string): SafeHtml {
  const { words } = reader;
  return html`<h2>${words.history}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${words.history}"><table>
<thead><tr><th scope="col">${words.time}</th><th scope="col">${words.what}</th></tr></thead>
<tbody>
${historyOf(reader, record).map(({ at, text }) => html`<tr><td>${faxWords.moment(zone, at)}</td><td>${text}</td></tr>\n`)}
</tbody>
</table></div>
<details class="screen"><summary>${words.views(record.views.length)}</summary>
<ul>${record.views.map((at) => html`<li>${faxWords.moment(zone, at)}</li>`)}</ul></details>`;
}

function proofPart(
  words: RecordWords,
  { prescription, content, signedAt }: LinkRecord,
  zone: string,
): SafeHtml {
  const when = `${faxWords.moment(zone, signedAt)} = ${faxWords.momentUtc(signedAt)}`;
  return html`<h2>${words.signature}</h2>
<p>${words.signed(faxWords.prescriberName(content), content.prescriber.npi, when)}</p>
<p>${words.hash}</p>
<p class="hash">${prescription.content_hash}</p>`;
}

function addressText(words: RecordWords, address: PostalAddress | null): string {
  return address === null ? words.noAddress : faxWords.addressLines(address).join('\n');
}
