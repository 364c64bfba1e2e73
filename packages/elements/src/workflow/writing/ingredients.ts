// Owns the ingredients of what is written by hand: each is chosen from the list, where what cannot be prescribed says why.
import { isAbort } from '@pestle/client';
import { FindIngredients } from '@pestle/client/documents/writing';
import { QUANTITY_UNITS } from '@pestle/rules/units';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { Combobox } from '../../kit/combobox/combobox.ts';
import { field, selectField, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { icon } from '../../kit/look/icons.ts';
import { unitIn } from '../../kit/medication.ts';
import type { WritingText } from '../../text/en/workflow/card/writing.ts';
import type { WorkflowHost } from '../part.ts';
import type { TypedIngredient, WrittenKind } from './writing-model.ts';
import { ADD_BUTTON, INGREDIENTS_MAX, ingredientField } from './writing-model.ts';

const PAUSE_MS = 120;

type Offered = { readonly name: string; readonly prescribable: boolean; readonly reason: string | null };

interface Row {
  typed: TypedIngredient;
  readonly names: Combobox<Offered>;
  request: AbortController | undefined;
}

/** What the ingredients need of what is around them. */
export interface IngredientsAround {
  readonly words: () => WritingText;
  readonly problem: (field: string) => string | undefined;
  readonly changed: () => void;
}

export class Ingredients {
  readonly #host: WorkflowHost;
  readonly #around: IngredientsAround;
  #rows: readonly Row[] = [];
  #next = 0;

  constructor(host: WorkflowHost, around: IngredientsAround) {
    this.#host = host;
    this.#around = around;
  }

  get typed(): readonly TypedIngredient[] {
    return this.#rows.map(({ typed }) => typed);
  }

  /** One ingredient, of which `name` was typed elsewhere. */
  begin(name: string): void {
    this.stop();
    const row = this.#row(name);
    this.#rows = [row];
    if (name !== '') void this.#find(row, 0);
  }

  /** Looks for the names again of which nothing is known: they were typed while the list could not be asked. */
  resume(): void {
    for (const row of this.#rows) if (row.typed.listed === 'none') void this.#find(row, 0);
  }

  stop(): void {
    for (const { names, request } of this.#rows) {
      request?.abort();
      names.stop();
    }
  }

  render(kind: WrittenKind): TemplateResult {
    const words = this.#around.words();
    return html`<fieldset class="stack"><legend>${words.ingredients}</legend>
      ${repeat(
        this.#rows,
        ({ typed }) => typed.number,
        (row, index) => this.#renderRow(row, index, kind),
      )}
      ${
        this.#rows.length < INGREDIENTS_MAX
          ? html`<div><button type="button" id=${this.#host.id(ADD_BUTTON)} @click=${() => this.#add()}>${words.add}</button></div>`
          : nothing
      }
    </fieldset>`;
  }

  #renderRow(row: Row, index: number, kind: WrittenKind): TemplateResult {
    const words = this.#around.words();
    const { number } = row.typed;
    const name = ingredientField(number, 'name');
    return html`<div class="fields two" role="group" aria-label=${words.nth(index + 1)}>
      ${field(
        this.#host,
        {
          name,
          label: words.ingredient,
          hint: index === 0 ? words.ingredientHint : undefined,
          error: this.#around.problem(name),
        },
        (bound) => row.names.render(bound),
      )}
      ${this.#text(row, 'strength', index === 0 ? { hint: words.strengthHint } : {})}
      ${kind === 'COMPOUND' ? this.#amount(row) : nothing}
      ${
        this.#rows.length === 1
          ? nothing
          : html`<div class="whole"><button type="button" class="quiet" aria-label="${words.remove}: ${row.typed.name || words.nth(index + 1)}" @click=${() => this.#remove(row)}>${words.remove}</button></div>`
      }
    </div>`;
  }

  #amount(row: Row): TemplateResult {
    const { text } = this.#host;
    const words = this.#around.words();
    const name = ingredientField(row.typed.number, 'unit');
    return html`${this.#text(row, 'quantity', { label: words.amount, optional: text.kit.optional })}
      ${selectField(this.#host, {
        name,
        label: words.amountUnit,
        optional: text.kit.optional,
        error: this.#around.problem(name),
        empty: words.choose,
        choices: QUANTITY_UNITS.map((unit) => [unit.name, unitIn(text.history, unit).name] as const),
        value: row.typed.unit,
        change: (unit) => this.#change(row, { unit }),
      })}`;
  }

  #text(
    row: Row,
    part: 'strength' | 'quantity',
    more: { readonly label?: string; readonly hint?: string; readonly optional?: string },
  ): TemplateResult {
    const name = ingredientField(row.typed.number, part);
    return textField(this.#host, {
      label: this.#around.words().strength,
      ...more,
      name,
      error: this.#around.problem(name),
      ...(part === 'quantity' ? { inputMode: 'decimal' as const } : {}),
      value: row.typed[part],
      change: (value) => this.#change(row, { [part]: value }),
    });
  }

  #row(name: string): Row {
    this.#next += 1;
    const number = this.#next;
    const row: Row = {
      typed: { number, name, listed: 'none', strength: '', quantity: '', unit: '' },
      names: new Combobox<Offered>(this.#host, {
        name: ingredientField(number, 'name'),
        listLabel: () => this.#around.words().ingredients,
        render: ({ value, disabledReason }) =>
          html`<bdi>${value.name}</bdi>${
            disabledReason === undefined
              ? nothing
              : html`<span class="state danger">${icon('off')}<span>${disabledReason}</span></span>`
          }`,
        heading: () => undefined,
        change: (typed) => {
          this.#change(row, { name: typed, listed: 'none' });
          row.names.setLoading(true);
          void this.#find(row, PAUSE_MS);
        },
        pick: ({ name: picked }) => {
          this.#change(row, { name: picked, listed: 'offered' });
          row.names.setText(picked);
          void focusOn(this.#host, ingredientField(number, 'strength'));
        },
        counted: ({ length }) => this.#host.text.kit.results(length),
        emptyNote: (typed) => (typed.trim() === '' ? undefined : this.#around.words().notListed),
      }),
      request: undefined,
    };
    row.names.setText(name);
    return row;
  }

  #change(row: Row, change: Partial<TypedIngredient>): void {
    row.typed = { ...row.typed, ...change };
    this.#around.changed();
  }

  /** Those that begin so. A name that is typed in full is as good as chosen. */
  async #find(row: Row, pauseMs: number): Promise<void> {
    const { session, state } = this.#host;
    row.request?.abort();
    const request = (row.request = new AbortController());
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const typed = row.typed.name.trim();
    if (request.signal.aborted) return;
    if (typed === '') return row.names.setChoices([]);
    try {
      const signal = AbortSignal.any([request.signal, state.signal]);
      const { treatmentIngredients } = await session.query(FindIngredients, { text: typed }, { signal });
      const words = this.#around.words();
      const exact = treatmentIngredients.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
      if (exact !== undefined)
        this.#change(row, { name: exact.name, listed: exact.prescribable ? 'offered' : 'refused' });
      row.names.setChoices(
        treatmentIngredients.map((one) => ({
          key: one.name,
          value: one,
          group: '',
          label: one.name,
          ...(one.prescribable ? {} : { disabledReason: words.refusedIngredient(one.reason) }),
        })),
      );
    } catch (error) {
      if (!isAbort(error)) row.names.setChoices([]);
    }
  }

  #add(): void {
    const row = this.#row('');
    this.#rows = [...this.#rows, row];
    this.#host.announce(this.#around.words().added(this.#rows.length));
    this.#host.update();
    void focusOn(this.#host, ingredientField(row.typed.number, 'name'));
  }

  #remove(row: Row): void {
    row.request?.abort();
    row.names.stop();
    this.#rows = this.#rows.filter((one) => one !== row);
    this.#host.announce(this.#around.words().removed);
    this.#around.changed();
    void focusOn(this.#host, ADD_BUTTON);
  }
}
