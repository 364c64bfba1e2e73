// What `pestle audit verify` says to people.
import type { ChainFinding, ChainReport, FindingCode } from '@pestle/service/audit';
import { styled } from '../output.ts';
import type { AuditVerdict } from './run.ts';

const SENTENCES: Readonly<Record<FindingCode, string>> = {
  altered: 'the entry, its position or its link is not as it was written',
  'entry-removed': 'an entry was removed',
  gap: 'links are missing',
  'not-chained': 'an entry is neither chained nor waiting to be',
  'cut-off': 'a checkpoint covers entries that are not there any more',
  rewritten: 'a checkpoint was signed over another history',
  'checkpoint-missing': 'a checkpoint that must be there is missing',
  'checkpoint-forged': 'a checkpoint was not signed by its key',
  'unknown-key': 'a checkpoint names a key that is not believed (--key believes one)',
};

export function verdictLines({ sound, witnesses, organizations }: AuditVerdict): string[] {
  const entries = organizations.reduce((sum, report) => sum + report.entries, 0);
  const compared =
    witnesses === 0
      ? 'Compared with no checkpoint kept elsewhere: a tail cut off with its checkpoints would not be seen (--checkpoints).'
      : `Compared with ${counted(witnesses, 'checkpoint')} kept elsewhere.`;
  return [
    ...organizations.flatMap(reportLines),
    '',
    sound
      ? `${counted(entries, 'entry', 'entries')} of ${counted(organizations.length, 'organization')}: nothing was changed. ${compared}`
      : `The audit trail is NOT as it was written. ${compared}`,
  ];
}

function reportLines(report: ChainReport): string[] {
  const { orgId, findings, findingsCount } = report;
  const verdict = report.sound ? styled('green', 'sound    ') : styled('red', 'NOT SOUND');
  const more = findingsCount - findings.length;
  return [
    `${verdict} ${orgId}  ${coverage(report)}`,
    ...findings.map((finding) => `          ${findingLine(finding)}`),
    ...(more > 0 ? [`          and ${counted(more, 'finding')} more`] : []),
  ];
}

function coverage({ entries, covered, coveredAt, waiting }: ChainReport): string {
  const after = Math.max(0, entries - covered);
  return [
    counted(entries, 'entry', 'entries'),
    coveredAt === null ? 'no checkpoint' : `signed up to ${covered.toLocaleString('en-US')} at ${coveredAt}`,
    ...(after > 0 ? [`${after} after it`] : []),
    ...(waiting > 0 ? [`${waiting} waiting to be chained`] : []),
  ].join(', ');
}

function findingLine({ code, number, entryId }: ChainFinding): string {
  const position = number === null ? '' : `at ${number}: `;
  return `${position}${SENTENCES[code]}${entryId === null ? '' : ` (${entryId})`}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
