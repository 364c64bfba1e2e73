// Owns what of the trail is exported: every field of an entry, in one order.
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

/** The names of the columns, then an entry a line. */
export function exportedLines(entries: readonly Entry[]): readonly (readonly string[])[] {
  return [
    [...COLUMNS, 'detail'],
    ...entries.map((entry) => [...COLUMNS.map((name) => entry[name] ?? ''), JSON.stringify(entry.detail)]),
  ];
}
