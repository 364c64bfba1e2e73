// The page after the choice: where the prescription goes, and how far it is, in the words that the practice sees and in four steps.
import { orderName } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { firstKnownSentence } from '@pestle/rules/situation-sentence';
import { SITUATIONS, worstSituation } from '@pestle/rules/situations';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { PharmacyRow } from '../../../directory/inside.ts';
import * as kit from '../../../kernel/web/pages/frame.ts';
import type { OrderFacts, OrderLine } from '../facts.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import { address, hoursLine, medication, momentText, shortMoment, timesLine } from './choice-pages.ts';
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
  view: { readonly nowMs: number; readonly revision: string; readonly notice?: Notice | undefined },
): string {
  const { texts } = speaker;
  const { notice, nowMs, revision } = view;
  const { lines, pharmacy, movedFrom, change } = facts;
  const path = visitPath(visit.linkId);
  const worst = worstSituation(lines.map(({ situation }) => situation));
  const head = lines.find(({ situation }) => situation === worst);
  return kit.page(
    frameOf(speaker),
    html`${notice === 'just' ? kit.notice('good', texts.chosen) : ''}
${notice === 'already' ? kit.notice('bad', texts.already) : ''}
${notice === 'kept' ? kit.notice('bad', texts.kept[change]) : ''}
<div data-visit="${path}" data-revision="${revision}" data-zone="${facts.timeZone}">
${headOf(speaker, facts, head)}
${movedFrom === undefined ? '' : html`<p>${texts.movedFrom(movedFrom.name)}</p>`}
<p class="fresh" data-fresh hidden>${texts.fresh} <span></span></p>
<ul class="list">${lines.map((line) => lineCard(speaker, facts, line, nowMs))}</ul>
<p>${timesLine(facts, nowMs, speaker)}</p>
${pharmacy === undefined ? '' : pharmacyCard(speaker, visit, facts, pharmacy, nowMs)}
</div>
<div class="buttons"><a class="button" href="${path}">${texts.lookAgain}</a>
${visitForm(visit, 'leave', html`<button>${texts.leave}</button>`)}</div>`,
  );
}

function headOf(speaker: Speaker, facts: OrderFacts, line: OrderLine | undefined): SafeHtml {
  const { texts } = speaker;
  const unread = facts.lines.filter(({ content }) => content === null).length;
  const ask = unread === 0 ? '' : kit.notice('bad', texts.unreadable(facts.organization.name));
  if (facts.stands === 'unreadable') return html`<h1 tabindex="-1">${texts.unreadableTitle}</h1>${ask}`;
  if (line === undefined) return html`<h1 tabindex="-1">${texts.canceledTitle}</h1>`;
  return html`${headPart(speaker, facts, line)}${ask}`;
}

/** What stands first: the worst of what is told of the medications, in a word and a sentence. */
function headPart(speaker: Speaker, facts: OrderFacts, line: OrderLine): SafeHtml {
  const { texts } = speaker;
  const { tone } = SITUATIONS[line.situation];
  const step = stepOf(line.situation);
  const underWay = step !== undefined && step < 3;
  return html`<section class="head ${tone}"><h1 tabindex="-1">${texts.situations[line.situation].word}</h1>
<p>${sentenceOf(speaker, facts, line)}</p>
${underWay ? html`<p class="small">${texts.nextFilled}</p>` : ''}
${facts.order.number === null ? '' : html`<p class="small">${orderName(facts.order, speaker.language)}</p>`}</section>`;
}

function sentenceOf(
  speaker: Speaker,
  facts: OrderFacts,
  { fill: { carrier, sent_at: sentAt }, situation }: OrderLine,
): string {
  return firstKnownSentence(speaker.texts.situations[situation], {
    pharmacy: facts.pharmacy?.name ?? null,
    practice: facts.organization.name,
    carrier,
    time: sentAt === null ? null : momentText(Date.parse(sentAt), facts, speaker),
  });
}

function pharmacyCard(
  { texts, ...speaker }: Speaker,
  visit: PatientVisit,
  { change, stands, lines }: OrderFacts,
  pharmacy: PharmacyRow,
  nowMs: number,
): SafeHtml {
  const path = visitPath(visit.linkId);
  const { phone } = pharmacy;
  const call =
    phone === null ? '' : html`<a class="button" href="tel:+1${phone}">${texts.call(formatPhone(phone))}</a>`;
  // Whoever has everything wants no other pharmacy any more.
  const tooLate =
    change === 'received' && stands === 'chosen' && lines.some(({ fill }) => fill.state !== 'DELIVERED');
  const move =
    change === 'open'
      ? html`<a class="button" href="${path}/change">${texts.changeTitle}</a></div><p class="small">${texts.changeLimits}</p>`
      : html`</div>${tooLate ? html`<p class="small">${texts.changeOver}</p>` : ''}`;
  return html`<section class="card"><h2>${pharmacy.name}</h2>${address(pharmacy)}${hoursLine({ texts, ...speaker }, pharmacy, nowMs)}
<div class="buttons">${call}
${move}</section>`;
}

/** Carrier and number stand each where it is known: one without the other still helps. */
function lineCard(speaker: Speaker, facts: OrderFacts, line: OrderLine, nowMs: number): SafeHtml {
  const { texts } = speaker;
  const { carrier, tracking_number: number } = line.fill;
  const word = texts.situations[line.situation].word;
  // Of one medication it stands above already.
  const own =
    facts.lines.length > 1 && facts.stands !== 'unreadable'
      ? html`<p><strong>${word}.</strong> ${sentenceOf(speaker, facts, line)}</p>`
      : '';
  return html`<li class="card">${medication(speaker, line)}
${stepList(speaker, facts, line, nowMs)}
${own}
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
  speaker: Speaker,
  facts: OrderFacts,
  { fill, situation, fulfillment }: OrderLine,
  nowMs: number,
): SafeHtml | string {
  const step = stepOf(situation);
  if (step === undefined) return '';
  const { sent, received, filling, [situation]: now } = speaker.texts.situations;
  const done = speaker.texts.situations[fulfillment === 'mail' ? 'delivered' : 'picked-up'];
  // The third step is told as what it is now: being filled, ready, shipped. Of a step that was left out no time is known.
  const third = step === 3 ? (fill.ready_at ?? fill.state_since) : null;
  const steps: readonly (readonly [word: string, at: string | null])[] = [
    [sent.word, fill.sent_at],
    [received.word, step === 2 ? (fill.state_since ?? fill.received_at) : fill.received_at],
    [(step === 3 ? now : filling).word, third],
    [done.word, step === 4 ? fill.state_since : null],
  ];
  return html`<ol class="steps">${steps.map(([word, at], index) => {
    const time =
      at === null || index >= step
        ? ''
        : html` <span class="small">${shortMoment(at, nowMs, facts, speaker)}</span>`;
    if (index + 1 === step) return html`<li class="past" aria-current="step">${word}${time}</li>`;
    return index + 1 < step ? html`<li class="past">${word}${time}</li>` : html`<li>${word}</li>`;
  })}</ol>`;
}

/** Why nothing can be chosen any more. */
export function tooLatePage(speaker: Speaker): string {
  const { texts } = speaker;
  return kit.messagePage(frameOf(speaker), texts.tooLateTitle, texts.tooLate);
}
