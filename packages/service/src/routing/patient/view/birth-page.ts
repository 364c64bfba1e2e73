// The page before everything else: the date of birth. It names the practice and nothing of the prescription.
import { isDate } from '@pestle/rules/dates';
import { html } from '@remix-run/html-template';
import { describedBy, page, problemNotice } from '../../../kernel/web/pages/frame.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import type { Speaker } from './layout.ts';
import { frameOf, visitForm } from './layout.ts';

/** Three fields, because people type a date faster than they pick one. What was wrong is not filled in again. */
export function birthPage(speaker: Speaker, visit: PatientVisit, problem?: string): string {
  const { texts, practice } = speaker;
  const invalid = describedBy(problem !== undefined);
  return page(
    frameOf(speaker),
    html`<h1>${texts.birthTitle}</h1>
<p>${texts.birthIntro(practice?.name ?? '')}</p>
${problemNotice(problem)}
${visitForm(
  visit,
  'birth',
  html`<fieldset>
<legend>${texts.birthLegend}</legend>
<p class="small">${texts.birthHelp}</p>
<div class="birth">
<label>${texts.month}<input type="text" name="month" inputmode="numeric" maxlength="2" required${invalid}></label>
<label>${texts.day}<input type="text" name="day" inputmode="numeric" maxlength="2" required${invalid}></label>
<label class="year">${texts.year}<input type="text" name="year" inputmode="numeric" maxlength="4" required${invalid}></label>
</div>
</fieldset>
<p><button class="main">${texts.goOn}</button></p>`,
)}
<p><a href="${visitPath(visit.linkId)}/wrong-number">${texts.notMe}</a></p>`,
  );
}

/** `YYYY-MM-DD` of what was typed, or undefined when it is no day. */
export function typedBirth(form: URLSearchParams): string | undefined {
  const part = (name: string, length: number): string =>
    (form.get(name) ?? '')
      .trim()
      .replace(/^0+(?=\d)/, '')
      .padStart(length, '0');
  const date = `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
  return isDate(date) ? date : undefined;
}
