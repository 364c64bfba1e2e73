// Names what takes time, for traces: published on channels of the process, which cost nothing while nobody listens (the room `tracing` does, where it is configured).
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';

/** Ids, codes and counts; never what somebody typed, and no health information. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

export interface TracedWork {
  /** Words of ours: a route's template, a channel, a kind of statement. */
  readonly name: string;
  readonly facts: TraceFacts;
  /** The caller's own trace, as its `traceparent` header gave it. */
  readonly traceparent?: string | undefined;
}

/** The whole process has one; who listens gives each piece of work its place in a trace. */
export const WORK = tracingChannel<unknown, TracedWork & { readonly error?: unknown }>('pestle.work');
export const FACTS = channel('pestle.work.facts');

/** Does the work, as a part of the work around it. */
export async function traced<T>(work: TracedWork, run: () => Promise<T>): Promise<T> {
  return WORK.start.hasSubscribers ? await WORK.tracePromise(run, work) : await run();
}

/** Adds to what is said of the work around this. */
export function traceFacts(facts: TraceFacts): void {
  if (FACTS.hasSubscribers) FACTS.publish(facts);
}

const outside = AsyncLocalStorage.snapshot();

/** Begins something that outlives the work around this, and is no part of it. */
export function apart<T>(begin: () => T): T {
  return WORK.start.hasSubscribers ? outside(begin) : begin();
}
