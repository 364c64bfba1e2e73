// Owns what the review says against a drug: the findings and what was not checked, and the reasons that are asked for before anything is signed.
import type { InputOf } from '@pestle/client';
import type { UpdateDraft } from '@pestle/client/documents/drafts';
import { formatDate } from '@pestle/rules/dates';
import { html, nothing } from 'lit/html.js';
import { selectField, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { DraftRecord, ReviewedRecord } from '../../records.ts';
import { screening as english, type ScreeningText } from '../../text/en/workflow/screening.ts';
import { errorText } from '../../text/error-text.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { inputOf, valuesOf } from '../state/drafts/draft-fields.ts';

type Screening = ReviewedRecord['screening'];
type Answer = NonNullable<InputOf<typeof UpdateDraft>['input']['screeningAnswers']>[number];
/** One question: a severe finding, or that nothing was checked. */
type Asked = Pick<Screening['result']['findings'][number], 'rule' | 'reasons'> & {
  readonly sentence: string;
  readonly label: string;
};

const NOT_CHECKED = 'not-checked';
const OTHER = 'OTHER';

export class ScreeningPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: PartWords<ScreeningText>;
  readonly #goOn: () => Promise<void>;
  /** By draft and rule: what is chosen and not kept yet. */
  readonly #chosen = new Map<string, { readonly reason: string; readonly text: string }>();
  #refused = false;

  /** `goOn` opens the review again. */
  constructor(host: WorkflowHost, goOn: () => Promise<void>) {
    this.#host = host;
    this.#goOn = goOn;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/screening.ts')).screening,
      host.update,
    );
    this.#text.of(host.text.kit.language);
  }

  render(): unknown {
    return nothing;
  }

  /** What is asked before anything can be signed. */
  asks(reviewed: readonly ReviewedRecord[]): unknown {
    const rows = reviewed.flatMap(({ draftId, screening }) =>
      this.#asked(screening).map((asked) => ({ draftId, asked })),
    );
    if (rows.length === 0) return nothing;
    return html`${rows.map(({ draftId, asked }, at) => this.#ask(draftId, asked, at))}
      <div class="row end"><button type="button" class="strong" id=${this.#host.id('screening-keep')}
        @click=${() => void this.#keep(reviewed)}>${this.#words.keep}</button></div>`;
  }

  /** What was found of one drug, beside its line in the open review. */
  line({ result }: Screening): unknown {
    const { checked, source, dataDate, troubles, findings, answers } = result;
    const words = this.#words;
    const because = (rule: string, reasons: Asked['reasons']): unknown => {
      const answer = answers.find((one) => one.rule === rule);
      if (answer === undefined) return nothing;
      const reason = reasons.find((one) => one.reason === answer.reason);
      const said = [reason === undefined ? null : this.#said(reason.text), answer.text];
      return html` <span>${words.because(said.filter(Boolean).join(': '))}</span>`;
    };
    const state = checked
      ? source === null || dataDate === null
        ? nothing
        : html`<p class="muted">${words.checked(source, formatDate(dataDate))}</p>`
      : html`<p class="muted">${words.notChecked} ${troubles.map(({ text }) => this.#said(text)).join(' ')}${because(NOT_CHECKED, result.notCheckedReasons)}</p>`;
    return html`${findings.map(({ rule, severity, text, reasons }) =>
      note(severity === 'HIGH' ? 'danger' : 'warn', html`${this.#said(text)}${because(rule, reasons)}`),
    )}${state}`;
  }

  get #words(): ScreeningText {
    return this.#text.of(this.#host.text.kit.language);
  }

  #said(text: { readonly en: string; readonly es: string }): string {
    return this.#host.text.kit.language === 'es' ? text.es : text.en;
  }

  /** The questions of one draft that nobody answered. */
  #asked({ needsReason, result }: Screening): readonly Asked[] {
    const { findings, troubles, answers, notCheckedReasons } = result;
    const words = this.#words;
    const found = findings
      .filter(({ severity }) => severity === 'HIGH')
      .map(({ rule, text, reasons }) => ({ rule, reasons, sentence: this.#said(text), label: words.why }));
    const sentence = [words.notChecked, ...troubles.map(({ text }) => this.#said(text))].join(' ');
    const unchecked = { rule: NOT_CHECKED, reasons: notCheckedReasons, sentence, label: words.whyUnchecked };
    return [...found, ...(needsReason ? [unchecked] : [])].filter(
      ({ rule }) => !answers.some((one) => one.rule === rule),
    );
  }

  #ask(draftId: string, { rule, reasons, sentence, label }: Asked, at: number): unknown {
    const words = this.#words;
    const key = `${draftId} ${rule}`;
    const { reason, text } = this.#chosen.get(key) ?? { reason: '', text: '' };
    const isMissing = this.#refused && !isWhole(this.#chosen.get(key));
    const change = (changed: { readonly reason: string; readonly text: string }): void => {
      this.#chosen.set(key, changed);
      this.#host.update();
    };
    return note(
      'danger',
      html`<p>${this.#which(draftId)}${sentence}</p>${selectField(this.#host, {
        name: `screening-${at}`,
        label,
        empty: words.choose,
        choices: reasons.map((one) => [one.reason, this.#said(one.text)] as const),
        value: reason,
        error: isMissing ? words.missing : undefined,
        change: (chosen) => change({ reason: chosen, text }),
      })}${
        reason === OTHER
          ? textField(this.#host, {
              name: `screening-${at}-other`,
              label: words.other,
              value: text,
              change: (typed) => change({ reason, text: typed }),
            })
          : nothing
      }`,
    );
  }

  /** Of which drug it is said, where there are several. */
  #which(draftId: string): unknown {
    const { drafts } = this.#host.state;
    const name = drafts.find(draftId)?.treatment?.name;
    return drafts.rows.length < 2 || name === undefined ? nothing : html`<bdi>${name}</bdi>: `;
  }

  async #keep(reviewed: readonly ReviewedRecord[]): Promise<void> {
    const rows = reviewed.flatMap((one) =>
      this.#asked(one.screening).map(({ rule }) => ({ draftId: one.draftId, rule })),
    );
    const missing = rows.findIndex(({ draftId, rule }) => !isWhole(this.#chosen.get(`${draftId} ${rule}`)));
    this.#refused = missing !== -1;
    this.#host.update();
    if (missing !== -1) {
      this.#host.announce(this.#words.missing, 'assertive');
      return await focusOn(this.#host, `screening-${missing}`);
    }
    for (const [draftId, own] of Map.groupBy(rows, (row) => row.draftId)) {
      const record = this.#host.state.drafts.find(draftId);
      if (
        record !== undefined &&
        !(await this.#answer(
          record,
          own.map(({ rule }) => rule),
        ))
      )
        return;
    }
    await this.#goOn();
  }

  /** False where it could not be kept, which is said. */
  async #answer(record: DraftRecord, rules: readonly string[]): Promise<boolean> {
    const { state, text, announce } = this.#host;
    const given = rules.map((rule): Answer => {
      const { reason = OTHER, text: typed = '' } = this.#chosen.get(`${record.id} ${rule}`) ?? {};
      return { rule, reason: reason as Answer['reason'], text: reason === OTHER ? typed.trim() : null };
    });
    const before = record.screeningAnswers.filter(({ rule }) => !rules.includes(rule));
    const screeningAnswers = [...before, ...given];
    const outcome = await state.drafts.update(record, { ...inputOf(valuesOf(record)), screeningAnswers });
    if (outcome.ok) return true;
    if (outcome.error !== null) announce(errorText(text, outcome.error), 'assertive');
    return false;
  }
}

function isWhole(chosen: { readonly reason: string; readonly text: string } | undefined): boolean {
  return (
    chosen !== undefined && chosen.reason !== '' && (chosen.reason !== OTHER || chosen.text.trim() !== '')
  );
}
