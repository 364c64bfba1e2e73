// Owns the first question to the service, which is asked while the code that reads the answer is still on its way.

/** One request for a discovery document. */
export const DISCOVERY_TIMEOUT_MS = 10_000;

/** Where a service describes itself; null for what is no web address. */
export function discoveryUrl(address: string): string | null {
  // Not `URL.parse`: the oldest Node that is supported lacks it.
  return URL.canParse(address) ? `${new URL(address).href.replace(/\/$/, '')}/.well-known/pestle` : null;
}

const asked = new Map<string, Promise<Response | undefined>>();

/**
 * Asks the service at this address to describe itself. Nothing is sent of the page or of whoever reads it. Settles, always well, when it has
 * answered or will not.
 */
export async function askEarly(address: string): Promise<void> {
  const url = discoveryUrl(address);
  if (url === null) return;
  const answer = describe(url, AbortSignal.timeout(DISCOVERY_TIMEOUT_MS)).catch(() => undefined);
  asked.set(url, answer);
  await answer;
}

/** What was asked before, once; undefined where it was not, or failed: then it must be asked. */
export function takeEarly(url: string): Promise<Response | undefined> | undefined {
  const answer = asked.get(url);
  asked.delete(url);
  return answer;
}

export function describe(url: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, { signal, credentials: 'omit' });
}
