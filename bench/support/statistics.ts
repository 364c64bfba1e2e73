// The few figures that benches report: medians and percentiles.

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the share `p` (0 … 1) of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}
