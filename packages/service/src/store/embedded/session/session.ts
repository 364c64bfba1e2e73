// Speaks PostgreSQL's wire protocol with the embedded database: one message per query or pipeline, and one flush per group of pipelines.
import type { PGlite } from '@electric-sql/pglite';
import { protocol } from '@electric-sql/pglite';
import { StoreAwayError } from '../../away.ts';
import type {
  PipelineOutcome,
  SerializedError,
  WireField,
  WireResult,
  WireStep,
  WireValue,
} from '../protocol.ts';
import { RepeatedTexts } from './repeated-texts.ts';

const { serialize } = protocol;

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
type RowDescription = Message & { readonly fields: readonly WireField[] };
type DataRow = Message & { readonly fields: readonly (string | null)[] };
type CommandComplete = Message & { readonly text: string };

/** Commits return before they are flushed, until the log is flushed for all of them. */
const RELAX = { name: 'pestle_relax', text: 'set synchronous_commit = off', values: [] };
const RESTORE = { name: 'pestle_restore', text: 'set synchronous_commit = on', values: [] };
/** Writes a record to the log and flushes the log up to it: all that was committed before is on the disk then. */
const FLUSH = {
  name: 'pestle_flush',
  text: "select pg_logical_emit_message(false, 'pestle', '', true)",
  values: [],
};

/** A prepared statement whose columns changed under it, by a migration. */
const RESULT_CHANGED = '0A000';

export class Session {
  readonly #database: PGlite;
  /** How often the disk was asked to flush so far; undefined for a store in memory, which has nothing to flush. */
  readonly #flushes: (() => number) | undefined;
  /** Statements that the database has prepared, with the columns of their results once these are known. */
  readonly #prepared = new Map<string, readonly WireField[] | undefined>();
  #usable = true;
  /** The texts that came with the first use of each name. */
  readonly #texts = new Map<string, string>();
  readonly #repeated = new RepeatedTexts();

  constructor(database: PGlite, flushes: (() => number) | undefined) {
    this.#database = database;
    this.#flushes = flushes;
  }

  /** One statement in one message, in whatever transaction is open; prepared where its text came before. */
  async query(text: string, values: readonly WireValue[]): Promise<WireResult> {
    this.#requireUsable();
    const name = this.#repeated.nameOf(text);
    const [result] =
      name === undefined ? await this.#once(text, values) : await this.#pipeline([{ name, text, values }]);
    if (result === undefined) throw new Error('the embedded store answered without a result');
    return result;
  }

