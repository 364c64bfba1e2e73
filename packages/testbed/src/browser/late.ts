// Tells a browser that was too slow from an answer that was wrong: only the first may be asked again.

/** Longest chain of causes that is looked through. */
const CAUSES_MAX = 8;

/** Whether a page did not show in time what was waited for; false when something was there and it was wrong. */
export function isLate(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < CAUSES_MAX && one instanceof Error; depth += 1) {
    if (one.name === 'TimeoutError') return true;
    one = one.cause;
  }
  return false;
}

/** Does it once more when the browser was late, and says so; whatever else goes wrong is thrown at once. */
export async function retryIfLate<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isLate(error)) throw error;
    console.log(`late   ${name}, once more: ${error instanceof Error ? error.message : String(error)}`);
    return await work();
  }
}
