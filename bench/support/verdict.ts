// Says of a figure whether it is what is needed, and fails the command where it is not.

export function verdict(what: string, value: number, relation: '≥' | '≤', needed: number): void {
  const met = relation === '≥' ? value >= needed : value <= needed;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (needed ${relation} ${needed})`);
  if (!met) process.exitCode = 1;
}
