// Owns how one act looks from its sentence to its outcome, in place of the buttons.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { note } from '../kit/look/icons.ts';
import { hasEnded, trouble } from '../kit/trouble.ts';
import type { ActsText } from '../text/en/acts.ts';
import type { SituationText } from '../text/en/situation.ts';
import { errorText } from '../text/error-text.ts';
import type { ActForm, Confirmation } from './act-form.ts';
import { type ActSubject, offersAt, saidIn, situationOf } from './act-model.ts';
import type { ActOutcome, ActResult } from './act-request.ts';
import type { ActRun } from './act-run.ts';
import type { ActsHost } from './acts-host.ts';

export interface PanelView {
  readonly host: ActsHost;
  readonly run: ActRun;
  readonly form: ActForm;
  readonly subject: ActSubject;
  readonly words: ActsText;
  readonly situation: SituationText;
  /** The name of a medicine of the order, where it is known. */
  readonly lineOf: (fillId: string) => string | undefined;
  readonly close: () => void;
}

/** The panel, whose first line gets the focus. */
export function actPanel(view: PanelView): TemplateResult {
  const { host, run, subject, words } = view;
  const name = words.buttonOf(words.buttons[run.act], subject.line);
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || run.busy) return;
    event.preventDefault();
    event.stopPropagation();
    view.close();
  };
  return html`<div class="act-panel" part="act" role="group" id=${host.id('act')} aria-label=${name} tabindex="-1" @keydown=${keys}
    >${contentOf(view)}</div>`;
}

function contentOf(view: PanelView): unknown {
  const { run, words } = view;
  switch (run.status) {
    case 'asking':
    case 'working':
      return asking(view);
    case 'uncertain':
      return uncertain(view);
    case 'step-up':
      return html`${note('info', words.prove)}<div class="row">
        <button type="button" class="primary" @click=${(event: Event) => void run.prove(event)}>${words.proveNow}</button>
        ${backButton(view)}</div>`;
    case 'done':
      return html`${note(toneOf(run.outcome), sentencesOf(run.outcome, view))}<div class="row">${closeButton(view)}</div>`;
    case 'refused':
      return refused(view);
    default:
      return run.status satisfies never;
  }
}

/** What it will do, the button that does it, and the way back; with one medicine of several, the same of all of them. */
function asking(view: PanelView): TemplateResult {
  const { run, form, subject, words } = view;
  const working = run.status === 'working';
  const doIt = (event: UIEvent, key: string): void => {
    if (working) return;
    const request = form.request(subject, key);
    if (request !== undefined) void run.confirm(event, request);
  };
  const grave = run.act === 'CANCEL' || run.act === 'CANCEL_ONE' ? 'grave' : '';
  const ways = form.confirmations(subject, words);
  const busyKey = form.asked ?? ways[0]?.key;
  const button = ({ button: said, key }: Confirmation, index: number): TemplateResult =>
    html`<button type="button" class=${`${index === 0 ? 'primary' : 'strong'} ${grave}`} aria-disabled=${working ? 'true' : nothing}
      @click=${(event: UIEvent) => doIt(event, key)}>${
        working && key === busyKey
          ? html`<span class="spinner" aria-hidden="true"></span> ${words.working}`
          : said
      }</button>`;
  const own = ways.some(({ about }) => about !== undefined);
  return html`${form.render(subject, words)}
    ${ways.map(({ effect }) => (effect === '' ? nothing : html`<p dir="auto">${effect}</p>`))}
    ${
      own
        ? html`<ul class="ways">${repeat(
            ways,
            ({ key }) => key,
            (way, index) =>
              html`<li class="proposed"><div class="about">${way.about}</div>${button(way, index)}</li>`,
          )}</ul>`
        : nothing
    }
    <div class="row">${form.isReady && !own ? repeat(ways, ({ key }) => key, button) : nothing}${
      working ? nothing : [form.besides(words), backButton(view)]
    }</div>`;
}

function uncertain({ host, run, words }: PanelView): TemplateResult {
  const again = (): void => void run.askAgain();
  const content = hasEnded(host.session)
    ? trouble(host, words.uncertain, run.error, again)
    : html`${words.uncertain} <button type="button" class="inline" @click=${again}>${words.askAgain}</button>`;
  return note('warn', content);
}

