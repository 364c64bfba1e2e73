// Imports interactions, allergens and classes of drugs: a whole file in one transaction with the day of its data, so that readers see a list as it was or as it is.
import { isDate } from '@pestle/rules/dates';
import {
  type ImportSession,
  type ReadRow,
  type RowVerdict,
  refuseRow,
  type SourceRow,
} from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { ScreeningKind, ScreeningTables } from '../tables.ts';
import { readAllergenRow, readClassRow, readInteractionRow } from './screening-source.ts';
import { lockScreening, putAllergens, putClasses, putInteractions } from './screening-sql.ts';

export type ScreeningFile = 'interactions' | 'allergens' | 'classes';

/** Where the data come from, and the day of which they are, `YYYY-MM-DD`: nobody can tell it from the file. */
export interface ScreeningOrigin {
  readonly source: string;
  readonly datedOn: string;
}

type RowWriter = (session: ImportSession, rows: readonly SourceRow[]) => Promise<readonly RowVerdict[]>;

export interface ScreeningAdministration {
  /**
   * Runs `work` with the writer of one file; what the file does not name goes when `work` ends, in the same transaction. Answers how many rows
   * went. Throws INVALID_INPUT for an origin that cannot be, or that is older than what is there; whatever is thrown undoes the file.
   */
  importScreening(
    file: ScreeningFile,
    origin: ScreeningOrigin,
    work: (write: RowWriter) => Promise<void>,
  ): Promise<number>;
}

export function createScreeningAdministration(store: Store, ports: Ports): ScreeningAdministration {
  return {
    importScreening: (file, origin, work) =>
      store.asKeeper(async (tx) => {
        const kept = checkedOrigin(origin, ports.clock.now());
        await recordOrigin(tx, file, kept, ports);
        switch (file) {
          case 'interactions':
            return await wholeFile(tx, INTERACTIONS, work);
          case 'allergens':
            return await wholeFile(tx, ALLERGENS, work);
          case 'classes':
            return await wholeFile(tx, CLASSES, work);
          default:
            return file satisfies never;
        }
      }),
  };
}

/** A file that counts as a whole. */
interface WholeFile<Content> {
  readonly table: 'interaction' | 'allergen' | 'drug_class';
  readonly read: (row: SourceRow) => ReadRow<Content>;
  readonly keyOf: (content: Content) => string;
  /** Of two rows with one key, the one that stands. */
  readonly stronger: (one: Content, other: Content) => Content;
  readonly put: (tx: Tx, rows: readonly Content[]) => Promise<number>;
}

type Rows = { readonly [Table in keyof ScreeningTables]: ScreeningTables[Table] };

const INTERACTIONS: WholeFile<Rows['interaction']> = {
  table: 'interaction',
  read: readInteractionRow,
  keyOf: ({ a, b }) => `${a} + ${b}`,
  // Salts of one ingredient are one ingredient here: the worst that is said of any counts.
  stronger: (one, other) => (other.severity === 'HIGH' ? other : one),
  put: putInteractions,
};
const ALLERGENS: WholeFile<Rows['allergen']> = {
  table: 'allergen',
  read: readAllergenRow,
  keyOf: ({ name }) => name,
  stronger: (one, other) => ({
    name: one.name,
    names: [...new Set([...one.names, ...other.names])],
    ingredients: [...new Set([...one.ingredients, ...other.ingredients])],
    classes: [...new Set([...one.classes, ...other.classes])],
    code: one.code ?? other.code,
  }),
  put: putAllergens,
};
const CLASSES: WholeFile<Rows['drug_class']> = {
  table: 'drug_class',
  read: readClassRow,
  keyOf: ({ code }) => code,
  stronger: (one) => one,
  put: putClasses,
};

