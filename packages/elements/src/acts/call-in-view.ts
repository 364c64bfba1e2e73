// Owns how a call-in sheet looks: everything a pharmacist needs by telephone, in the order in which it is read aloud, on the screen and on paper.
import type { DataOf } from '@pestle/client';
import type { CallInSheet } from '@pestle/client/documents/acts';
import { formatDate } from '@pestle/rules/dates';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { css } from '../kit/look/css.ts';
import type { CallInText } from '../text/en/call-in.ts';

export type Sheet = DataOf<typeof CallInSheet>['callInSheet'];

/** What was signed is read in its own words; only the labels are of the page's language. */
export function callInView(sheet: Sheet, words: CallInText): TemplateResult {
  const { pharmacy, patient, prescriber, lines } = sheet;
  return html`<div class="call-in">
    <dl>${row(words.call, pharmacy.name, pharmacy.phone)}
      ${row(words.patient, patient.name)}
      ${row(words.born, formatDate(patient.dateOfBirth))}
      ${row(words.address, ...patient.address)}
      ${row(words.phone, patient.phone)}</dl>
    ${lines.map((line) => lineView(line, words))}
    <dl>${row(words.prescriber, prescriber.name)}
      ${row('NPI', prescriber.npi)}
      ${row(words.practice, prescriber.practice, ...prescriber.address)}
      ${row(words.phone, prescriber.phone)}
      ${row('DEA', lines[0]?.deaNumber === undefined ? undefined : words.noDea)}</dl>
    <p class="on-paper">${words.takenBy}: <span class="blank"></span> ${words.time}: <span class="blank"></span></p>
  </div>`;
}

/** What is canceled is told as a cancel, with what names it and nothing that could be filled. */
function lineView(line: Sheet['lines'][number], words: CallInText): TemplateResult {
  const { canceled } = line;
  return html`<dl class=${canceled ? 'canceled' : nothing}>${canceled ? html`<div><dt></dt><dd><strong>${words.canceled}</strong></dd></div>` : nothing}
    ${row(words.medication, html`<strong>${line.medication}</strong>`)}
    ${canceled ? nothing : row(words.directions, line.directions, line.dose)}
    ${row(words.quantity, line.quantity, line.quantityInWords)}
    ${canceled ? nothing : whatIsFilled(line, words)}
    ${row(words.written, line.writtenOn)}
    ${row(words.number, line.orderNumber)}</dl>`;
}

function whatIsFilled(line: Sheet['lines'][number], words: CallInText): TemplateResult {
  return html`${row(words.daysSupply, line.daysSupply === null ? null : String(line.daysSupply))}
    ${row(words.refills, line.refills, line.refillsInWords)}
    ${row(words.substitution, line.dispenseAsWritten ? words.asWritten : words.permitted)}
    ${row(words.notes, line.notes)}
    ${row(words.notBefore, line.doNotFillBefore === null ? null : formatDate(line.doNotFillBefore))}
    ${row(words.diagnoses, ...line.diagnoses)}`;
}

/** Nothing where nothing is known. */
function row(label: string, ...values: readonly unknown[]): unknown {
  const known = values.filter((value) => value !== null && value !== undefined && value !== '');
  return known.length === 0
    ? nothing
    : html`<div><dt>${label}</dt><dd lang="en">${known.map((value) => html`<div>${value}</div>`)}</dd></div>`;
}

export const callInStyles = css`
  .call-in { display: grid; gap: 12px; }
  .call-in dl { margin: 0; padding-block-end: 12px; border-block-end: 1px solid var(--_line, var(--_border)); display: grid; gap: 4px; }
  .call-in dl > div { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; }
  .call-in dt { flex: 0 0 10em; color: var(--_muted); font-size: var(--_small); margin: 0; }
  .call-in dd { flex: 1 1 14em; margin: 0; overflow-wrap: anywhere; }
  .call-in .canceled { border: 2px solid; padding: 8px; }
  .call-in .on-paper { display: none; }
  .call-in .blank { display: inline-block; inline-size: 14em; border-block-end: 1px solid; }
  @media print { .call-in .on-paper { display: block; margin-block-start: 24px; } }
`;
