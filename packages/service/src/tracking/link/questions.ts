// What a pharmacist asks of the prescriber on the link's page, and what was answered.

import { html, type SafeHtml } from '@remix-run/html-template';
import { faxWords } from '../../delivery/inside.ts';
import { DESK_LIMITS, type PharmacyQuestion } from '../../desk/inside.ts';
import { form } from '../../kernel/web/pages/frame.ts';
import type { DispensingStatus } from './dispensing-status.ts';
import type { Reader } from './frame.ts';
import type { LinkRecord } from './record.ts';

export interface QuestionsView {
  readonly record: LinkRecord;
  readonly dispensing: DispensingStatus;
  readonly reader: Reader;
  /** Goes into every form of the page. */
  readonly formToken: string;
  /** Where the record is: `/rx/<secret>`. */
  readonly path: string;
  /** Names the form of this page: sent again, it asks nothing twice. */
  readonly once: string;
}

/** True while the prescription is with this pharmacy: after that its questions are not this pharmacy's. */
export function mayAsk({ kind }: DispensingStatus): boolean {
  return kind !== 'REROUTED' && kind !== 'REPLACED';
}

/** What this pharmacy has asked with its answers, and the form for another question. */
export function questionsPart(
  { record, dispensing, reader, formToken, path, once }: QuestionsView,
  zone: string,
): SafeHtml | string {
  if (!mayAsk(dispensing)) return '';
  const { words } = reader;
  return html`<section class="screen" aria-labelledby="ask"><h2 id="ask">${words.ask}</h2>
${record.questions.map((question) => questionPart(reader, question, zone))}
${form(
  `${path}/ask`,
  { form: formToken, once },
  html`<label for="question">${words.question}</label><input id="question" name="question" required maxlength="${DESK_LIMITS.questionCharactersMax}" aria-describedby="question-help">
<p class="small" id="question-help">${words.questionHelp}</p>
<p><button>${words.sendQuestion}</button></p>`,
)}
</section>
`;
}

function questionPart(
  { words }: Reader,
  { text, askedAt, answer }: PharmacyQuestion,
  zone: string,
): SafeHtml {
  return html`<p dir="auto"><strong>${faxWords.moment(zone, askedAt)}:</strong> ${text}</p>
<p dir="auto">${
    answer === null
      ? words.notAnswered
      : html`<strong>${words.answered(faxWords.moment(zone, answer.at))}</strong> ${answer.text}`
  }</p>
`;
}
