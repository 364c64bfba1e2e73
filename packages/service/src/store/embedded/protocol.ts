// The messages between the service's thread and the worker thread that runs the embedded store.
import type { Row, Step } from '../store.ts';

export type WorkerRequest =
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly text: string;
      readonly values: readonly unknown[];
    }
  | { readonly id: number; readonly kind: 'exec'; readonly text: string }
  | { readonly id: number; readonly kind: 'pipeline'; readonly steps: readonly Step[] }
  | { readonly id: number; readonly kind: 'dump' }
  | { readonly id: number; readonly kind: 'close' };

export type WorkerReply =
  | { readonly id: number; readonly results: readonly QueryResult[]; readonly dump?: Uint8Array }
  | { readonly id: number; readonly error: SerializedError };

export interface QueryResult {
  readonly rows: Row[];
  readonly affectedRows: number;
}

/** What survives the thread boundary of a database error: enough to tell errors apart by code. */
export interface SerializedError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
}

export type WorkerStart =
  | { readonly kind: 'durable'; readonly directory: string }
  | { readonly kind: 'memory'; readonly dataDirectory?: Uint8Array };

export interface WorkerReady {
  readonly ready: true;
  readonly fsyncsPerCommit: number;
}
