// Owns the patient banner: who this is for, at every moment (U8, U9).
import { ageInMonths, ageInYears, formatDate } from '@pestle/rules/dates';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon, note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { PatientRecord } from '../../records.ts';
import type { Text } from '../../text/text.ts';
import type { Part, WorkflowHost } from '../part.ts';

/** Infants and toddlers are dosed by months. */
const MONTHS_UNTIL_YEARS = 2;

type Named = {
  readonly firstName: string;
  readonly middleName?: string | null;
  readonly lastName: string;
  readonly suffix?: string | null;
};

/** Family name in capitals, then the given names: no two people are told apart by a shortened name. */
export function patientName({ firstName, middleName, lastName, suffix }: Named): TemplateResult {
  const given = [firstName, middleName ?? '', suffix ?? ''].filter((name) => name !== '').join(' ');
  return html`<bdi><strong class="family">${lastName.toLocaleUpperCase('en')}</strong>, ${given}</bdi>`;
}

/** The age on a day: in months for the smallest, in years for everybody else. */
export function ageText(dateOfBirth: string, today: string, text: Text): string {
  const years = ageInYears(dateOfBirth, today) ?? 0;
  return years < MONTHS_UNTIL_YEARS
    ? text.order.months(ageInMonths(dateOfBirth, today) ?? 0)
    : text.order.years(years);
}

export class Banner implements Part {
  readonly #host: WorkflowHost;
  /** What stands at its end, such as the button that edits the patient. */
  readonly #act: () => unknown;
  /** What can be done about the allergies. */
  readonly #allergyAct: (record: PatientRecord) => unknown;
  /** What can be done about the other medicines. */
  readonly #medicineAct: (record: PatientRecord) => unknown;

  constructor(
    host: WorkflowHost,
    act: () => unknown = () => nothing,
    allergyAct: (record: PatientRecord) => unknown = () => nothing,
    medicineAct: (record: PatientRecord) => unknown = () => nothing,
  ) {
    this.#host = host;
    this.#act = act;
    this.#allergyAct = allergyAct;
    this.#medicineAct = medicineAct;
  }

  render(): unknown {
    const { state, text, config } = this.#host;
    const { patient } = state;
    switch (patient.status) {
      case 'none':
        return nothing;
      case 'loading':
        return html`<div class="banner" part="banner" role="region" aria-label=${text.order.banner}
          ><span class="spinner" aria-hidden="true"></span> ${text.order.patientLoading}</div>`;
      case 'unknown':
        return note('danger', text.order.patientUnknown);
      case 'failed':
        return note(
          'danger',
          trouble(this.#host, text.order.patientFailed, patient.error, () => void state.resume()),
        );
      case 'ready':
        if (patient.record === null) return nothing;
        return html`${config.hidePatientCard ? nothing : this.#card(patient.record)}
          ${patient.record.deceased ? note('danger', text.order.deceased) : nothing}
          ${config.weightWithoutUnit === null ? nothing : note('warn', text.order.weightNeedsUnit)}`;
      default:
        return patient.status satisfies never;
    }
  }

  #card(record: PatientRecord): TemplateResult {
    const { text, state } = this.#host;
    const age = ageText(record.dateOfBirth, state.patient.today, text);
    return html`<div class="banner" part="banner" role="region" aria-label=${text.order.banner}>
      <span class="who">${patientName(record)}</span>
      <span>${text.order.bornAge(formatDate(record.dateOfBirth, text.kit.language), age)}</span>
      <span>${text.patient.sexes[record.sex]}</span>
      ${this.#weight(record)}<span>${allergiesText(record, text)} ${this.#allergyAct(record)}</span>${this.#takes(record)}
      <span class="act">${this.#act()}</span>
    </div>`;
  }

  /** What is taken besides what is prescribed here. */
  #takes(record: PatientRecord): unknown {
    const { medications } = record;
    const { order } = this.#host.text;
    const list = (medications ?? []).map(({ name }) => name).join(', ');
    return html`<span>${
      list === '' ? (medications === null ? nothing : order.takesNothing) : order.takes(list)
    } ${this.#medicineAct(record)}</span>`;
  }

  #weight(record: PatientRecord): unknown {
    const { text, config } = this.#host;
    if (config.weight !== null)
      return html`<span>${text.order.weight(config.weight.value, config.weight.unit)}</span>`;
    if (record.weight === null) return nothing;
    const { value, unit, measuredOn } = record.weight;
    return html`<span>${text.order.weight(value, unit)}${
      measuredOn === null ? nothing : html` ${text.order.weightOn(formatDate(measuredOn, text.kit.language))}`
    }</span>`;
  }
}

/** Blank never means none. */
export function allergiesText(
  { allergies }: Pick<PatientRecord, 'allergies'>,
  { order }: Text,
): TemplateResult {
  if (allergies === null)
    return html`<strong class="allergies warn">${icon('warn')} ${order.allergiesUnknown}</strong>`;
  if (allergies.length === 0) return html`<span class="allergies">${order.allergiesNone}</span>`;
  const list = allergies.map(({ substance, reaction }) =>
    reaction === null ? substance : `${substance} (${reaction})`,
  );
  return html`<strong class="allergies danger">${icon('warn')} ${order.allergies(list.join(', '))}</strong>`;
}
