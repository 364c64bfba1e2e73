// docs/reference/situations.md, from the one table of situations: when each holds, who acts, and the words for practice and patient.

import { FILL_EVENTS } from '@pestle/rules/fill-events';
import { SITUATION_GUIDE } from '@pestle/rules/situation-guide';
import type { SituationWords } from '@pestle/rules/situation-sentence';
import { SITUATION_KEYS, SITUATIONS, situationCode } from '@pestle/rules/situations';
import { PATIENT_EN, PATIENT_ES, type PatientKey } from '@pestle/rules/situations-patient';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import { GENERATED_NOTE, table } from './markdown.ts';

export function situationReference(): string {
  const facts = SITUATION_KEYS.map((key) => {
    const { icon, tone, owner } = SITUATIONS[key];
    const { when, next } = SITUATION_GUIDE[key];
    return [`\`${situationCode(key)}\``, when, tone, icon, owner, next.join(', ')];
  });
  const practice = SITUATION_KEYS.map((key) => [
    `\`${key}\``,
    said(PRACTICE_EN[key]),
    said(PRACTICE_ES[key]),
  ]);
  const patient = SITUATION_KEYS.filter((key): key is PatientKey => key in PATIENT_EN).map((key) => [
    `\`${key}\``,
    said(PATIENT_EN[key]),
    said(PATIENT_ES[key]),
  ]);
  return `${GENERATED_NOTE}
# Situations

What people are told of a prescription, everywhere in the same words: \`Fill.situation\` and \`Order.situation\` of the API name it, the
elements, the portal and the patient's pages tell it. The table is \`packages/rules/src/situations\`; \`situationOf\` decides from the facts
of a fill, and nothing that has not arrived is ever called sent.

The worst stands first. An order shows the worst situation of its fills. \`signer\` is who signed; \`preparer\` the staff person who
prepared it, else the signer. "Next" is what people can do about it. Pass over a situation that you do not know: there may be more.

${table(['Situation', 'When', 'Tone', 'Icon', 'Who acts', 'Next'], facts)}

\`UNCONFIRMED\` is said of pharmacies that have reported a status before, of any prescription: others never report, so that their silence
says nothing. \`Fill.unconfirmed\` counts every pharmacy. The limit is \`unconfirmedAfterMs\` of the [limits](limits.md).

A sentence of which a fact is not known is told without it, by the next shorter one; none has a hole.

## For the practice

${table(['Situation', 'English', 'Spanish'], practice)}

## For the patient

Of what the practice has yet to settle (a question, a cancel that staff ask for or that could not leave) the patient is told the situation that the
fill would be in without it.

${table(['Situation', 'English', 'Spanish'], patient)}

## What happened

A fill's history (\`FillEvent.event\`) in words. \`sent\` by fax is told as **${PRACTICE_EN.faxed.word}**; \`reported\` names what was reported.

${table(
  ['Event', 'English'],
  Object.entries(FILL_EVENTS).map(([event, words]) => [`\`${event}\``, words]),
)}
`;
}

function said({ word, sentences }: SituationWords): string {
  return `**${word}**. ${sentences[0] ?? ''}`;
}
