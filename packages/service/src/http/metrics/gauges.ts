// Gauges that are read when somebody asks for figures: one read for all that stand on it, kept for a while, so that asking often costs no more.
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';

/** One series: its labels and its value. */
export type Series = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface GaugeOf<From> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly series: (from: From) => readonly Series[];
}

/** Reads at most once in `forMs`, whoever asks; a read that fails is kept for as long. */
export function keptRead<Read>(read: () => Promise<Read>, forMs: number): () => Promise<Read> {
  let known: { readonly atMs: number; readonly read: Promise<Read> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.atMs > forMs)
      known = { atMs: performance.now(), read: read() };
    return known.read;
  };
}

/** While nothing can be read the gauges are not there: an old figure would look like a true one. */
export function addGauges<From>(
  registry: Registry,
  read: () => Promise<From | undefined>,
  gauges: readonly GaugeOf<From>[],
): void {
  for (const { name, help, labelNames = [], series } of gauges)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const from = await read().catch(() => undefined);
          this.reset();
          // Without labels it would be 0 now, and say so.
          if (labelNames.length === 0) this.remove();
          if (from === undefined) return;
          for (const [labels, value] of series(from)) this.set(labels, value);
        },
      }),
    );
}
