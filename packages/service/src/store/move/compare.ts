// Compares both ends row by row, by digests of the same text, and names what is not equal by its table and key.
import type { End } from './ends.ts';
import { MOVE_LIMITS } from './limits.ts';
import { findDigests, readDigests } from './rows-sql.ts';
import type { Table } from './tables.ts';
import { sizeOf } from './tables-sql.ts';

export interface Difference {
  readonly table: string;
  /** The values of the primary key, as text. */
  readonly key: readonly string[];
  /** Of the row at the target. */
  readonly is: 'missing' | 'different' | 'too many';
}

export interface Comparison {
  /** Rows of the source. */
  readonly rows: number;
  /** How many rows are not equal. */
  readonly unequal: number;
  /** The first of them. */
  readonly differences: readonly Difference[];
}

interface Ends {
  readonly source: End;
  readonly target: End;
}

/** Every row of the table at the source has its like at the target, and there are no others there. */
export async function compareTable(
  { source, target }: Ends,
  table: Table,
  compared: (rows: number) => void,
): Promise<Comparison> {
  const unequal = new Unequal(table);
  let rows = 0;
  let found = 0;
  for await (const page of pagesOf(source, table)) {
    const there = await digestsOf(target, table, page);
    for (const { key, digest } of page) {
      const other = there.get(JSON.stringify(key));
      if (other !== undefined) found += 1;
      if (other !== digest) unequal.add(key, other === undefined ? 'missing' : 'different');
    }
    rows += page.length;
    compared(rows);
  }
  const [size] = await target.transaction((run) => run(sizeOf(table.name)));
  if (size?.['rows'] !== found)
    for await (const page of pagesOf(target, table)) {
      const there = await digestsOf(source, table, page);
      for (const { key } of page) if (!there.has(JSON.stringify(key))) unequal.add(key, 'too many');
    }
  return { rows, unequal: unequal.count, differences: unequal.named };
}

/** Counts what is not equal, and remembers the first of it. */
class Unequal {
  readonly #table: string;
  readonly named: Difference[] = [];
  count = 0;

  constructor({ name }: Table) {
    this.#table = name;
  }

  add(key: readonly string[], is: Difference['is']): void {
    this.count += 1;
    if (this.named.length < MOVE_LIMITS.differencesNamedMax) this.named.push({ table: this.#table, key, is });
  }
}

interface Digest {
  readonly key: readonly string[];
  readonly digest: string;
}

async function* pagesOf(end: End, table: Table): AsyncGenerator<readonly Digest[]> {
  let last: readonly string[] | undefined;
  for (;;) {
    const values = [...(last ?? []), MOVE_LIMITS.rowsPerComparisonMax];
    const page = (await end.transaction((run) =>
      run(readDigests(table, last === undefined), values),
    )) as unknown as readonly Digest[];
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.key;
  }
}

/** By key, as JSON. */
async function digestsOf(
  end: End,
  table: Table,
  page: readonly Digest[],
): Promise<ReadonlyMap<string, string>> {
  const columns = table.key.map((_, index) => page.map(({ key }) => key[index]));
  const rows = (await end.transaction((run) =>
    run(findDigests(table), columns),
  )) as unknown as readonly Digest[];
  return new Map(rows.map(({ key, digest }) => [JSON.stringify(key), digest]));
}
