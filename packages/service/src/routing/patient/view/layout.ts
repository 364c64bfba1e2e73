// What is around the patient's pages: their frame, and forms bound to a visit.
import { formatPhone } from '@pestle/rules/phone';
import { html, type SafeHtml } from '@remix-run/html-template';
import { form, type PageFrame } from '../../../kernel/web/pages/frame.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import type { Language } from './language.ts';
import type { PatientTexts } from './texts.ts';

/** In whose name and language a page speaks. */
export interface Speaker {
  readonly language: Language;
  readonly texts: PatientTexts;
  /** The practice and its ten digits; undefined before it is known whose page it is. */
  readonly practice: { readonly name: string; readonly phone: string | null } | undefined;
}

/** The frame of a patient's page: whose it is, whom to ask, and what to do in an emergency. */
export function frameOf({ language, texts, practice }: Speaker): PageFrame {
  const call = practice?.phone && html`<p>${texts.questions(practice.name, formatPhone(practice.phone))}</p>`;
  const header = practice && html`<p>${practice.name}</p>`;
  const footer = html`${call}<p>${texts.emergency}</p>`;
  return { look: 'column', language, title: texts.title, header, footer };
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
