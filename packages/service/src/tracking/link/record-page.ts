// The record behind a fax's link: what may be done with it first, then the signed record word for word, answers, history and proof.

import { formatDate } from '@pestle/rules/dates';
import { diagnosisLine } from '@pestle/rules/diagnosis';
import { printedRows } from '@pestle/rules/prescription-fields';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { html, type SafeHtml } from '@remix-run/html-template';
import { faxWords as words } from '../../delivery/inside.ts';
import { notice, page } from '../../kernel/web/pages/frame.ts';
import type { PostalAddress } from '../../prescribing/inside.ts';
import { fillSituation } from '../../prescribing/inside.ts';
import type { DispensingStatus } from './dispensing-status.ts';
import { frameOf } from './frame.ts';
import { historyOf } from './history.ts';
import type { LinkRecord } from './record.ts';
import type { ReportFormsView } from './report-forms.ts';
import { reportForms } from './report-forms.ts';

export interface RecordView extends ReportFormsView {
  readonly nowMs: number;
  /** What the last report did. */
  readonly done: ReportDone | undefined;
}

export const REPORTS_DONE = {
  changed: ['good', 'Thank you. Your report was recorded, and the practice and the patient can see it.'],
  same: ['good', 'Your report was recorded. It changed nothing: that was known already.'],
  refused: [
    'bad',
    'Your report contradicts what was reported before. It was recorded; nothing was changed. Call the practice.',
  ],
} as const;
export type ReportDone = keyof typeof REPORTS_DONE;

export function recordPage(view: RecordView): string {
  const { record, nowMs } = view;
  const now = new Date(nowMs);
  const zone = zoneOf(record);
  return page(
    frameOf(
      'Prescription record',
      html`<p>Record as of ${words.moment(zone, now)}. Every view is recorded.</p>`,
    ),
    html`${doneNotice(view.done)}
${statusNotice(view, zone)}
${copyNotices(record, zone)}
<p class="paper"><strong>Printed from the electronic record, ${words.moment(zone, now)} = ${words.momentUtc(now)}.</strong></p>
${patientPart(record)}
${prescriptionPart(record, zone)}
${prescriberPart(record)}
${reportForms(view)}
${historyPart(record, zone)}
${proofPart(record, zone)}`,
  );
}

function zoneOf({ pharmacy, envelope }: LinkRecord): string {
  return words.zoneOf(pharmacy.time_zone, envelope.organization.timeZone);
}

function doneNotice(done: ReportDone | undefined): SafeHtml | string {
  if (done === undefined) return '';
  const [kind, text] = REPORTS_DONE[done];
  return html`<div class="screen">${notice(kind, text)}</div>`;
}

function statusNotice({ dispensing, record, nowMs }: RecordView, zone: string): SafeHtml {
  const kind = dispensing.stop ? 'bad' : dispensing.kind === 'ACTIVE' ? 'good' : 'warn';
  const sign = { bad: '✕', good: '✓', warn: '!' }[kind];
  const phone = record.envelope.prescriber.phone;
  return html`<section class="answer ${kind}" aria-labelledby="standing">
<h1 id="standing"><span aria-hidden="true">${sign}</span> ${dispensing.heading}</h1>
<p><strong>${dispensing.advice}</strong></p>
<p>Since ${words.moment(zone, dispensing.since)}: ${wordOf(dispensing, record, nowMs)}.</p>
<p class="screen buttons"><a class="button" href="tel:+1${phone}">Call the practice: ${words.phoneText(phone, record.envelope.prescriber.phoneExtension)}</a>
${dispensing.reports.length > 0 ? html`<a class="button" href="#answer">Tell the practice</a>` : ''}</p>
</section>`;
}

/** What everybody else reads of it, too; where it has left this pharmacy, no more than that. */
function wordOf({ kind, heading }: DispensingStatus, { fill, around }: LinkRecord, nowMs: number): string {
  if (kind === 'REROUTED' || kind === 'REPLACED') return heading;
  return PRACTICE_EN[fillSituation(fill, around, nowMs)].word;
}

/** What keeps a pharmacy from dispensing the same prescription twice (D4, 21 CFR 1311.170 (c) in spirit). */
function copyNotices({ transmissions, transmission }: LinkRecord, zone: string): SafeHtml[] {
  const electronic = transmissions.filter(({ kind, channel }) => kind === 'new' && channel !== 'fax');
  const taken = electronic.find(({ state }) => state === 'accepted');
  if (taken !== undefined)
    return [
      html`<div class="notice warn"><strong>COPY.</strong> Your pharmacy took this prescription electronically${taken.accepted_at === null ? '' : ` (${words.moment(zone, taken.accepted_at)})`}, MessageID ${taken.message_id}. Dispense once.</div>`,
    ];
  const maybe = electronic.find(({ may_have_arrived: may }) => may);
  if (maybe === undefined || transmission.kind !== 'new') return [];
  return [
    html`<div class="notice warn">This order may already be held electronically at your pharmacy: MessageID ${maybe.message_id}. Do not dispense twice.</div>`,
  ];
}

type Fact = readonly [label: string, value: string | null, kind?: 'drug' | 'hash'];

/** Values stand in the list exactly as signed: no blank is added or lost, no letter is changed. */
function factList(facts: readonly Fact[]): SafeHtml {
  const shown = facts.filter(([, value]) => value !== null && value !== '');
  return html`<dl>${shown.map(([label, value, kind]) => html`<dt>${label}</dt><dd class="${kind ?? ''}" dir="auto">${value}</dd>\n`)}</dl>`;
}

