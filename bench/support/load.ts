// Sends prepared requests at a server on loopback with autocannon: a bounded number of requests, each with a body of its own.
import autocannon from 'autocannon';

export interface LoadRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadOptions {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  /** Requests per second over all connections; as fast as it goes when left out. */
  readonly perSecond?: number;
  /** What an answer must contain to count. */
  readonly expect: string;
}

export interface LoadResult {
  readonly seconds: number;
  readonly perSecond: number;
  /** Milliseconds from request to answer. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends each request once. Rejects when one of them is not answered as expected. */
export async function sendAll(options: LoadOptions): Promise<LoadResult> {
  const { url, requests, connections } = options;
  let next = 0;
  let first: string | undefined;
  let failed = 0;
  const started = performance.now();
  // Autocannon itself ends at the next whole second.
  let ended = started;
  const instance = autocannon({
    url,
    connections: Math.min(connections, requests.length),
    amount: requests.length,
    timeout: 20,
    ...(options.perSecond === undefined ? {} : { overallRate: options.perSecond }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const one = requests[next % requests.length];
          next += 1;
          return one === undefined ? request : { ...request, body: one.body, headers: { ...one.headers } };
        },
        onResponse: (status, body) => {
          ended = performance.now();
          if (status === 200 && body.includes(options.expect)) return;
          failed += 1;
          first ??= `${status} ${body.slice(0, 300)}`;
        },
      },
    ],
  });
  const result = await instance;
  const seconds = (ended - started) / 1_000;
  if (failed > 0 || result.errors > 0 || result.timeouts > 0)
    throw new Error(
      `${failed} of ${requests.length} requests were not answered as expected (${result.errors} errors, ${result.timeouts} timeouts): ${first ?? ''}`,
    );
  return {
    seconds,
    perSecond: requests.length / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
