// Owns the part of the patient's form about who pays for medicines: the insurance cards, the primary first, and each one's plan.
import { type FieldProblem, isAbort } from '@pestle/client';
import { FindPlans } from '@pestle/client/documents/patients';
import { formatDate } from '@pestle/rules/dates';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { Combobox } from '../../kit/combobox/combobox.ts';
import { field, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import type { PatientFormText } from '../../text/en/workflow/patient-form.ts';
import type { PatientHost } from './patient-host.ts';
import type { EditedPatient, FoundPlan, PatientInput } from './patient-model.ts';
import type { FormProblem } from './problem-list.ts';

/** As the service holds it. */
const BENEFITS_MAX = 4;
const PAUSE_MS = 150;
const FIELDS = ['bin', 'pcn', 'groupId', 'memberId', 'planId', 'validFrom', 'validTo'] as const;
type BenefitField = (typeof FIELDS)[number];

/** One insurance card as it is typed. Its number stays when another one goes, so that its fields keep their names. */
interface Card {
  readonly number: number;
  readonly values: Record<BenefitField, string>;
  readonly plans: Combobox<FoundPlan>;
  /** Undefined until the service has answered for the id that stands there; null: no plan on file has it. */
  plan: FoundPlan | null | undefined;
  /** What the service refused, in its words. */
  refused: Partial<Record<BenefitField, string>>;
  request: AbortController | undefined;
}

export class Benefits {
  readonly #host: PatientHost;
  readonly #said: () => PatientFormText;
  #cards: readonly Card[] = [];
  #sent: readonly Card[] = [];
  #next = 0;

  constructor(host: PatientHost, words: () => PatientFormText) {
    this.#host = host;
    this.#said = words;
  }

  get #words(): PatientFormText['benefits'] {
    return this.#said().benefits;
  }

  set(benefits: EditedPatient['benefits']): void {
    this.stop();
    this.#cards = benefits.map((benefit) => this.#card(benefit));
  }

  /** As it is sent; a card on which nothing stands is none. */
  input(): NonNullable<PatientInput['benefits']> {
    this.#sent = this.#cards.filter(({ values }) => FIELDS.some((name) => values[name].trim() !== ''));
    return this.#sent.map(({ values }) => {
      const entries = FIELDS.map((name) => [name, values[name].trim() || null]);
      return { ...Object.fromEntries(entries), bin: values.bin.trim(), memberId: values.memberId.trim() };
    });
  }

  /** Puts what the service refused at its fields; answers what is about something else. */
  refuse(problems: readonly FieldProblem[]): readonly FieldProblem[] {
    return problems.filter(({ path, message }) => {
      const [, at, name = 'bin'] = /benefits\[(\d)\](?:\.(\w+))?/.exec(path) ?? [];
      const card = at === undefined ? undefined : this.#sent[Number(at)];
      const refused = FIELDS.find((one) => one === name);
      if (card === undefined || refused === undefined) return true;
      card.refused[refused] = this.#words.refused[refused] ?? message;
      return false;
    });
  }

  problems(): readonly FormProblem[] {
    return this.#cards.flatMap(({ number, refused }) =>
      FIELDS.flatMap((name) => {
        const error = refused[name];
        return error === undefined ? [] : [{ name: nameOf(number, name), label: this.#words[name], error }];
      }),
    );
  }

  /** To the first card; to a new one where there is none. */
  focus(): void {
    const [first] = this.#cards;
    if (first === undefined) this.#add();
    else void focusOn(this.#host, nameOf(first.number, 'bin'));
  }

  stop(): void {
    for (const { plans, request } of this.#cards) {
      request?.abort();
      plans.stop();
    }
  }

  render(): TemplateResult {
    const words = this.#words;
    return html`<fieldset class="stack" id=${this.#host.id('benefits')}><legend>${words.title}</legend>
      ${repeat(
        this.#cards,
        ({ number }) => number,
        (card, index) => this.#renderCard(card, index),
      )}
      ${
        this.#cards.length < BENEFITS_MAX
          ? html`<div><button type="button" id=${this.#host.id('benefit-add')} @click=${() => this.#add()}>${words.add}</button></div>`
          : nothing
      }
    </fieldset>`;
  }

  #renderCard(card: Card, index: number): TemplateResult {
    const { text } = this.#host;
    const words = this.#words;
    const title = words.nth(index + 1);
    const maybe = { optional: text.kit.optional };
    const { plan, values } = card;
    const frame = (name: BenefitField) => ({
      name: nameOf(card.number, name),
      label: words[name],
      error: card.refused[name],
      ...(name === 'bin' || name === 'memberId' ? {} : maybe),
    });
    const one = (name: BenefitField, more: { readonly type?: 'date'; readonly inputMode?: 'numeric' } = {}) =>
      textField(this.#host, {
        ...frame(name),
        ...more,
        value: values[name],
        change: (value) => this.#change(card, name, value),
      });
    return html`<fieldset class="stack"><legend>${title}</legend>
      <div class="fields two">
        ${one('bin', { inputMode: 'numeric' })}${one('memberId')}${one('pcn')}${one('groupId')}
        ${field(
          this.#host,
          {
            ...frame('planId'),
            hint: plan ? this.#plan(plan) : words.planHint,
            warning: plan === null ? words.noPlan : undefined,
            kind: 'whole',
          },
          (bound) => card.plans.render(bound),
        )}
        ${one('validFrom', { type: 'date' })}${one('validTo', { type: 'date' })}
      </div>
      <div class="row">
        <button type="button" class="quiet" aria-label="${words.remove}: ${title}" @click=${() => this.#remove(card)}>${words.remove}</button>
      </div>
    </fieldset>`;
  }

  #plan({ name, endsOn }: FoundPlan): string {
    return `${name}, ${this.#words.until(formatDate(endsOn, this.#host.text.kit.language))}`;
  }

  #card(benefit?: EditedPatient['benefits'][number]): Card {
    this.#next += 1;
    const values = Object.fromEntries(FIELDS.map((name) => [name, benefit?.[name] ?? '']));
    const card: Card = {
      number: this.#next,
      values: values as Card['values'],
      plans: new Combobox<FoundPlan>(this.#host, {
        name: nameOf(this.#next, 'planId'),
        listLabel: () => this.#words.planId,
        render: ({ value }) => this.#plan(value),
        heading: () => undefined,
        change: (typed) => {
          this.#change(card, 'planId', typed);
          card.plans.setLoading(true);
          void this.#find(card, PAUSE_MS);
        },
        pick: (plan) => {
          this.#change(card, 'planId', plan.id);
          card.plan = plan;
          card.plans.setText(plan.id);
        },
        counted: ({ length }) => this.#host.text.kit.results(length),
        emptyNote: () => undefined,
      }),
      plan: undefined,
      refused: {},
      request: undefined,
    };
    card.plans.setText(card.values.planId);
    void this.#find(card, 0);
    return card;
  }

  #change(card: Card, name: BenefitField, value: string): void {
    card.values[name] = value;
    delete card.refused[name];
    if (name === 'planId') card.plan = undefined;
    this.#host.update();
  }

  /** The plans on file that match what stands there. Where they cannot be asked, an id can be typed all the same. */
  async #find(card: Card, pauseMs: number): Promise<void> {
    const { session, state } = this.#host;
    card.request?.abort();
    const request = (card.request = new AbortController());
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (request.signal.aborted) return;
    const search = card.values.planId.trim();
    try {
      const signal = AbortSignal.any([request.signal, state.signal]);
      const { coveragePlans: found } = await session.query(FindPlans, { search }, { signal });
      card.plan = found.find(({ id }) => id === search) ?? (search === '' ? undefined : null);
      card.plans.setChoices(
        found.map((plan) => ({ key: plan.id, value: plan, group: '', label: plan.name })),
      );
    } catch (error) {
      if (!isAbort(error)) card.plans.setChoices([]);
    }
  }

  #add(): void {
    const card = this.#card();
    this.#cards = [...this.#cards, card];
    this.#host.update();
    void focusOn(this.#host, nameOf(card.number, 'bin'));
  }

  #remove(card: Card): void {
    card.request?.abort();
    card.plans.stop();
    this.#cards = this.#cards.filter((one) => one !== card);
    this.#host.announce(this.#words.removed);
    this.#host.update();
    void focusOn(this.#host, 'benefit-add');
  }
}

function nameOf(number: number, name: BenefitField): string {
  return `benefit-${number}-${name}`;
}
