// Draws recalls: the list, the form to look with, and one recall with its counts and what can be done.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Recall, RecallSummary } from '../../delivery/inside.ts';
import { describedBy, notice } from '../../kernel/web/pages/frame.ts';
import { facts, instant } from '../shown.ts';
import type { Words } from './words.ts';

export const RECALLS_PATH = '/recalls';
export const NEW_PATH = `${RECALLS_PATH}/new`;

/** Names that a list shows of a recall. */
const NAMED_SHOWN = 20;

export const recallUrl = (id: string): string => `${RECALLS_PATH}/${id}`;

export function listBody(words: Words, recalls: readonly Recall[]): SafeHtml {
  return html`<p>${words.intro}</p>
<div class="buttons"><a class="button main" href="${NEW_PATH}">${words.fresh}</a></div>
${
  recalls.length === 0
    ? html`<p>${words.none}</p>`
    : recalls.map(
        (recall) =>
          html`<section class="card"><h2><a href="${recallUrl(recall.id)}">${recall.id}</a></h2>${recallFacts(words, recall)}</section>`,
      )
}`;
}

function recallFacts(words: Words, recall: Recall): SafeHtml {
  const { named, action, reason, signedFrom, signedUntil, startedAt, endedAt } = recall;
  const who = (at: string | null, by: string | null): SafeHtml | null =>
    at === null ? null : html`${instant(at)} · ${by}`;
  const more = named.length > NAMED_SHOWN ? ` + ${named.length - NAMED_SHOWN}` : '';
  return facts([
    [words.state, words.states[recall.state]],
    [words.kinds[recall.kind], `${named.slice(0, NAMED_SHOWN).join(' ')}${more}`],
    [words.signedFrom, signedFrom === null ? null : instant(signedFrom)],
    [words.signedUntil, signedUntil === null ? null : instant(signedUntil)],
    [words.action, action === null ? null : words.actions[action]],
    [words.reason, reason],
    [words.previewed, who(recall.previewedAt, recall.previewedBy)],
    [words.started, who(startedAt, recall.startedBy)],
    [words.ended, who(endedAt, recall.endedBy)],
  ]);
}

/** What was typed, so that a refusal loses none of it. */
export interface LookFields {
  readonly kind: string;
  readonly named: string;
  readonly from: string;
  readonly until: string;
}

export function lookFields(words: Words, typed: LookFields, problem: string | undefined): SafeHtml {
  const failed = problem !== undefined;
  return html`${failed ? notice('bad', `${words.refused} ${problem}`) : ''}
<fieldset><legend>${words.kind}</legend>${(['medicine', 'prescriptions', 'pharmacy'] as const).map(
    (kind) =>
      html`<label class="choice"><input type="radio" name="kind" value="${kind}" required${typed.kind === kind ? html.raw` checked` : ''}> ${words.kinds[kind]}</label>`,
  )}</fieldset>
<label for="named">${words.named}</label><p class="small" id="named-help">${words.namedHelp}</p>
<textarea id="named" name="named" required spellcheck="false"${describedBy(failed, 'named-help')}>${typed.named}</textarea>
<p class="small" id="span-help">${words.spanHelp}</p>
<label for="from">${words.signedFrom}</label><input id="from" name="from" value="${typed.from}" maxlength="40" autocomplete="off" aria-describedby="span-help">
<label for="until">${words.signedUntil}</label><input id="until" name="until" value="${typed.until}" maxlength="40" autocomplete="off" aria-describedby="span-help">
<p>${words.lookHelp}</p>
<div class="buttons"><button class="main" type="submit">${words.look}</button><a class="button quiet" href="${RECALLS_PATH}">${words.back}</a></div>`;
}

/** The forms that one recall offers, drawn by whoever knows how to prove them. */
export interface RecallForms {
  readonly start: SafeHtml;
  readonly again: SafeHtml;
  readonly goOn: SafeHtml;
}

export function recallBody(
  words: Words,
  recall: RecallSummary,
  forms: RecallForms,
  problem?: string,
): SafeHtml {
  const { state, isComplete, appearedSince, unknown } = recall;
  return html`${problem === undefined ? '' : notice('bad', `${words.refused} ${problem}`)}
${isComplete ? '' : html`${notice('warn', words.working)}${forms.goOn}`}
${recallFacts(words, recall)}
<h2>${words.prescriptions}</h2>
${facts([
  [words.orders, recall.orders],
  [words.prescriptions, recall.fills],
  [words.left, recall.left],
  [words.held, recall.held],
  [
    words.since,
    appearedSince.fills === 0 ? null : `${appearedSince.fills}: ${appearedSince.orders.join(' ')}`,
  ],
  [words.unknown, unknown.length === 0 ? null : unknown.join(' ')],
])}
${
  recall.fills === 0
    ? ''
    : html`<div class="buttons"><a class="button" href="${recallUrl(recall.id)}/export.csv">${words.exportLeft}</a><a class="button quiet" href="${recallUrl(recall.id)}/export.csv?all=1">${words.exportAll}</a></div>`
}
${state === 'PREVIEWED' && isComplete ? html`<h2>${words.start}</h2><p>${words.startEffect}</p>${forms.start}` : ''}
${state === 'STARTED' ? forms.again : ''}
${state === 'ENDED' ? '' : html`<p><a class="button quiet" href="${recallUrl(recall.id)}/end">${state === 'PREVIEWED' ? words.putAway : words.end}</a></p>`}
${countLists(words, recall)}
<p><a href="${RECALLS_PATH}">${words.back}</a></p>`;
}

function countLists(words: Words, { byState, byOrganization, byPharmacy }: RecallSummary): SafeHtml {
  if (byState.length === 0) return html``;
  return html`<h2>${words.byState}</h2>${facts(byState.map(({ state, fills }) => [state, fills] as const))}
<h2>${words.byOrganization}</h2>
${byOrganization.map(
  (own) =>
    html`<section class="card"><h3>${own.organizationId}</h3>${facts([
      [words.orders, own.orders],
      [words.prescriptions, own.fills],
      [words.left, own.left],
      [words.held, own.held],
    ])}</section>`,
)}
<h2>${words.byPharmacy}</h2>
${byPharmacy.map(
  ({ pharmacyId, fills, left }) =>
    html`<section class="card"><h3>${pharmacyId ?? words.noPharmacy}</h3>${facts([
      [words.prescriptions, fills],
      [words.left, left],
    ])}</section>`,
)}`;
}

export function startFields(words: Words, reason: string): SafeHtml {
  return html`<label for="reason">${words.reason}</label><p class="small" id="reason-help">${words.reasonHelp}</p>
<input id="reason" name="reason" required maxlength="500" value="${reason}" autocomplete="off" aria-describedby="reason-help">
<fieldset><legend>${words.action}</legend>
<label class="choice"><input type="radio" name="action" value="hold" checked> ${words.actions.hold}</label>
<label class="choice"><input type="radio" name="action" value="notify"> ${words.actions.notify}</label></fieldset>
<div class="buttons"><button class="main" type="submit">${words.start}</button></div>`;
}
