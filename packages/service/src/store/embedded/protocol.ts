// The messages between the service's thread and the worker thread that runs the embedded store.

export type WorkerRequest =
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly text: string;
      readonly values: readonly WireValue[];
    }
  | { readonly id: number; readonly kind: 'exec'; readonly text: string }
  | { readonly id: number; readonly kind: 'pipelines'; readonly pipelines: readonly (readonly WireStep[])[] }
  | { readonly id: number; readonly kind: 'dump' }
  | { readonly id: number; readonly kind: 'close' };

export type WireValue = string | Uint8Array | null;

/** A step as it is sent: the text of a statement goes along the first time only. */
export interface WireStep {
  readonly name: string;
  readonly text?: string;
  readonly values: readonly WireValue[];
}

export type WorkerReply =
  | {
      readonly id: number;
      /** Of a query: one. Of pipelines: one each, and for each its steps or its error. */
      readonly result?: WireResult;
      readonly outcomes?: readonly PipelineOutcome[];
      readonly dump?: Uint8Array;
    }
  | { readonly id: number; readonly error: SerializedError };

export type PipelineOutcome =
  | { readonly results: readonly WireResult[] }
  | { readonly error: SerializedError };

/** Rows as the server wrote them: the service's thread parses them, with the parsers that PostgreSQL's driver uses. */
export interface WireResult {
  readonly fields: readonly WireField[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number;
}

export interface WireField {
  readonly name: string;
  readonly dataTypeID: number;
}

/** What survives the thread boundary of a database error: enough to tell errors apart by code. */
export interface SerializedError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
}

export type WorkerStart =
  | {
      readonly kind: 'durable';
      readonly directory: string;
    }
  | {
      /** In the caller's own thread, with the caller's clock, and without waiting for the disk: a cluster that does not exist for anybody yet. */
      readonly kind: 'filling';
      readonly directory: string;
    }
  | {
      readonly kind: 'memory';
      readonly dataDirectory?: Uint8Array;
      /** In the caller's own thread, with the caller's clock: for simulations. */
      readonly inThread?: true;
    };

export interface WorkerReady {
  readonly ready: true;
  readonly fsyncsPerCommit: number;
}
