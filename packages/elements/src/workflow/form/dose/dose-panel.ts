// Owns the dose calculator: by weight, in units that are always named, opened in place beside the directions.

import { formatDate } from '@pestle/rules/dates';
import { toCanonicalDecimal } from '@pestle/rules/decimal';
import { calculateDose, type DoseAnswer } from '@pestle/rules/dose';
import { type Concentration, concentrationOf, type MassUnit } from '@pestle/rules/liquid';
import { formatNumber } from '@pestle/rules/strength';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../../kit/fields/field.ts';
import { css } from '../../../kit/look/css.ts';
import { note } from '../../../kit/look/icons.ts';
import type { TreatmentRecord } from '../../../records.ts';
import { type DoseText, dose as english } from '../../../text/en/workflow/card/dose.ts';
import { PartWords } from '../../../text/part-words.ts';
import type { WorkflowHost } from '../../part.ts';
import { withWeight } from '../../state/drafts/notes.ts';
import { type Measurable, measurable } from './dose-model.ts';

export { withDose } from './dose-model.ts';

const MASS_UNITS: ReadonlyArray<readonly [MassUnit, string]> = [
  ['mcg', 'mcg'],
  ['mg', 'mg'],
  ['g', 'g'],
];

type Inputs = {
  readonly weight: string;
  readonly weightUnit: string;
  readonly amount: string;
  readonly amountUnit: MassUnit;
  readonly per: 'day' | 'dose';
  readonly dosesPerDay: string;
  readonly maximum: string;
  readonly concentration: string;
  readonly concentrationUnit: MassUnit;
  readonly perMl: string;
};

const PAIRS = css`
  .pairs { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; }
  .pairs > dt { color: var(--_muted); }
`;

/** The calculator of one form. `use` takes the dose as it is written into directions: `7.5 mL`. */
export class DosePanel {
  readonly #host: WorkflowHost;
  readonly #text: PartWords<DoseText>;
  readonly #insert: (dose: Measurable) => void;
  #inputs: Inputs;

