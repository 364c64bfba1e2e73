// Says in lines what screening found when a prescription was reviewed, and why it was signed all the same.
import type { DataOf } from '@pestle/client';
import type { PortalPrescription } from '@pestle/client/documents/portal';
import { formatDate } from '@pestle/rules/dates';
import { language } from '../preferences.ts';
import type { PrescriptionText } from '../text/en/prescription.ts';

type Screening = DataOf<typeof PortalPrescription>['prescription']['content']['screening'];

/** Null where nobody screened drugs yet when it was signed. */
export function screeningText(screening: Screening, { screened }: PrescriptionText): string | null {
  if (screening === null) return null;
  const { checked, source, dataDate, troubles, findings, answers } = screening;
  const of = source === null || dataDate === null ? '' : ` (${source}, ${formatDate(dataDate, language())})`;
  const reasonOf = (rule: string): string => {
    const answer = answers.find((one) => one.rule === rule);
    if (answer === undefined) return '';
    return ` ${screened.because} ${[screened.said(answer.reasonText), answer.text].filter(Boolean).join(': ')}.`;
  };
  return [
    checked
      ? `${screened.checked}${of}.`
      : `${screened.notChecked}${of}. ${troubles.map(({ text }) => screened.said(text)).join(' ')}${reasonOf('not-checked')}`,
    ...findings.map(({ rule, text }) => `${screened.said(text)}${reasonOf(rule)}`),
  ].join(' ');
}
