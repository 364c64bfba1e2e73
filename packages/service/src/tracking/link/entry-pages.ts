// The pages before the record: typing the code from the paper, the second fact, and why a link does not open. None holds health information.
import { html, type SafeHtml } from '@remix-run/html-template';
import { wrongGroups } from '../../delivery/inside.ts';
import * as kit from '../../kernel/web/pages/frame.ts';
import type { SecondFact } from './access.ts';
import { frameOf, type Reader } from './frame.ts';

/** What was typed and did not lead anywhere, and where it is wrong. */
export interface TypedCode {
  readonly typed: string;
  readonly problem: string;
}

/** A code that is no code: which of its groups to look at, where that is known. */
export function wrongCode({ words }: Reader, typed: string): TypedCode {
  const wrong = wrongGroups(typed);
  const [first] = wrong;
  const problem =
    first === undefined
      ? words.wrongSomewhere
      : first > CODE_GROUPS
        ? words.tooManyGroups
        : wrong.length === 1
          ? words.wrongGroup(first)
          : words.wrongGroups(wrong.join(', '));
  return { typed, problem };
}

const CODE_GROUPS = 7;

export function codePage(reader: Reader, wrong?: TypedCode): string {
  const { words } = reader;
  const typed = (wrong?.typed ?? '').slice(0, CODE_CHARACTERS_TYPED);
  const groups = wrong === undefined ? [] : wrongGroups(typed);
  return kit.page(
    frameOf(reader, words.title),
    html`<h1>${words.title}</h1>
<p>${words.codeIntro}</p>
${kit.problemNotice(wrong?.problem)}
${groups.length === 0 ? '' : html`<ol class="groups" aria-hidden="true">${groupsOf(typed).map((group, index) => html`<li>${groups.includes(index + 1) ? html`<mark>${group}</mark>` : group}</li>`)}</ol>`}
${kit.form(
  '/rx',
  {},
  html`<label for="code">${words.codeLabel}</label>
<input class="code" id="code" name="code" value="${typed}" required maxlength="${CODE_CHARACTERS_TYPED}" autocapitalize="characters" spellcheck="false"${kit.describedBy(wrong !== undefined, 'code-help')}>
<p class="small" id="code-help">${words.codeHelp}</p>
<p><button class="main">${words.goOn}</button></p>`,
)}`,
  );
}

/** More than a code with blanks around every character. */
const CODE_CHARACTERS_TYPED = 80;

/** As they were typed, or, where nothing stands between them, as they are printed. */
function groupsOf(typed: string): readonly string[] {
  const parts = typed.trim().split(/[\s-]+/);
  return parts.length > 1 ? parts : (typed.trim().match(/.{1,5}/gu) ?? []);
}

export interface AskedFact {
  readonly path: string;
  /** Tells whoever holds a misdirected fax that it is not theirs. */
  readonly pharmacyName: string;
  readonly fact: SecondFact;
  readonly contact: string | undefined;
  readonly problem?: string | undefined;
}

/** Asks for what the fax does not show. */
export function secondFactPage(reader: Reader, asked: AskedFact): string {
  const { words } = reader;
  const { path, pharmacyName, fact, contact, problem } = asked;
  const wentTo = html`${words.wentTo} <strong>${pharmacyName}</strong>.`;
  if (fact === 'none')
    return kit.messagePage(frameOf(reader, words.title), words.title, wentTo, words.noFact);
  const [label, help] =
    fact === 'phone' ? [words.phoneLabel, words.phoneHelp] : [words.idLabel, words.idHelp];
  return kit.page(
    frameOf(reader, words.title),
    html`<h1>${words.title}</h1>
<p>${wentTo}</p>
${kit.problemNotice(problem)}
${kit.form(
  path,
  {},
  html`<label for="fact">${label}</label>
<input id="fact" name="fact" required inputmode="numeric" maxlength="40"${kit.describedBy(problem !== undefined, 'fact-help')}>
<p class="small" id="fact-help">${help}</p>
<p><button class="main">${words.show}</button></p>`,
)}
<p class="small">${words.notYours}${contact === undefined ? '' : ` ${words.help}: ${contact}.`}</p>`,
  );
}

export function unknownLinkPage(reader: Reader): string {
  const { words } = reader;
  return message(
    reader,
    words.unknownTitle,
    words.unknown,
    html`<a href="/rx">${words.typeCode}</a>${words.orCall}`,
  );
}

export function closedLinkPage(reader: Reader, because: 'replaced' | 'expired'): string {
  const { words } = reader;
  return because === 'replaced'
    ? message(reader, words.replacedTitle, words.replaced)
    : message(reader, words.endedTitle, words.ended);
}

export function slowDownPage(reader: Reader, seconds: number): string {
  const { words } = reader;
  return message(reader, words.slowTitle, words.slow(seconds), words.slowNotLocked);
}

/** `problem` is the failure's own sentence. */
export function failurePage(reader: Reader, problem: string): string {
  const { words } = reader;
  return message(reader, words.failureTitle, problem, words.ifUrgent);
}

function message(reader: Reader, title: string, ...sentences: readonly (string | SafeHtml)[]): string {
  return kit.messagePage(frameOf(reader, title), title, ...sentences);
}
