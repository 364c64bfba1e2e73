// How much a store holds, table by table.
import type { End } from './ends.ts';
import type { Table } from './tables.ts';
import { sizeOf } from './tables-sql.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** On disk, with its indexes. */
  readonly bytes: number;
}

export async function readSizes(end: End, tables: readonly Table[]): Promise<readonly TableSize[]> {
  return await end.transaction(async (run) => {
    const sizes: TableSize[] = [];
    for (const { name } of tables) {
      const [row] = await run(sizeOf(name));
      sizes.push({ name, rows: Number(row?.['rows']), bytes: Number(row?.['bytes']) });
    }
    return sizes;
  });
}

/** All together. */
export function sizesOf(sizes: readonly TableSize[]): Omit<TableSize, 'name'> {
  return {
    rows: sizes.reduce((sum, { rows }) => sum + rows, 0),
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
