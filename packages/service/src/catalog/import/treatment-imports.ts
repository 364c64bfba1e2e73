// Imports treatments: a batch of rows in one transaction, with a verdict for each row. Repeating an import changes nothing.
import { sql } from 'kysely';
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
import type { Store, Tx } from '../../store/store.ts';
import { readRxTermsRow } from './rxterms-source.ts';
import { type TreatmentContent, type TreatmentRecord, treatmentContent } from './treatment-content.ts';

export interface CatalogAdministration {
  /** Rows of the public treatments file. */
  importTreatments(session: ImportSession, rows: readonly SourceRow[]): Promise<readonly RowVerdict[]>;
  /** Treatments of a seed or a curated list. */
  putTreatments(session: ImportSession, records: readonly TreatmentRecord[]): Promise<readonly RowVerdict[]>;
}

export function createCatalogAdministration(store: Store, ports: Ports): CatalogAdministration {
  const today = (): string => new Date(ports.clock.now()).toISOString().slice(0, 10);
  return {
    importTreatments: (session, rows) =>
      write(
        store,
        onlyFirst(
          session,
          rows.map((row) => contentOf(readRxTermsRow(row), today())),
        ),
      ),
    putTreatments: (session, records) =>
      write(
        store,
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
  const keys = ready.filter(({ content }) => written.has(content.id)).map(({ key }) => key);
  return verdicts(rows, new Set(keys));
}

/** What a repeated import compares; the day of the federal status is no change by itself. */
const COMPARED = [
  'rxcui',
  'kind',
  'name',
  'brand_name',
  'ingredients',
  'synonyms',
  'strength',
  'dose_form',
  'route',
  'ndc',
  'unit_code',
  'federal_status',
  'federal_schedule',
  'drug_description',
  'therapeutic_class',
  'commonness',
  'sort_key',
  'search_name',
  'search_words',
] as const satisfies readonly (keyof TreatmentContent)[];

const columns = sql.join([...COMPARED, 'federal_as_of'].map((column) => sql.ref(column)));
const changes = sql.join(
  [...COMPARED, 'federal_as_of'].map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
);
const kept = sql.join(COMPARED.map((column) => sql.ref(`treatment.${column}`)));
const given = sql.join(COMPARED.map((column) => sql.ref(`excluded.${column}`)));

async function upsertTreatments(tx: Tx, rows: readonly TreatmentContent[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ id: string }>`
    insert into treatment (id, ${columns})
    select id, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as source (
      id text, rxcui text, kind text, name text, brand_name text, ingredients text[], synonyms text[], strength text,
      dose_form text, route text, ndc text, unit_code text, federal_status text, federal_schedule text, drug_description text,
      therapeutic_class text, commonness integer, sort_key text, search_name text, search_words text, federal_as_of date)
    on conflict (id) do update set ${changes}, revision = treatment.revision + 1, updated_at = clock_timestamp()
    where (${kept}) is distinct from (${given})
    returning id`.execute(tx);
  return new Set(written.map(({ id }) => id));
}
