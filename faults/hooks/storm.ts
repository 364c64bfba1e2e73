// F23: one pharmacy's reports as a storm, at the rate of a country's busiest second.
import autocannon from 'autocannon';

/** What the busiest second of a whole country is taken to bring. */
export const COUNTRY_PEAK = 2_400;
/** Connections to each node, kept, with several requests under way on each: the storm costs little beside what it meets. */
const CONNECTIONS = 4;
const PIPELINED = 4;

export interface StormTarget {
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How many answers of each status; 0 for requests that were not answered. */
export type Tally = ReadonlyMap<number, number>;

/** Sends the same report to each of the nodes for so long, all together at the rate of a country's busiest second. From a thread of its own. */
export async function storm(targets: readonly StormTarget[], ms: number): Promise<Tally> {
  const results = await Promise.all(
    targets.map(({ port, body, headers }) =>
      autocannon({
        url: `http://127.0.0.1:${port}/v1/hooks/pharmacy`,
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        connections: CONNECTIONS,
        pipelining: PIPELINED,
        duration: ms / 1_000,
        overallRate: Math.ceil(COUNTRY_PEAK / targets.length),
        workers: 1,
      }),
    ),
  );
  const tally = new Map<number, number>();
  const add = (status: number, count: number): void => {
    if (count > 0) tally.set(status, (tally.get(status) ?? 0) + count);
  };
  for (const { statusCodeStats, errors } of results) {
    for (const [status, { count }] of Object.entries(statusCodeStats ?? {}))
      add(Number(status), Number(count));
    add(0, errors);
  }
  return tally;
}
