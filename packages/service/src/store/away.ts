// The error of a store that is away, where its driver gives none that can be told from others: it has a code, and what the driver said as its cause.

/** Whoever asked again later would be answered. */
export class StoreAwayError extends Error {
  /** SQLSTATE of a connection that failed. */
  readonly code: string = '08006';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreAwayError';
  }
}

/** Nothing was asked of it yet. */
export class NoConnectionError extends StoreAwayError {
  /** SQLSTATE of a connection that could not be made. */
  override readonly code = '08001';
}
