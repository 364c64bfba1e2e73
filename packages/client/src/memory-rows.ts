// Stands in for the browser's database where there is none: everything lives as long as the page.
import type { Rows } from './key-store.ts';

export function memoryRows(): Rows {
  const kept = new Map<string, unknown>();
  const name = (table: string, key: string): string => `${table} ${key}`;
  return {
    get: async (table, key) => kept.get(name(table, key)),
    put: async (table, key, row) => void kept.set(name(table, key), row),
    add: async (table, key, row) => {
      if (!kept.has(name(table, key))) kept.set(name(table, key), row);
    },
    delete: async (table, key) => void kept.delete(name(table, key)),
    close: () => kept.clear(),
  };
}
