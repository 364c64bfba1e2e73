// What is around the patient's pages: their frame, and forms bound to a visit.
import { formatPhone } from '@pestle/rules/phone';
import { html, type SafeHtml } from '@remix-run/html-template';
import { form, type PageFrame } from '../../../kernel/web/pages/frame.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import type { Language } from './language.ts';
import { PATIENT_SCRIPT } from './patient-script.ts';
import type { PatientTexts } from './texts.ts';

/** In whose name and language a page speaks. */
export interface Speaker {
  readonly language: Language;
  readonly texts: PatientTexts;
  /** The practice and its ten digits; undefined before it is known whose page it is. */
  readonly practice: { readonly name: string; readonly phone: string | null } | undefined;
  /** The path of the visit, where the other language can be chosen. */
  readonly visitPath?: string | undefined;
}

/** The frame of a patient's page: whose it is, whom to ask, and what to do in an emergency. */
export function frameOf({ language, texts, practice, visitPath: path }: Speaker): PageFrame {
  const call =
    practice?.phone &&
    html`<p>${texts.questions(practice.name)} <a class="phone" href="tel:+1${practice.phone}">${formatPhone(practice.phone)}</a></p>`;
  const other = language === 'en' ? 'es' : 'en';
  const switchTo =
    path === undefined
      ? ''
      : html`<a class="language" lang="${other}" hreflang="${other}" href="${path}?language=${other}">${texts.otherLanguage}</a>`;
  const header = practice && html`<p class="top"><span>${practice.name}</span>${switchTo}</p>`;
  const footer = html`${call}<p>${texts.emergency}</p>`;
  return { look: 'column', language, title: texts.title, header, footer, script: PATIENT_SCRIPT.path };
}

/** A form of this visit; `to` is its path below the visit's. */
export function visitForm(
  visit: PatientVisit,
  to: string,
  fields: SafeHtml,
  hidden: Readonly<Record<string, string>> = {},
): SafeHtml {
  return form(`${visitPath(visit.linkId)}/${to}`, { form: visit.formToken, ...hidden }, fields);
}
