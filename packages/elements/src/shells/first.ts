// Owns the order in which code comes: what signs in before what is inside. A page can do nothing without a token, which takes two trips more.

let coming: Promise<unknown> = Promise.resolve();

/** Settles when the line is free for the code of what is inside a client. */
export const first = (): Promise<unknown> => coming;

/** What is loaded from now on inside a client waits for this; it must settle, and well. */
export function letFirst(code: Promise<unknown>): void {
  coming = code;
}