async function wholeFile<Content>(
  tx: Tx,
  file: WholeFile<Content>,
  work: (write: RowWriter) => Promise<void>,
): Promise<number> {
  await lockScreening(tx, file.table);
  const before = await keptRows(tx, file);
  const named = new Map<string, Content>();
  await work(async (_session, rows) => {
    const read = rows.map(file.read);
    return read.map((row) => verdictOn(file, named, before, row));
  });
  // A file of something else must not take away what is there.
  if (named.size === 0) throw new Failure('INVALID_INPUT', 'No row of the file could be read.');
  return await file.put(tx, [...named.values()]);
}

function verdictOn<Content>(
  file: WholeFile<Content>,
  named: Map<string, Content>,
  before: ReadonlyMap<string, string>,
  read: ReadRow<Content>,
): RowVerdict {
  const tooMany = read.ok && named.size >= LIMITS.rowsMax && !named.has(read.key);
  const row = tooMany
    ? refuseRow(read.key, 'TOO_MANY_ROWS', `A file has at most ${LIMITS.rowsMax} rows.`)
    : read;
  if (!row.ok) return { outcome: 'refused', key: row.key, code: row.code, message: row.message };
  const earlier = named.get(row.key);
  named.set(row.key, earlier === undefined ? row.content : file.stronger(earlier, row.content));
  if (earlier !== undefined)
    return { outcome: 'unchanged', key: row.key, warnings: ['NAMED_BEFORE_IN_FILE'] };
  const isSame = before.get(row.key) === JSON.stringify(row.content);
  return { outcome: isSame ? 'unchanged' : 'imported', key: row.key, warnings: [] };
}

/** What is kept, in the form in which it is compared. */
async function keptRows<Content>(tx: Tx, file: WholeFile<Content>): Promise<ReadonlyMap<string, string>> {
  const tables = tx.withTables<ScreeningTables>();
  const rows =
    file.table === 'interaction'
      ? await tables.selectFrom('interaction').select(['a', 'b', 'severity', 'code']).execute()
      : file.table === 'allergen'
        ? await tables.selectFrom('allergen').select(['name', 'names', 'ingredients', 'classes']).execute()
        : await tables.selectFrom('drug_class').select(['code', 'name']).execute();
  return new Map(
    (rows as readonly object[]).map((row) => [file.keyOf(row as Content), JSON.stringify(row)] as const),
  );
}

function checkedOrigin({ source, datedOn }: ScreeningOrigin, nowMs: number): ScreeningOrigin {
  const name = source.trim();
  if (name === '' || name.length > LIMITS.sourceCharactersMax || /\p{Cc}/u.test(name))
    throw new Failure(
      'INVALID_INPUT',
      `The source is a line of 1 to ${LIMITS.sourceCharactersMax} characters.`,
    );
  if (!isDate(datedOn)) throw new Failure('INVALID_INPUT', 'The day of the data is written as YYYY-MM-DD.');
  // A day ahead for those who are west of the publisher.
  if (Date.parse(datedOn) > nowMs + DAY_MS)
    throw new Failure('INVALID_INPUT', 'The day of the data has not come yet.');
  return { source: name, datedOn };
}

const DAY_MS = 86_400_000;

/** Classes name what allergens refer to: the day that counts is that of the allergens. */
async function recordOrigin(
  tx: Tx,
  file: ScreeningFile,
  { source, datedOn }: ScreeningOrigin,
  ports: Ports,
): Promise<void> {
  if (file === 'classes') return;
  const kind: ScreeningKind = file;
  const tables = tx.withTables<ScreeningTables>();
  const kept = await tables
    .selectFrom('screening_data')
    .select('dated_on')
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if (kept !== undefined && datedOn < kept.dated_on)
    throw new Failure(
      'INVALID_INPUT',
      `Data of ${kept.dated_on} are there already; these are of ${datedOn}, which is older.`,
    );
  const imported = new Date(ports.clock.now()).toISOString();
  await tables
    .insertInto('screening_data')
    .values({ kind, source, dated_on: datedOn, imported_at: imported })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({ source, dated_on: datedOn, imported_at: imported }),
    )
    .execute();
}
