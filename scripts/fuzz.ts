// Fuzzes a part of Pestle: `node scripts/fuzz.ts script [--minutes N] [--inputs N] [--seed N] [--from N]`. Exits 1 on the first broken promise.
import { parseArgs } from 'node:util';
import { fuzz } from '@pestle/script/fuzz/run';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    inputs: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
  },
});
const [target] = positionals;
if (target !== 'script') {
  console.error('Usage: npm run fuzz -- script [--minutes N] [--inputs N] [--seed N] [--from N]');
  process.exit(2);
}

const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const minutes = Number(values.minutes ?? (values.inputs === undefined ? 1 : Number.POSITIVE_INFINITY));
const inputs = values.inputs === undefined ? Number.POSITIVE_INFINITY : Number(values.inputs);
console.log(`fuzz script, seed ${seed}`);
try {
  const report = fuzz({ seed, from: Number(values.from ?? 0), inputs, forMs: minutes * 60_000 });
  console.log(
    `${report.inputs} inputs: ${report.accepted} read and written back, the slowest took ${report.slowestMicrosecondsPerByte.toFixed(2)} microseconds a byte`,
  );
  for (const [code, count] of Object.entries(report.refused).toSorted(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(9)} ${code}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
