// The tables of a store as a move sees them: what they are made of, and in which order their rows can be written.
import type { Run } from '../fence/fence.ts';
import { TABLES } from './tables-sql.ts';

export interface Column {
  readonly name: string;
  /** As SQL writes it. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly (Column & { readonly generated: boolean })[];
  /** Of the primary key; empty where there is none. */
  readonly key: readonly Column[];
  readonly refersTo: readonly string[];
  readonly triggers: boolean;
}

/** Those that others refer to come before them. */
export async function readTables(run: Run): Promise<readonly Table[]> {
  return inOrder((await run(TABLES)) as unknown as readonly Table[]);
}

/** Throws where tables refer to each other in a circle: then no order is right. */
export function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  let left = tables;
  while (left.length > 0) {
    const next = left.filter(({ refersTo }) => refersTo.every((name) => placed.has(name)));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** Names of tables that are not the same at both ends. */
export function unequalTables(some: readonly Table[], others: readonly Table[]): readonly string[] {
  const form = (tables: readonly Table[]): ReadonlyMap<string, string> =>
    new Map(tables.map(({ name, columns, key }) => [name, JSON.stringify([columns, key])]));
  const [one, other] = [form(some), form(others)];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.filter((name) => one.get(name) !== other.get(name)).toSorted();
}
