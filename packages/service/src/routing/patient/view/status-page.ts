// The page after the choice: where the prescription goes, and how far it is, in words and in four steps.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { OrderFacts } from '../facts.ts';
import { stepOf } from '../facts.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import { address, lineOf } from './choice-pages.ts';
import type { Speaker } from './layout.ts';
import { messagePage, page } from './layout.ts';
import type { PatientTexts } from './texts.ts';

/** `just`: the patient chose it a moment ago; `already`: a choice came after another one; `kept`: it cannot move any more. */
const NOTICES = ['just', 'already', 'kept'] as const;
export type Notice = (typeof NOTICES)[number];

export function isNotice(text: unknown): text is Notice {
  return NOTICES.some((notice) => notice === text);
}

export function statusPage(
  speaker: Speaker,
  visit: PatientVisit,
  { lines, pharmacy, movedFrom, change }: OrderFacts,
  notice?: Notice,
): string {
  const { texts } = speaker;
  return page(
    speaker,
    html`<h1>${texts.sentTitle}</h1>
${notice === 'just' ? html`<p class="notice" role="status">${texts.chosen}</p>` : ''}
${notice === 'already' ? html`<p class="notice problem" role="alert">${texts.already}</p>` : ''}
${notice === 'kept' ? html`<p class="notice problem" role="alert">${texts.kept[change]}</p>` : ''}
${pharmacy === undefined ? '' : html`<div class="card"><h2>${pharmacy.name}</h2>${address(pharmacy)}</div>`}
${movedFrom === undefined ? '' : html`<p>${texts.movedFrom(movedFrom.name)}</p>`}
${change === 'open' ? html`<p><a class="button" href="${visitPath(visit.linkId)}/change">${texts.changeTitle}</a></p>` : ''}
<p>${texts.askPharmacy}</p>
<h2>${texts.statusTitle}</h2>
<ul class="list">${lines.map(
      ({ fill, content }) => html`<li class="card"><p class="drug" lang="en">${lineOf(content)}</p>
${stepList(texts, stepOf(fill.state))}
<p>${texts.states[fill.state]}</p>
${fill.carrier === null || fill.tracking_number === null ? '' : html`<p>${texts.tracking(fill.carrier, fill.tracking_number)}</p>`}</li>`,
    )}</ul>
<div class="buttons"><a class="button" href="${visitPath(visit.linkId)}">${texts.again}</a>
<form method="post" action="${visitPath(visit.linkId)}/leave"><input type="hidden" name="form" value="${visit.formToken}"><button>${texts.leave}</button></form></div>`,
  );
}

function stepList(texts: PatientTexts, step: number | undefined): SafeHtml | string {
  if (step === undefined) return '';
  return html`<ol class="steps">${texts.steps.map((label, index) =>
    index + 1 === step
      ? html`<li class="past" aria-current="step">${label}</li>`
      : index + 1 < step
        ? html`<li class="past">${label}</li>`
        : html`<li>${label}</li>`,
  )}</ol>`;
}

/** Why nothing can be chosen: too late, or canceled. */
export function closedPage(speaker: Speaker, stands: 'too-late' | 'canceled'): string {
  const { texts } = speaker;
  return stands === 'too-late'
    ? messagePage(speaker, texts.tooLateTitle, texts.tooLate)
    : messagePage(speaker, texts.canceledTitle, texts.canceled);
}
