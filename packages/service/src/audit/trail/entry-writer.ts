// Writes entries that have no transaction of their own, in groups: what arrives while one write is under way goes with the next.
import type { OrganizationId } from '@pestle/rules/ids';
import { unavailable } from '../../kernel/failures/failures.ts';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import type { StepGroup, Store } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import { entriesStep } from './entries-sql.ts';
import type { AuditRow } from './record.ts';

export interface EntryWriter {
  /** Resolves when the entries are committed, and rejects when they are not. Throws UNAVAILABLE when too many wait. */
  write(rows: readonly AuditRow[]): Promise<void>;
  /** Waits for what is being written. */
  settle(): Promise<void>;
}

interface Waiting {
  readonly rows: readonly AuditRow[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export function createEntryWriter(store: Store): EntryWriter {
  let waiting: Waiting[] = [];
  let rowsWaiting = 0;
  let running: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = firstOf(waiting);
      waiting = waiting.slice(group.length);
      rowsWaiting -= rowsOf(group).length;
      await writeGroup(store, group);
    }
    running = undefined;
  };
  return {
    write: async (rows) => {
      if (rows.length === 0) return;
      if (rowsWaiting + rows.length > AUDIT_LIMITS.entriesWaitingMax) throw unavailable();
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      waiting.push({ rows, done: () => resolve(undefined), failed: reject });
      rowsWaiting += rows.length;
      running ??= drain();
      await promise;
    },
    settle: async () => {
      await running;
    },
  };
}

/** As many as one transaction takes, and at least one. */
function firstOf(waiting: readonly Waiting[]): Waiting[] {
  let rows = 0;
  const beyond = waiting.findIndex((one) => (rows += one.rows.length) > AUDIT_LIMITS.entriesPerWriteMax);
  return waiting.slice(0, beyond === -1 ? waiting.length : Math.max(1, beyond));
}

function rowsOf(group: readonly Waiting[]): AuditRow[] {
  return group.flatMap(({ rows }) => rows);
}

/** One transaction for all; when it fails, one for each, so that nobody fails for another's entry. */
async function writeGroup(store: Store, group: readonly Waiting[]): Promise<void> {
  try {
    await store.pipeline(stepsOf(rowsOf(group)));
    for (const { done } of group) done();
  } catch (error) {
    // A store that is away fails them all: asking it once for each would keep every request waiting for the others'.
    if (group.length === 1 || isUnavailable(error)) for (const { failed } of group) failed(error);
    else for (const one of group) await writeGroup(store, [one]);
  }
}

function stepsOf(rows: readonly AuditRow[]): StepGroup[] {
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, own]) => ({
    scope: { role: 'app', orgId: orgId as OrganizationId },
    steps: [entriesStep(orgId, own)],
  }));
}
