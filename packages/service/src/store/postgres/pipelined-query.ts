// Sends several prepared statements to PostgreSQL with one Sync: one round trip, one implicit transaction.
import type { Connection, FieldDef, Submittable } from 'pg';
import pg from 'pg';
import type { Row, Step } from '../store.ts';
import { VALUE_PARSERS } from '../values/parsers.ts';
import { toWire } from '../values/wire.ts';

interface WireConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string; types?: number[] }, more?: boolean): void;
  bind(
    config: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown },
    more?: boolean,
  ): void;
  describe(message: { type: 'P'; name: string }, more?: boolean): void;
  execute(config: { portal: string; rows?: number }, more?: boolean): void;
  close(message: { type: 'S'; name: string }, more?: boolean): void;
  sync(): void;
}

const asItIs = (value: unknown): unknown => value;

/** Which statements a connection has parsed; a weak map, because connections come and go with the pool. */
const parsedBy = new WeakMap<object, Set<string>>();

/**
 * `pg` sends a Sync after each query, which makes each its own transaction. This Submittable sends
 * Bind/Describe/Execute for every step and one Sync at the end: the server then runs all of them as one
 * implicit transaction, each step with a snapshot of its own, and undoes all on the first error.
 */
export class PipelinedQuery implements Submittable {
  readonly #steps: readonly Step[];
  readonly #named: boolean;
  readonly #resolve: (rows: readonly (readonly Row[])[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: Row[][] = [];
  /** Statements that this pipeline was the first of its connection to use. */
  readonly #parsing: string[] = [];
  #rows: Row[] = [];
  #fields: readonly { name: string; parse(text: string): unknown }[] = [];
  #failed = false;

  /** @param named Statements keep their names on the connection. A pooler may give each transaction another one: then each is parsed anew. */
  constructor(
    steps: readonly Step[],
    named: boolean,
    resolve: (rows: readonly (readonly Row[])[]) => void,
    reject: (error: Error) => void,
  ) {
    // A value that cannot be sent throws here, before the connection has been told of anything.
    this.#steps = steps.map(({ statement, values }) => ({ statement, values: values.map(toWire) }));
    this.#named = named;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as WireConnection;
    const parsed = parsedBy.get(wire) ?? new Set<string>();
    parsedBy.set(wire, parsed);
    wire.stream.cork();
    try {
      for (const { statement, values } of this.#steps) {
        const name = this.#named ? statement.name : '';
        if (name === '') {
          wire.parse({ name, text: statement.text }, true);
        } else if (!parsed.has(name)) {
          this.#parsing.push(name);
          // Closing first is harmless when there is none, and clears one whose fate an earlier error left unknown.
          wire.close({ type: 'S', name }, true);
          wire.parse({ name, text: statement.text }, true);
          parsed.add(name);
        }
        wire.bind({ statement: name, values, valueMapper: asItIs }, true);
        wire.describe({ type: 'P', name: '' }, true);
        wire.execute({ portal: '' }, true);
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      parse:
        VALUE_PARSERS[field.dataTypeID] ??
        (pg.types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown),
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#failed) return;
    try {
      const row: Record<string, unknown> = {};
      for (const [index, field] of this.#fields.entries()) {
        const text = message.fields[index];
        row[field.name] = text === null || text === undefined ? null : field.parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
    this.#fields = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {
    this.#fail(new Error('a pipelined statement was suspended'));
  }

  handleError(error: Error, connection?: Connection): void {
    // Parses after the failed step did not happen: forget what this pipeline parsed, so that it is closed and parsed anew.
    const parsed = connection === undefined ? undefined : parsedBy.get(connection);
    for (const name of this.#parsing) parsed?.delete(name);
    // A prepared statement whose columns changed under it, by a migration.
    if ((error as { code?: string }).code === '0A000') parsed?.clear();
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.#resolve(this.#results);
  }

  #fail(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#reject(error);
  }
}