  async #once(text: string, values: readonly WireValue[]): Promise<readonly WireResult[]> {
    const messages = await this.#send([
      serialize.parse({ text }),
      serialize.bind({ values: [...values] }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ]);
    return readResults(messages, []);
  }

  /** Statements without values and without an answer. */
  async exec(text: string): Promise<void> {
    this.#repeated.heard(text);
    await this.#database.exec(text);
  }

  /**
   * Runs each pipeline as a transaction of its own, one after the other. Several share one flush: each commits without
   * waiting for the disk, and none is answered before the log is flushed behind the last. Until then nothing else runs,
   * so that nobody outside has seen what a power cut could still take.
   */
  async pipelines(pipelines: readonly (readonly WireStep[])[]): Promise<PipelineOutcome[]> {
    this.#requireUsable();
    for (const steps of pipelines) {
      for (const { name, text } of steps) if (text !== undefined) this.#texts.set(name, text);
    }
    const [only] = pipelines;
    const isAlone = only !== undefined && pipelines.length === 1;
    if (this.#flushes === undefined || isAlone) {
      const outcomes: PipelineOutcome[] = [];
      for (const steps of pipelines) outcomes.push(await this.#outcome(steps));
      return outcomes;
    }
    return await this.#group(pipelines);
  }

  async #flush(): Promise<void> {
    const before = this.#flushes?.();
    await this.#pipeline([RESTORE, FLUSH]);
    if (before !== undefined && this.#flushes?.() === before)
      throw new StoreAwayError(
        'the embedded store is closed: its log was not flushed, and nothing of this group is acknowledged',
      );
  }

  async #group(pipelines: readonly (readonly WireStep[])[]): Promise<PipelineOutcome[]> {
    // Whatever goes wrong between here and the end leaves a session that must not serve: its commits may not be durable.
    this.#usable = false;
    const outcomes: PipelineOutcome[] = [];
    await this.#pipeline([RELAX]);
    for (const steps of pipelines) outcomes.push(await this.#outcome(steps));
    await this.#flush();
    this.#usable = true;
    return outcomes;
  }

  /** False when something went wrong between commits and their flush: then nothing more may be asked of it. */
  get isUsable(): boolean {
    return this.#usable;
  }

  #requireUsable(): void {
    if (!this.#usable) throw new StoreAwayError('the embedded store is closed: it failed to flush its log');
  }

  async #outcome(steps: readonly WireStep[]): Promise<PipelineOutcome> {
    try {
      return { results: await this.#pipeline(steps) };
    } catch (error) {
      if (isEngineLost(error)) throw error;
      return { error: serializeError(error) };
    }
  }

  /** All steps with one Sync: one implicit transaction, each step with a snapshot of its own, undone by the first error. */
  async #pipeline(steps: readonly WireStep[]): Promise<readonly WireResult[]> {
    const parts: Uint8Array[] = [];
    const known: (readonly WireField[] | undefined)[] = [];
    const parsed: string[] = [];
    for (const name of this.#repeated.takeForgotten()) {
      parts.push(serialize.close({ type: 'S', name }));
      this.#prepared.delete(name);
    }
    for (const { name, text, values } of steps) {
      if (!this.#prepared.has(name)) {
        const source = text ?? this.#texts.get(name);
        if (source === undefined) throw new Error(`the statement ${name} came without its text`);
        // Closing first is harmless when there is none, and clears one whose fate an earlier error left unknown.
        parts.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text: source }));
        this.#prepared.set(name, undefined);
        parsed.push(name);
      }
      const fields = this.#prepared.get(name);
      known.push(fields);
      parts.push(serialize.bind({ statement: name, values: [...values] }));
      if (fields === undefined) parts.push(serialize.describe({ type: 'P' }));
      parts.push(serialize.execute({}));
    }
    try {
      const results = readResults(await this.#send(parts), known);
      for (const [index, { name }] of steps.entries()) {
        const result = results[index];
        if (known[index] === undefined && result !== undefined) this.#prepared.set(name, result.fields);
      }
      return results;
    } catch (error) {
      // What stood before the failed step is parsed, what came after is not: all of it is closed and parsed anew.
      for (const name of parsed) this.#prepared.delete(name);
      if ((error as SerializedError).code === RESULT_CHANGED) this.#prepared.clear();
      throw error;
    }
  }

  async #send(parts: readonly Uint8Array[]): Promise<readonly Message[]> {
    return await this.#database.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {
      throwOnError: true,
      syncToFs: false,
    });
  }
}

function readResults(
  messages: readonly Message[],
  known: readonly (readonly WireField[] | undefined)[],
): WireResult[] {
  const results: WireResult[] = [];
  let fields: readonly WireField[] | undefined;
  let rows: (readonly (string | null)[])[] = [];
  const complete = (affectedRows: number): void => {
    results.push({ fields: fields ?? known[results.length] ?? [], rows, affectedRows });
    fields = undefined;
    rows = [];
  };
  for (const message of messages) {
    if (message.name === 'rowDescription')
      fields = (message as RowDescription).fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    else if (message.name === 'dataRow') rows.push((message as DataRow).fields);
    else if (message.name === 'commandComplete') complete(affectedRowsOf((message as CommandComplete).text));
    else if (message.name === 'emptyQuery') complete(0);
  }
  return results;
}

/** `INSERT 0 3`, `UPDATE 2`: rows written; what only reads affects none. */
function affectedRowsOf(tag: string): number {
  const [, count] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag) ?? [];
  return count === undefined ? 0 : Number(count);
}

/** PostgreSQL gave up (a disk that is full where its log must grow), or the engine under it fell over. */
export function isEngineLost(error: unknown): boolean {
  // WebAssembly's own, whose class the types of Node do not know.
  if (error instanceof Error && error.name === 'RuntimeError') return true;
  const { severity } = error as { readonly severity?: unknown };
  return severity === 'PANIC' || severity === 'FATAL';
}

export function serializeError(error: unknown): SerializedError {
  const source = error as Partial<SerializedError>;
  return {
    message: error instanceof Error ? error.message : String(error),
    code: source.code,
    constraint: source.constraint,
    table: source.table,
  };
}
