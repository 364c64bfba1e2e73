// The pages before the record: typing the code from the paper, the second fact, and why a link does not open. None holds health information.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { SecondFact } from './access.ts';
import { messagePage, page } from './layout.ts';

export function codePage(problem?: string): string {
  return page(
    'Prescription record',
    html`<h1>Prescription record</h1>
<p>Type the code that stands beside the square on the fax.</p>
${alertOf(problem)}
<form method="post" action="/rx" autocomplete="off">
<label for="code">Code from the fax</label>
<input class="code" id="code" name="code" required maxlength="60" autocapitalize="characters" spellcheck="false"
 aria-describedby="code-help"${problem === undefined ? '' : html.raw` aria-invalid="true"`}>
<p class="small" id="code-help">Seven groups of four. Dashes, blanks and small letters do not matter; O counts as 0, I and L as 1.</p>
<p><button class="main">Go on</button></p>
</form>`,
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
    return messagePage(
      title,
      `This fax went to ${pharmacyName}.`,
      'No number of this pharmacy is on file that could be asked for here. Call the practice: its telephone number is on the fax.',
    );
  const label = fact === 'phone' ? 'Telephone number of your pharmacy' : 'NCPDP id or NPI of your pharmacy';
  const help =
    fact === 'phone'
      ? 'Ten digits, as known to this network.'
      : 'The NCPDP id has 7 digits, the NPI 10. Neither is printed on the fax, so that nobody else who finds it can read the record.';
  return page(
    title,
    html`<h1>${title}</h1>
<p>This fax went to <strong>${pharmacyName}</strong>.</p>
${alertOf(problem)}
<form method="post" action="${path}" autocomplete="off">
<label for="fact">${label}</label>
<input id="fact" name="fact" required inputmode="numeric" maxlength="40" aria-describedby="fact-help"${problem === undefined ? '' : html.raw` aria-invalid="true"`}>
<p class="small" id="fact-help">${help}</p>
<p><button class="main">Show the record</button></p>
</form>
<p class="small">Not your pharmacy? Close this page, call the sender of the fax and destroy the fax.${contact === undefined ? '' : ` Help: ${contact}.`}</p>`,
  );
}

export function unknownLinkPage(): string {
  return messagePage(
    'This link is not known',
    'Check that the whole address or code was copied from the fax.',
    html`<a href="/rx">Type the code</a>, or call the practice: its telephone number is on the fax.`,
  );
}

export function closedLinkPage(because: 'replaced' | 'expired'): string {
  return because === 'replaced'
    ? messagePage(
        'This link was replaced',
        'A newer fax with a new link was sent. Use that one, or call the practice: its telephone number is on the fax.',
      )
    : messagePage(
        'This link has ended',
        'The prescription behind it has expired. Call the practice: its telephone number is on the fax.',
      );
}

export function slowDownPage(seconds: number): string {
  return messagePage(
    'Too many wrong tries',
    `Too many wrong tries came from your network. Wait ${seconds} seconds, then try again.`,
    'The link itself is not locked. If it is urgent, call the practice: its telephone number is on the fax.',
  );
}

export function failurePage(message: string): string {
  return messagePage(
    'That did not work',
    message,
    'If it is urgent, call the practice: its telephone number is on the fax.',
  );
}

function alertOf(problem: string | undefined): SafeHtml | string {
  return problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`;
}
