// What keeps a store from being opened or served and an operator can mend: the message says how.

/** Shown as it is, without a stack. */
export class StoreNotUsableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
