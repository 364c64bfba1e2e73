// The pages before the record: typing the code from the paper, the second fact, and why a link does not open. None holds health information.
import { html } from '@remix-run/html-template';
import * as kit from '../../kernel/web/pages/frame.ts';
import type { SecondFact } from './access.ts';
import { frameOf } from './frame.ts';

export function codePage(problem?: string): string {
  return kit.page(
    frameOf('Prescription record'),
    html`<h1>Prescription record</h1>
<p>Type the code that stands beside the square on the fax.</p>
${kit.problemNotice(problem)}
${kit.form(
  '/rx',
  {},
  html`<label for="code">Code from the fax</label>
<input class="code" id="code" name="code" required maxlength="60" autocapitalize="characters" spellcheck="false"${kit.describedBy(problem !== undefined, 'code-help')}>
<p class="small" id="code-help">Seven groups of four. Dashes, blanks and small letters do not matter; O counts as 0, I and L as 1.</p>
<p><button class="main">Go on</button></p>`,
)}`,
  );
}

/** Asks for what the fax does not show. `pharmacyName` tells whoever holds a misdirected fax that it is not theirs. */
export function secondFactPage(
  path: string,
  pharmacyName: string,
  fact: SecondFact,
  contact: string | undefined,
  problem?: string,
): string {
  const title = 'Prescription record';
  if (fact === 'none')
    return kit.messagePage(
      frameOf(title),
      title,
      `This fax went to ${pharmacyName}.`,
      'No number of this pharmacy is on file that could be asked for here. Call the practice: its telephone number is on the fax.',
    );
  const label = fact === 'phone' ? 'Telephone number of your pharmacy' : 'NCPDP id or NPI of your pharmacy';
  const help =
    fact === 'phone'
      ? 'Ten digits, as known to this network.'
      : 'The NCPDP id has 7 digits, the NPI 10. Neither is printed on the fax, so that nobody else who finds it can read the record.';
  return kit.page(
    frameOf(title),
    html`<h1>${title}</h1>
<p>This fax went to <strong>${pharmacyName}</strong>.</p>
${kit.problemNotice(problem)}
${kit.form(
  path,
  {},
  html`<label for="fact">${label}</label>
<input id="fact" name="fact" required inputmode="numeric" maxlength="40"${kit.describedBy(problem !== undefined, 'fact-help')}>
<p class="small" id="fact-help">${help}</p>
<p><button class="main">Show the record</button></p>`,
)}
<p class="small">Not your pharmacy? Close this page, call the sender of the fax and destroy the fax.${contact === undefined ? '' : ` Help: ${contact}.`}</p>`,
  );
}

export function unknownLinkPage(): string {
  return kit.messagePage(
    frameOf('This link is not known'),
    'This link is not known',
    'Check that the whole address or code was copied from the fax.',
    html`<a href="/rx">Type the code</a>, or call the practice: its telephone number is on the fax.`,
  );
}

export function closedLinkPage(because: 'replaced' | 'expired'): string {
  return because === 'replaced'
    ? kit.messagePage(
        frameOf('This link was replaced'),
        'This link was replaced',
        'A newer fax with a new link was sent. Use that one, or call the practice: its telephone number is on the fax.',
      )
    : kit.messagePage(
        frameOf('This link has ended'),
        'This link has ended',
        'The prescription behind it has expired. Call the practice: its telephone number is on the fax.',
      );
}

export function slowDownPage(seconds: number): string {
  return kit.messagePage(
    frameOf('Too many wrong tries'),
    'Too many wrong tries',
    `Too many wrong tries came from your network. Wait ${seconds} seconds, then try again.`,
    'The link itself is not locked. If it is urgent, call the practice: its telephone number is on the fax.',
  );
}

export function failurePage(message: string): string {
  return kit.messagePage(
    frameOf('That did not work'),
    'That did not work',
    message,
    'If it is urgent, call the practice: its telephone number is on the fax.',
  );
}
