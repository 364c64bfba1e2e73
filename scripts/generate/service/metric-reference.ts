// docs/reference/metrics.md, from the registry that the service fills: every figure of its own, with its labels and what it counts.
import { createMetrics } from '@pestle/service/http';
import { GENERATED_NOTE, table } from '../markdown.ts';

interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

/** Every figure of the registry, whoever made it. */
export async function metricsOfRegistry(): Promise<readonly Described[]> {
  const { registry } = createMetrics();
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, labelNames } = metric as unknown as Omit<Described, 'type'>;
    return { name, help, type: types.get(name) ?? '', labelNames };
  });
}

export async function metricReference(): Promise<string> {
  const own = (await metricsOfRegistry()).filter(({ name }) => name.startsWith('pestle_'));
  const rows = own
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, type, labelNames, help }) => [
      `\`${name}\``,
      type,
      labelNames.map((label) => `\`${label}\``).join(', '),
      help,
    ]);
  return `${GENERATED_NOTE}
# Figures

What the operators' listener answers at \`/metrics\`, for Prometheus. Counts, times and codes only: no person, pharmacy, order, organization or
address, and no label takes words from outside, so that the number of series stays small whatever happens.

- A **counter** and a **histogram** count what this node did since it started: sum them over the nodes.
- A **gauge** of the outbox, of what is STUCK and of the store's schema is the same on every node: take the highest of the nodes. It is read
  from the store when it is asked for, at most every ten seconds (the limit \`figuresKeptMs\`), in one bounded round trip. While the store does not
  answer it has no value, and \`pestle_store_up\` is 0.
- Besides, each node tells of its process and of Node.js (\`process_*\`, \`nodejs_*\`): memory, CPU, open files, garbage collection, and the
  event loop's lag (\`nodejs_eventloop_lag_p99_seconds\`).

[Running Pestle](../guides/running.md) says which to look at first. Alerts that stand on them, and what to do then, are in [the runbook](../runbook.md).

${table(['Figure', 'Type', 'Labels', 'What it counts'], rows)}
`;
}
