// Owns what the review says against a drug: the findings and what was not checked, and the reasons that are asked for before anything is signed.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { ReviewedRecord } from '../../records.ts';
import type { ScreeningText } from '../../text/en/workflow/screening.ts';
import { errorText } from '../../text/error-text.ts';
import type { Part, WorkflowHost } from '../part.ts';
import {
  answerOf,
  besideFinding,
  type Chosen,
  checkedText,
  type Finding,
  isWhole,
  NOT_CHECKED,
  NOTHING_CHOSEN,
  type Reasons,
  reasonFields,
  saidIn,
} from './finding.ts';
import { screeningWords } from './words.ts';

type Screening = ReviewedRecord['screening'];
/** One question: a severe finding, or that nothing was checked. */
type Asked = Pick<Finding, 'rule' | 'reasons'> & {
  readonly sentence: string;
  readonly label: string;
  readonly finding: Finding | null;
};

export class ScreeningPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: () => ScreeningText;
  readonly #goOn: () => Promise<void>;
  /** By draft and rule: what is chosen and not kept yet. */
  readonly #chosen = new Map<string, Chosen>();
  #refused = false;

  /** `goOn` opens the review again. */
  constructor(host: WorkflowHost, goOn: () => Promise<void>) {
    this.#host = host;
    this.#goOn = goOn;
    this.#text = screeningWords(host);
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
    const { drafts } = this.#host.state;
    const drugOf = (draftId: string): string | undefined =>
      drafts.find(draftId)?.treatment?.name ??
      reviewed.find((one) => one.draftId === draftId)?.content?.treatment.name;
    return html`${repeat(
      rows,
      ({ draftId, asked }) => this.#key(draftId, asked.rule),
      ({ draftId, asked }, at) =>
        this.#ask(draftId, asked, at, reviewed.length < 2 ? undefined : drugOf(draftId)),
    )}
      <div class="row end"><button type="button" class="strong" id=${this.#host.id('screening-keep')}
        @click=${() => void this.#keep(reviewed)}>${this.#words.keep}</button></div>`;
  }

  /** What was found of one drug, beside its line in the open review. */
  line({ result }: Screening): unknown {
    const { checked, source, dataDate, troubles, findings, answers } = result;
    const words = this.#words;
    const because = (rule: string, reasons: Reasons): unknown => {
      const answer = answers.find((one) => one.rule === rule);
      if (answer === undefined) return nothing;
      const reason = reasons.find((one) => one.reason === answer.reason);
      const said = [reason === undefined ? null : this.#said(reason.text), answer.text];
      return html` <span>${words.because(said.filter(Boolean).join(': '))}</span>`;
    };
    const state = checked
      ? source === null || dataDate === null
        ? nothing
        : html`<p class="muted">${checkedText(words, this.#host, { source, dataDate })}</p>`
      : html`<p class="muted">${words.notChecked} ${troubles.map(({ text }) => this.#said(text)).join(' ')}${because(NOT_CHECKED, result.notCheckedReasons)}</p>`;
    return html`${findings.map((one) =>
      note(
        one.severity === 'HIGH' ? 'danger' : 'warn',
        html`${this.#said(one.text)}${because(one.rule, one.reasons)}${besideFinding(words, one)}`,
      ),
    )}${state}`;
  }

  get #words(): ScreeningText {
    return this.#text();
  }

  #said(text: { readonly en: string; readonly es: string }): string {
    return saidIn(this.#host.text.kit.language, text);
  }

  /** One question: another one where the draft is of another medicine by now. */
  #key(draftId: string, rule: string): string {
    return `${draftId} ${this.#host.state.drafts.find(draftId)?.treatment?.id} ${rule}`;
  }

  /** The questions of one draft that nobody answered. */
  #asked({ needsReason, result }: Screening): readonly Asked[] {
    const { findings, troubles, answers, notCheckedReasons } = result;
    const words = this.#words;
    const found = findings
      .filter(({ severity }) => severity === 'HIGH')
      .map((finding) => ({
        rule: finding.rule,
        reasons: finding.reasons,
        sentence: this.#said(finding.text),
        label: words.why,
        finding,
      }));
    const sentence = [words.notChecked, ...troubles.map(({ text }) => this.#said(text))].join(' ');
    const unchecked = {
      rule: NOT_CHECKED,
      reasons: notCheckedReasons,
      sentence,
      label: words.whyUnchecked,
      finding: null,
    };
    return [...found, ...(needsReason ? [unchecked] : [])].filter(
      ({ rule }) => !answers.some((one) => one.rule === rule),
    );
  }

  /** `drug`: of which it is said, where there are several. */
  #ask(
    draftId: string,
    { rule, reasons, sentence, label, finding }: Asked,
    at: number,
    drug: string | undefined,
  ): unknown {
    const words = this.#words;
    const key = this.#key(draftId, rule);
    const chosen = this.#chosen.get(key) ?? NOTHING_CHOSEN;
    return note(
      'danger',
      html`<p>${drug === undefined ? nothing : html`<bdi>${drug}</bdi>: `}${sentence}</p>${finding === null ? nothing : besideFinding(words, finding)}${reasonFields(
        this.#host,
        words,
        {
          name: `screening-${at}`,
          label,
          reasons,
          own: finding?.serviceReasons ?? [],
          chosen,
          missing: this.#refused && !isWhole(chosen),
          change: (changed) => {
            this.#chosen.set(key, changed);
            this.#host.update();
          },
        },
      )}`,
    );
  }

  async #keep(reviewed: readonly ReviewedRecord[]): Promise<void> {
    const rows = reviewed.flatMap((one) =>
      this.#asked(one.screening).map(({ rule }) => ({ draftId: one.draftId, rule })),
    );
    const missing = rows.findIndex(
      ({ draftId, rule }) => !isWhole(this.#chosen.get(this.#key(draftId, rule)) ?? NOTHING_CHOSEN),
    );
    this.#refused = missing !== -1;
    this.#host.update();
    if (missing !== -1) {
      this.#host.announce(this.#words.missing, 'assertive');
      return await focusOn(this.#host, `screening-${missing}`);
    }
    for (const [draftId, own] of Map.groupBy(rows, (row) => row.draftId)) {
      const given = own.map(({ rule }) =>
        answerOf(rule, this.#chosen.get(this.#key(draftId, rule)) ?? NOTHING_CHOSEN),
      );
      const error = await this.#host.state.review.answer(draftId, given);
      if (error !== null) return this.#host.announce(errorText(this.#host.text, error), 'assertive');
    }
    await this.#goOn();
  }
}
