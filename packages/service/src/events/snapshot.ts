// Snapshots of transactions, as PostgreSQL writes them (`xmin:xmax:running,…`): the ids of events, by which whoever comes back says what they have seen.

export interface Snapshot {
  readonly text: string;
  /** Every transaction below has ended. */
  readonly xmin: number;
  /** None from here on had ended. */
  readonly xmax: number;
  readonly running: ReadonlySet<number>;
}

const FORM = /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/;

/** Undefined for what is no snapshot. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [, xmin, xmax, list] = FORM.exec(text) ?? [];
  if (xmin === undefined || xmax === undefined || list === undefined) return undefined;
  const running = new Set(list === '' ? [] : list.split(',').map(Number));
  return Number(xmin) > Number(xmax) ? undefined : { text, xmin: Number(xmin), xmax: Number(xmax), running };
}

/** Whether what a transaction wrote was there to be seen. */
export function isVisible({ xmin, xmax, running }: Snapshot, transaction: number): boolean {
  return transaction < xmin || (transaction < xmax && !running.has(transaction));
}
