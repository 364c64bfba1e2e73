// What an HTTP status says about something that was handed to a carrier, where its documents say nothing else.

/** `forGood`: the same would be refused again. */
export type Refusal =
  | { readonly state: 'failed'; readonly reason: string; readonly forGood?: true }
  | { readonly state: 'unknown'; readonly reason: string };

/** Nothing of these left, and the same request would be refused again. */
const FOR_GOOD = new Set([400, 405, 406, 413, 415, 422]);

/** A refusal keeps it from leaving; the carrier's own trouble, and a request that took it too long, say nothing about it. */
export function refusal(status: number): Refusal {
  const reason = `carrier-http-${status}`;
  if (FOR_GOOD.has(status)) return { state: 'failed', reason, forGood: true };
  return { state: status >= 400 && status <= 499 && status !== 408 ? 'failed' : 'unknown', reason };
}