/** Certain: nothing was done. Why, and what is true instead. */
function refused(view: PanelView): TemplateResult {
  const { host, run, subject, words, situation } = view;
  const key = situationOf(subject);
  const now = key === undefined ? nothing : html`<div>${words.now(situation.situations[key].word)}</div>`;
  const content =
    run.error !== null && run.error.kind === 'session'
      ? trouble(host, words.refused, run.error, () => void run.askAgain())
      : html`<div>${words.refused} ${reasonsOf(view)}</div>${now}`;
  return html`${note('danger', content)}<div class="row">${closeButton(view)}</div>`;
}

function reasonsOf(view: PanelView): unknown {
  const { host, run, subject, lineOf } = view;
  const { error, outcome } = run;
  if (error !== null) {
    // The service says why in both languages, once it was asked again.
    const refusal = offersAt(subject).find(({ act }) => act === run.act)?.refusal;
    return refusal == null
      ? errorText(host.text, { code: error.code, message: error.message })
      : saidIn(host.text.kit.language, refusal.text);
  }
  const results = outcome?.results ?? [];
  const [first] = results;
  if (first !== undefined && results.length === 1) return reasonOf(first, view);
  return html`<ul>${results.map((result) => html`<li>${lineOf(result.fillId) ?? ''}: ${reasonOf(result, view)}</li>`)}</ul>`;
}

/** Of one medicine: what the service says of it now, else what it answered. */
function reasonOf({ fillId, message }: ActResult, { host, run, subject }: PanelView): string {
  const act = run.act === 'CANCEL' ? 'CANCEL_ONE' : run.act;
  const refusal = subject.offers?.lines.get(fillId)?.find((offer) => offer.act === act)?.refusal;
  return refusal == null ? (message ?? '') : saidIn(host.text.kit.language, refusal.text);
}

function backButton({ words, close }: PanelView): TemplateResult {
  return html`<button type="button" @click=${close}>${words.back}</button>`;
}

function closeButton({ host, close }: PanelView): TemplateResult {
  return html`<button type="button" id=${host.id('act-close')} @click=${close}>${host.text.kit.close}</button>`;
}

/** Whether a person must still do something. */
export function toneOf(outcome: ActOutcome | null): 'ok' | 'warn' | 'danger' {
  const outcomes = outcome?.results.map((result) => result.outcome) ?? [];
  if (outcomes.some((one) => one.endsWith('NOT_SENT'))) return 'danger';
  if ((outcome?.mayBeThereTwice.length ?? 0) > 0) return 'warn';
  // A copy that could not be canceled with the rest, or a medicine for which it was too late.
  return outcome?.results.some(({ outcome: one, code }) => one === 'REFUSED' || code !== null)
    ? 'warn'
    : 'ok';
}

/** What was done, in sentences; of several medicines each by its name. */
function sentencesOf(outcome: ActOutcome | null, view: PanelView): unknown {
  if (outcome === null) return nothing;
  const { words, lineOf } = view;
  const { request, results } = outcome;
  const [only] = results;
  if (only === undefined) return doneText(outcome, words);
  if (results.length === 1) return resultText(only, view);
  return html`<ul>${results.map(
    (result) =>
      html`<li><span class="name">${lineOf(result.fillId) ?? words.buttons[request.act]}</span>: ${resultText(result, view)}</li>`,
  )}</ul>`;
}

function resultText(result: ActResult, view: PanelView): string {
  const { outcome, code, message } = result;
  const { words, situation } = view;
  const what = words.outcomes[outcome] ?? '';
  if (code === null) return what;
  return outcome === 'REFUSED'
    ? `${what} ${reasonOf(result, view)}`
    : (situation.cancelReasons[code] ?? message ?? what);
}

/** Of an act whose outcome is one for all. */
export function doneText({ request, mayBeThereTwice }: ActOutcome, words: ActsText): string {
  if ('pharmacyName' in request) return words.onItsWay(request.pharmacyName);
  if (request.act !== 'CALL_IN_SHEET') return words.done[request.act];
  const recorded = words.phonedIn(request.takenBy);
  return mayBeThereTwice.length === 0 ? recorded : `${recorded} ${words.mayBeThereTwice}`;
}

/** The outcome as it is told aloud. */
export function spokenOutcome(run: ActRun, words: ActsText): string {
  switch (run.status) {
    case 'done': {
      const { outcome } = run;
      if (outcome === null) return '';
      const kinds = [...new Set(outcome.results.map((result) => words.outcomes[result.outcome] ?? ''))];
      return kinds.length === 0 ? doneText(outcome, words) : kinds.join(' ');
    }
    case 'refused':
      return words.refused;
    case 'uncertain':
      return words.uncertain;
    case 'asking':
    case 'working':
    case 'step-up':
      return '';
    default:
      return run.status satisfies never;
  }
}
