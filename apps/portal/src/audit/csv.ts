// Owns what is exported of the trail: lines that a spreadsheet reads as text, and never as a formula.
import type { DataOf } from '@pestle/client';
import type { PortalAudit } from '@pestle/client/documents/portal-audit';

export type Entry = DataOf<typeof PortalAudit>['auditEntries']['nodes'][number];

const COLUMNS = [
  'id',
  'at',
  'actorKind',
  'actorId',
  'actorName',
  'applicationId',
  'action',
  'subjectKind',
  'subjectId',
  'outcome',
  'purpose',
  'sourceAddress',
] as const satisfies readonly (keyof Entry)[];

export function csvOf(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => [
    ...COLUMNS.map((name) => entry[name] ?? ''),
    JSON.stringify(entry.detail),
  ]);
  return [[...COLUMNS, 'detail'], ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
}

/** A name may begin with what a spreadsheet takes for a formula: an apostrophe makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
