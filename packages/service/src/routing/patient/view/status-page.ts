// The page after the choice: where the prescription goes, and how far it is, in the words that the practice sees and in four steps.
import { firstKnownSentence } from '@pestle/rules/situation-sentence';
import { html, type SafeHtml } from '@remix-run/html-template';
import * as kit from '../../../kernel/web/pages/frame.ts';
import type { OrderFacts, OrderLine } from '../facts.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import { address, lineOf, momentText } from './choice-pages.ts';
import type { Speaker } from './layout.ts';
import { frameOf, visitForm } from './layout.ts';

/** `just`: the patient chose it a moment ago; `already`: a choice came after another one; `kept`: it cannot move any more. */
const NOTICES = ['just', 'already', 'kept'] as const;
export type Notice = (typeof NOTICES)[number];

export function isNotice(text: unknown): text is Notice {
  return NOTICES.some((notice) => notice === text);
}

export function statusPage(
  speaker: Speaker,
  visit: PatientVisit,
  facts: OrderFacts,
  notice?: Notice,
): string {
  const { texts } = speaker;
  const { lines, pharmacy, movedFrom, change, stands } = facts;
  const waits = lines.some(({ situation }) => stepOf(situation) !== undefined && stepOf(situation) !== 4);
  return kit.page(
    frameOf(speaker),
    html`<h1>${stands === 'canceled' ? texts.canceledTitle : texts.sentTitle}</h1>
${notice === 'just' ? kit.notice('good', texts.chosen) : ''}
${notice === 'already' ? kit.notice('bad', texts.already) : ''}
${notice === 'kept' ? kit.notice('bad', texts.kept[change]) : ''}
${pharmacy === undefined ? '' : html`<div class="card"><h2>${pharmacy.name}</h2>${address(pharmacy)}</div>`}
${movedFrom === undefined ? '' : html`<p>${texts.movedFrom(movedFrom.name)}</p>`}
${waits ? html`<p>${texts.askPharmacy}</p>` : ''}
<h2>${texts.statusTitle}</h2>
<ul class="list">${lines.map((line) => lineCard(speaker, facts, line))}</ul>
<div class="buttons"><a class="button" href="${visitPath(visit.linkId)}">${texts.lookAgain}</a>
${change === 'open' ? html`<a class="button" href="${visitPath(visit.linkId)}/change">${texts.changeTitle}</a>` : ''}
${visitForm(visit, 'leave', html`<button>${texts.leave}</button>`)}</div>`,
  );
}

/** Carrier and number stand each where it is known: one without the other still helps. */
function lineCard(
  speaker: Speaker,
  { pharmacy, organization }: OrderFacts,
  { fill, content, situation, fulfillment }: OrderLine,
): SafeHtml {
  const { texts } = speaker;
  const { carrier, tracking_number: number, sent_at: sentAt } = fill;
  const words = texts.situations[situation];
  const sentence = firstKnownSentence(words, {
    pharmacy: pharmacy?.name ?? null,
    practice: organization.name,
    carrier,
    time: sentAt === null ? null : momentText(Date.parse(sentAt), organization, speaker),
  });
  return html`<li class="card"><p class="drug" lang="en">${lineOf(content)}</p>
${stepList(speaker, situation, fulfillment)}
<p><strong>${words.word}.</strong> ${sentence}</p>
${carrier === null ? '' : html`<p>${texts.carrier}: ${carrier}</p>`}
${number === null ? '' : html`<p>${texts.trackingNumber}: ${number}</p>`}</li>`;
}

/** How far along, of the four steps that patients see; 0 while it has not arrived, undefined where it has left that way. */
function stepOf(situation: OrderLine['situation']): 0 | 1 | 2 | 3 | 4 | undefined {
  switch (situation) {
    case 'queued':
    case 'sending':
      return 0;
    case 'sent':
    case 'faxed':
    case 'unconfirmed':
    case 'phoned-in':
      return 1;
    case 'received':
      return 2;
    case 'filling':
    case 'ready':
    case 'shipped':
      return 3;
    case 'picked-up':
    case 'delivered':
      return 4;
    case 'choose':
    case 'problem':
    case 'stuck':
    case 'cancel-sent':
    case 'canceled':
    case 'cancel-refused':
    case 'dispensed-after-cancel':
    case 'ended':
      return undefined;
    default:
      throw new Error(`unknown situation ${String(situation satisfies never)}`);
  }
}

function stepList(
  { texts }: Speaker,
  situation: OrderLine['situation'],
  fulfillment: OrderLine['fulfillment'],
): SafeHtml | string {
  const step = stepOf(situation);
  if (step === undefined) return '';
  const { sent, received, filling, [situation]: now } = texts.situations;
  const done = texts.situations[fulfillment === 'mail' ? 'delivered' : 'picked-up'];
  // The third step is told as what it is now: being filled, ready, shipped.
  return html`<ol class="steps">${[sent, received, step === 3 ? now : filling, done].map(({ word }, index) =>
    index + 1 === step
      ? html`<li class="past" aria-current="step">${word}</li>`
      : index + 1 < step
        ? html`<li class="past">${word}</li>`
        : html`<li>${word}</li>`,
  )}</ol>`;
}

/** Why nothing can be chosen any more. */
export function tooLatePage(speaker: Speaker): string {
  const { texts } = speaker;
  return kit.messagePage(frameOf(speaker), texts.tooLateTitle, texts.tooLate);
}
