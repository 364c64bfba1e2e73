// Imports treatments: a batch of rows in one transaction, with a verdict for each row. Repeating an import changes nothing.
import {
  countChange,
  type ImportSession,
  onlyFirst,
  type ReadRow,
  type RowVerdict,
  type SourceRow,
  verdicts,
} from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { readRxTermsRow } from './rxterms-source.ts';
import { type TreatmentContent, type TreatmentRecord, treatmentContent } from './treatment-content.ts';
import { upsertTreatments } from './treatments-sql.ts';

export interface CatalogAdministration {
  /** Rows of the public treatments file. */
  importTreatments(session: ImportSession, rows: readonly SourceRow[]): Promise<readonly RowVerdict[]>;
  /** Treatments of a seed or a curated list. */
  putTreatments(session: ImportSession, records: readonly TreatmentRecord[]): Promise<readonly RowVerdict[]>;
}

/** `changed` is told when treatments were written, so that the search of this process sees them at once. */
export function createCatalogAdministration(
  store: Store,
  ports: Ports,
  changed: () => void,
): CatalogAdministration {
  const today = (): string => new Date(ports.clock.now()).toISOString().slice(0, 10);
  return {
    importTreatments: (session, rows) =>
      write(
        store,
        changed,
        onlyFirst(
          session,
          rows.map((row) => contentOf(readRxTermsRow(row), today())),
        ),
      ),
    putTreatments: (session, records) =>
      write(
        store,
        changed,
        onlyFirst(
          session,
          records.map((record) => treatmentContent(record, today())),
        ),
      ),
  };
}

function contentOf(row: ReadRow<TreatmentRecord>, on: string): ReadRow<TreatmentContent> {
  if (!row.ok) return row;
  const made = treatmentContent(row.content, on);
  return made.ok ? { ...made, warnings: [...row.warnings, ...made.warnings] } : made;
}

async function write(
  store: Store,
  changed: () => void,
  rows: readonly ReadRow<TreatmentContent>[],
): Promise<readonly RowVerdict[]> {
  const ready = rows.flatMap((row) => (row.ok ? [row] : []));
  const written = await store.asKeeper(async (tx) => {
    const ids = await upsertTreatments(
      tx,
      ready.map(({ content }) => content),
    );
    if (ids.size > 0) await countChange(tx, 'treatment');
    return ids;
  });
  if (written.size > 0) changed();
  const keys = ready.filter(({ content }) => written.has(content.id)).map(({ key }) => key);
  return verdicts(rows, new Set(keys));
}