function prescriptionPart({ content, prescription, transmission, fill }: LinkRecord, zone: string): SafeHtml {
  const { treatment } = content;
  const codes = content.diagnosisCodes.map(diagnosisLine).join('\n');
  const form = [treatment.strength, treatment.doseForm].filter((part) => part !== null).join(', ');
  const quantity = `${content.dispenseQuantity} ${content.dispenseUnit.name} (${content.dispenseUnit.code})`;
  const notBefore = content.doNotFillBeforeDate;
  return html`<h2>Prescription</h2>
${factList([
  ['Drug', treatment.description, 'drug'],
  ['Directions', content.instructions],
  ['Quantity', quantity],
  ['Days supply', content.daysSupply === null ? null : String(content.daysSupply)],
  ['Refills', words.refillsText(content)],
  ['Substitution', words.substitutionText(content)],
  ['Do not fill before', notBefore === null ? null : formatDate(notBefore)],
  ...printedRows(content).map(([, label, text]): Fact => [label, text]),
  ['Diagnosis (ICD-10)', codes],
  ['Written', `${words.moment(zone, prescription.written_at)} = ${words.momentUtc(prescription.written_at)}`],
  ['Valid until', formatDate(prescription.expiration_date)],
])}
<h3>As recorded</h3>
${factList([
  ['Treatment', treatment.name],
  ['Brand', treatment.brandName],
  ['Ingredients', treatment.ingredients.join(', ')],
  ['Strength and form', form],
  ['RxNorm', treatment.rxcui],
  ['NDC', treatment.ndc],
  ...reasonFacts(content),
  ['Order number', transmission.prescriber_order_number],
  ['MessageID', transmission.relates_to_message_id ?? transmission.message_id],
  ['Prescription id', fill.prescription_id],
])}`;
}

/** What the prescriber said to the review, where something was said. */
function reasonFacts({ reasons }: LinkRecord['content']): readonly Fact[] {
  if (reasons === undefined) return [];
  return [
    ['Twice on one order because', reasons.repeat],
    ['These amounts because', reasons.amounts],
    ['Prescribed again because', reasons.duplicate],
    ['After', reasons.duplicateOf.join('\n')],
  ];
}

function patientPart({ content, envelope, address }: LinkRecord): SafeHtml {
  const { patient } = content;
  const given = [patient.firstName, patient.middleName].filter((part) => part !== null).join(' ');
  const { phone } = envelope.patient;
  return html`<h2>Patient</h2>
<div class="pair">
${factList([
  ['Family name', patient.suffix === null ? patient.lastName : `${patient.lastName} ${patient.suffix}`],
  ['Given names', given],
  ['Date of birth', formatDate(patient.dateOfBirth)],
])}
${factList([
  ['Sex', { MALE: 'Male', FEMALE: 'Female', UNKNOWN: 'Not known' }[patient.sex]],
  ['Address', addressText(address ?? envelope.patient.address)],
  ['Telephone', phone === null ? null : words.phoneText(phone)],
])}
</div>`;
}

function prescriberPart({ content, envelope }: LinkRecord): SafeHtml {
  const { prescriber } = envelope;
  const { supervisor } = content;
  return html`<h2>Prescriber</h2>
<div class="pair">
${factList([
  ['Name', words.prescriberName(content)],
  ['NPI', content.prescriber.npi],
  ['Telephone', words.phoneText(prescriber.phone, prescriber.phoneExtension)],
  ['Fax', prescriber.fax === null ? null : words.phoneText(prescriber.fax)],
])}
${factList([
  ['Practice', prescriber.practiceName],
  ['Address', addressText(prescriber.address)],
  ['Organization', envelope.organization.name],
  [
    'Supervised by',
    supervisor === null
      ? null
      : `${supervisor.firstName} ${supervisor.lastName}, NPI ${supervisor.npi}, ${words.phoneText(supervisor.phone)}`,
  ],
])}
</div>`;
}

function historyPart(record: LinkRecord, zone: string): SafeHtml {
  return html`<h2>History</h2>
<div class="wide" tabindex="0" role="region" aria-label="History"><table>
<thead><tr><th scope="col">Time</th><th scope="col">What happened</th></tr></thead>
<tbody>
${historyOf(record).map(({ at, text }) => html`<tr><td>${words.moment(zone, at)}</td><td>${text}</td></tr>\n`)}
</tbody>
</table></div>
<details class="screen"><summary>Views of this record through this link (${record.views.length})</summary>
<ul>${record.views.map((at) => html`<li>${words.moment(zone, at)}</li>`)}</ul></details>`;
}

function proofPart({ prescription, content, signedAt }: LinkRecord, zone: string): SafeHtml {
  return html`<h2>Signature</h2>
<p>Signed electronically by ${words.prescriberName(content)} (NPI ${content.prescriber.npi}) on ${words.moment(zone, signedAt)} = ${words.momentUtc(signedAt)}, signed in and checked as an authorized prescriber at that moment.</p>
<p>What was signed has this SHA-256; any change of the record would give another one:</p>
<p class="hash">${prescription.content_hash}</p>`;
}

function addressText(address: PostalAddress | null): string {
  return address === null ? 'None on file' : words.addressLines(address).join('\n');
}
