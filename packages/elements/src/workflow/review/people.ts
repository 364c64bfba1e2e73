// Owns who and what for is named in the review: patient, prescriber, pharmacy, address, supervisor and diagnoses, as they are signed (W4).
import { formatDate } from '@pestle/rules/dates';
import { diagnosisLine } from '@pestle/rules/diagnosis';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ReviewedRecord } from '../../records.ts';
import type { ReviewText } from '../../text/en/workflow/review.ts';
import { allergiesText, patientName } from '../banner/banner.ts';
import type { WorkflowHost } from '../part.ts';
import type { CombineOffer } from './combine-offer.ts';

export type Content = NonNullable<ReviewedRecord['content']>;

/** Everybody of an order; `shared`: supervisor and diagnoses are the same for all of its prescriptions. An order that is joined keeps its place. */
export function people(
  { text, config, state }: WorkflowHost,
  words: ReviewText,
  content: Content,
  { shared, offer }: { readonly shared: boolean; readonly offer: CombineOffer },
): TemplateResult {
  const { patient, prescriber } = content;
  const { target } = offer;
  const { pharmacy, address } = target ?? { pharmacy: state.pharmacy.selected, address: config.address };
  return html`<dl class="people">
      ${entry(
        words.patient,
        html`${patientName(patient)}, <span class="whole">${text.patient.born(formatDate(patient.dateOfBirth, text.kit.language))}</span>,
          ${text.patient.sexes[sexOf(patient.sex)]}
          ${state.patient.record === null ? nothing : html`<div>${allergiesText(state.patient.record, text)}</div>`}`,
      )}
      ${entry(
        words.prescriber,
        `${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`}, ${words.npi(prescriber.npi)}`,
      )}
      ${config.enableOrder ? entry(words.pharmacy, pharmacyOf(words, pharmacy, target === null ? state.pharmacy.fallback : null)) : nothing}
      ${target === null ? nothing : entry(offer.words.joins, offer.joined(target))}
      ${
        address === null
          ? nothing
          : entry(
              words.address,
              `${address.street1}${(address.street2 ?? '') === '' ? '' : `, ${address.street2}`}, ${address.city}, ${address.state} ${address.postalCode}`,
            )
      }
      ${shared ? ownEntries(words, content) : nothing}
    </dl>`;
}

/** Under a prescription's lines what elsewhere stands once for all. */
export function besides(words: ReviewText, content: Content): TemplateResult {
  return html`<dl class="people">${ownEntries(words, content)}</dl>`;
}

function ownEntries(words: ReviewText, { supervisor, diagnosisCodes }: Content): readonly TemplateResult[] {
  return [
    ...(supervisor === null
      ? []
      : [
          entry(
            words.supervisor,
            `${supervisor.firstName} ${supervisor.lastName}, ${words.npi(supervisor.npi)}`,
          ),
        ]),
    ...(diagnosisCodes.length === 0
      ? []
      : [
          entry(
            words.diagnoses,
            diagnosisCodes.map((diagnosis) => html`<div dir="auto">${diagnosisLine(diagnosis)}</div>`),
          ),
        ]),
  ];
}

type Chosen = WorkflowHost['state']['pharmacy']['selected'];

function pharmacyOf(words: ReviewText, pharmacy: Chosen, fallback: Chosen): unknown {
  if (pharmacy === null)
    return fallback === null
      ? words.patientChooses
      : html`${words.patientChooses}<br />${words.otherwise(fallback.name)}`;
  const { address } = pharmacy;
  if (address === null || address === undefined) return pharmacy.name;
  return html`${pharmacy.name}<br /><span class="muted">${address.street1}, ${address.city}, ${address.state} ${address.postalCode}</span>`;
}

function sexOf(sex: string): 'FEMALE' | 'MALE' | 'UNKNOWN' {
  return sex === 'FEMALE' || sex === 'MALE' ? sex : 'UNKNOWN';
}

function entry(name: string, value: unknown): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
