// The error of a store that cannot be opened or served until an operator mends it; its message says how.

/** Shown as it is, without a stack. */
export class StoreNotUsableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
