// What the service logged while the demo ran, counted by its message, which holds no health information.
import { readFileSync } from 'node:fs';

export function readWarnings(file: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { level, msg } = JSON.parse(line) as { level?: string; msg?: string };
    const what = `${level ?? 'log'}: ${msg ?? ''}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}
