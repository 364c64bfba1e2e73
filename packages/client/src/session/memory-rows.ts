// Stands in for the browser's database where there is none: everything lives as long as the page.

export interface Rows {
  get(table: string, key: string): Promise<unknown>;
  put(table: string, key: string, row: unknown): Promise<void>;
  /** Only when there is none yet. */
  add(table: string, key: string, row: unknown): Promise<void>;
  delete(table: string, key: string): Promise<void>;
  close(): void;
}

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
