// What every act on a pharmacy or a partner shares: who does it, one at a time, a revision, an entry in the trail, and the dry run.
import * as v from 'valibot';
import { operatorName, recordNetworkActs } from '../../audit/inside.ts';
import { Failure, type FieldProblem, invalidInput } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { FieldChange } from './changes.ts';
import { isRecord } from './changes.ts';
import { LOCK_CONNECTIONS } from './connections-sql.ts';

export const changeRequest = v.strictObject({
  /** Of the record what changes; what is left out stays, null takes away. */
  change: v.custom<Readonly<Record<string, unknown>>>(isRecord, 'This must be an object.'),
  by: operatorName,
  /** `add`: not connected yet. `set`: known. `apply`: either. */
  as: v.picklist(['add', 'set', 'apply']),
  /** Says what would change, and changes nothing. */
  dryRun: v.optional(v.boolean(), false),
  /** With a dry run: partners that would be written before, as changes. */
  partners: v.optional(
    v.array(v.custom<Readonly<Record<string, unknown>>>(isRecord, 'This must be an object.')),
    [],
  ),
});

export type ChangeRequest = v.InferInput<typeof changeRequest>;
export type CheckedRequest = v.InferOutput<typeof changeRequest>;

export interface Written {
  readonly id: string;
  readonly name: string;
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly revision: number;
  /** Field by field; secrets only by name. */
  readonly changes: readonly FieldChange[];
  /** What follows from it, in sentences. */
  readonly notices: readonly string[];
}

/** Carries the answer of a dry run out of the transaction that is taken back. */
class DryRun extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('a dry run is taken back');
    this.answer = answer;
  }
}

/** One act in a transaction of its own, after those of others; a dry run is taken back. */
export async function act<Answer>(
  store: Store,
  isDryRun: boolean,
  work: (tx: Tx, network: OrgKeys) => Promise<Answer>,
): Promise<Answer> {
  const network = await networkKeysFor(store);
  try {
    return await store.asKeeper(async (tx) => {
      await runStatement(tx, LOCK_CONNECTIONS, []);
      const answer = await work(tx, network);
      if (isDryRun) throw new DryRun(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.answer as Answer;
    throw error;
  }
}

/** Takes `revision` and an editor's `$schema` off a change; what is left is of the record. Throws INVALID_INPUT. */
export function readChange({ revision, $schema: _, ...change }: Readonly<Record<string, unknown>>): {
  readonly revision: number | undefined;
  readonly change: Readonly<Record<string, unknown>>;
} {
  if (revision === undefined || revision === null) return { revision: undefined, change };
  if (typeof revision === 'number' && Number.isSafeInteger(revision)) return { revision, change };
  throw refused('revision', 'WRONG_TYPE', 'This must be a whole number, as `show` says it.');
}

export function requireRevision(
  kind: 'pharmacy' | 'partner',
  id: string,
  expected: number | undefined,
  found: number,
): void {
  if (expected === undefined || expected === found) return;
  throw new Failure(
    'REVISION_CONFLICT',
    `Somebody else changed this ${kind} since revision ${expected}; it is at ${found}. Look at it (pestle ${kind} show ${id}), and make your change again with revision ${found}.`,
  );
}

export interface RecordedChange {
  readonly kind: 'pharmacy' | 'partner';
  readonly by: string;
  readonly action: string;
  readonly written: Pick<Written, 'id' | 'revision' | 'changes'>;
}

/** Names of fields, never their values: they may be addresses of systems and keys to them. */
export async function recordChanges(
  tx: Tx,
  ports: Ports,
  recorded: readonly RecordedChange[],
): Promise<void> {
  await recordNetworkActs(
    tx,
    ports,
    recorded.map(({ kind, by, action, written: { id, revision, changes } }) => {
      const names = changes.map(({ field }) => field);
      const listed = names.slice(0, LIMITS.changedFieldsRecordedMax);
      const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
      const detail = { revision, fields: `${listed.join(', ')}${more}` };
      return { operator: by, action, subject: { kind, id }, detail };
    }),
  );
}

export function refused(path: string, code: string, message: string): Failure {
  const problem: FieldProblem = { path, code, message };
  return invalidInput([problem]);
}