  constructor(host: WorkflowHost, treatment: TreatmentRecord | null, insert: (dose: Measurable) => void) {
    this.#host = host;
    host.dress(PAIRS);
    this.#text = new PartWords(
      english,
      async () => (await import('../../../text/es/workflow/card/dose.ts')).dose,
      host.update,
    );
    this.#insert = insert;
    const { weight, weightWithoutUnit } = host.config;
    const onRecord = host.state.patient.record?.weight ?? null;
    const concentration = concentrationOf(treatment?.strength ?? '');
    this.#inputs = {
      weight: weight?.value ?? weightWithoutUnit ?? onRecord?.value ?? '',
      weightUnit: weight?.unit ?? (weightWithoutUnit === null ? (onRecord?.unit ?? '') : ''),
      amount: '',
      amountUnit: 'mg',
      per: 'day',
      dosesPerDay: '',
      maximum: '',
      ...(concentration ?? { concentration: '', concentrationUnit: 'mg', perMl: '' }),
    } satisfies Inputs & Concentration;
  }

  get #words(): DoseText {
    return this.#text.of(this.#host.text.kit.language);
  }

  render(): TemplateResult {
    const dose = this.#words;
    const asked = this.#question();
    return html`<div class="stack">
      <div class="fields amounts">
        ${this.#number('weight', dose.weight, this.#recordHint())}
        ${this.#choice(
          'weightUnit',
          dose.weightUnit,
          [
            ['kg', 'kg'],
            ['lbs', 'lbs'],
          ],
          dose.chooseUnit,
        )}
        ${this.#number('amount', dose.amount)}
        ${this.#choice(
          'amountUnit',
          dose.amountUnit,
          MASS_UNITS.map(([unit]) => [unit, `${unit}/kg`]),
        )}
        ${this.#choice('per', dose.per, [
          ['day', dose.perDay],
          ['dose', dose.perDose],
        ])}
        ${this.#number('dosesPerDay', dose.timesPerDay)}
        ${this.#number('maximum', `${dose.maximum} (${this.#inputs.amountUnit})`, undefined, true)}
        ${this.#number('concentration', dose.concentration, undefined, true)}
        ${this.#choice('concentrationUnit', dose.concentrationUnit, MASS_UNITS)}
        ${this.#number('perMl', dose.inMl, undefined, true)}
      </div>
      ${asked === undefined ? nothing : this.#renderAnswer(calculateDose(asked))}
    </div>`;
  }

  #renderAnswer(answer: DoseAnswer): TemplateResult {
    const dose = this.#words;
    if (!answer.ok) return note('info', dose.errors[answer.code] ?? answer.message);
    const taken = measurable(answer);
    return html`${note(
      'info',
      html`<dl class="pairs numeric">
        <dt>${dose.perDoseResult}</dt><dd><strong>${answer.labels.perDose}</strong></dd>
        <dt>${dose.perDayResult}</dt><dd>${answer.labels.perDay}</dd>
      </dl>${answer.limited ? html`<p>${dose.limited}</p>` : nothing}`,
    )}
    <div><button type="button" @click=${() => {
      this.#insert(taken);
      this.#tellWeight();
      this.#host.announce(dose.used(taken.words));
    }}>${dose.use(taken.shown)}${taken.rounded ? html`<span class="small">(${taken.unit === 'mL' ? dose.rounded : dose.roundedMass})</span>` : nothing}</button></div>`;
  }

  /** The pharmacy checks the dose by the weight that it was reckoned from, whatever the patient's age. */
  #tellWeight(): void {
    const { weight, weightUnit: unit } = this.#inputs;
    const read = toCanonicalDecimal(weight);
    const { form } = this.#host.state;
    if (read.ok && (unit === 'kg' || unit === 'lbs'))
      form.set({ notes: withWeight(form.values.notes, { value: read.value, unit }) });
  }

  /** Undefined until the numbers that always matter are there: an empty calculator has nothing to complain about. */
  #question(): Parameters<typeof calculateDose>[0] | undefined {
    const { weightUnit, amountUnit, per, concentrationUnit } = this.#inputs;
    const { weight, amount, dosesPerDay, maximum, concentration, perMl } = this.#inputs;
    if ([weight, amount, dosesPerDay].some((text) => text.trim() === '')) return undefined;
    return {
      weight: numberOf(weight),
      weightUnit: weightUnit === 'kg' || weightUnit === 'lbs' ? weightUnit : null,
      amount: numberOf(amount),
      amountUnit,
      per,
      dosesPerDay: numberOf(dosesPerDay),
      ...(maximum.trim() === '' ? {} : { maximumPerDose: numberOf(maximum) }),
      ...(concentration.trim() === '' && perMl.trim() === ''
        ? {}
        : {
            concentration: {
              amount: numberOf(concentration),
              unit: concentrationUnit,
              perMl: numberOf(perMl),
            },
          }),
    };
  }

  #recordHint(): string | undefined {
    const weight = this.#host.state.patient.record?.weight;
    if (weight === null || weight === undefined) return undefined;
    const words = `${formatNumber(weight.value)}\u00a0${weight.unit}`;
    return this.#words.fromRecord(
      words,
      weight.measuredOn === null ? null : formatDate(weight.measuredOn, this.#host.text.kit.language),
    );
  }

  #number(name: keyof Inputs, label: string, hint?: string, optional = false): TemplateResult {
    return textField(this.#host, {
      name: `dose-${name}`,
      label,
      kind: 'numeric',
      ...(optional ? { optional: this.#host.text.kit.optional } : {}),
      ...(hint === undefined ? {} : { hint }),
      inputMode: 'decimal',
      value: this.#inputs[name],
      change: (value) => this.#set({ [name]: value }),
    });
  }

  #choice(
    name: keyof Inputs,
    label: string,
    choices: ReadonlyArray<readonly [value: string, label: string]>,
    empty?: string,
  ): TemplateResult {
    return selectField(this.#host, {
      name: `dose-${name}`,
      label,
      choices,
      ...(empty === undefined ? {} : { empty }),
      value: this.#inputs[name],
      change: (value) => this.#set({ [name]: value }),
    });
  }

  #set(change: Partial<Record<keyof Inputs, string>>): void {
    this.#inputs = { ...this.#inputs, ...change } as Inputs;
    this.#host.update();
  }
}

/** The number, or NaN, which the calculator refuses in words. */
function numberOf(text: string): number {
  const read = toCanonicalDecimal(text);
  return read.ok ? Number(read.value) : Number.NaN;
}
