// The bench of @pestle/script: speed against the general XML libraries, memory of a message, weight in a browser, a long fuzz run.
import { build, read } from '@pestle/script';
import { fuzz } from '@pestle/script/fuzz/run';
import { MAX_GZIP_BYTES, sizeOf } from '@pestle/script/scripts/size';
import { longNewRx } from '@pestle/testbed/messages/script-messages';
import { builders, type Contender, documentBytes, measure, readers } from './speed.ts';

const READ_TARGET = 3;
const BUILD_TARGET = 4;

/** Runs the bench and prints it. `quick`: shorter rounds and 20,000 fuzz inputs instead of a million. `args`: the seed of the fuzz run, else 1. */
export async function run({
  quick = false,
  args = [],
}: {
  readonly quick?: boolean;
  readonly args?: readonly string[];
} = {}): Promise<void> {
  console.log(
    `NewRx of ${documentBytes} bytes, node ${process.version}, microseconds of processor time per message, best of ${quick ? 10 : 20} rounds`,
  );
  const verdicts = [
    report('read', readers(), READ_TARGET, quick),
    report('build', builders(), BUILD_TARGET, quick),
  ];
  memory(quick ? 2000 : 20_000);
  const { minifiedBytes, gzipBytes } = await sizeOf();
  console.log(
    `\nsize in a browser, saxes included: ${minifiedBytes} bytes minified, ${gzipBytes} compressed (target ${MAX_GZIP_BYTES})`,
  );
  const codes = await sizeOf(`export * from '@pestle/script/codes';`);
  console.log(`meanings of codes, a module of their own: ${codes.gzipBytes} compressed`);
  const inputs = quick ? 20_000 : 1_000_000;
  const seed = Number(args[0] ?? 1);
  const { accepted, refused, slowestMicrosecondsPerByte } = fuzz({ seed, inputs });
  const total = Object.values(refused).reduce((sum, count) => sum + count, 0);
  console.log(
    `\nfuzz, seed ${seed}: ${inputs} broken messages, ${accepted} read and written back unchanged, ${total} refused, slowest ${slowestMicrosecondsPerByte.toFixed(2)} microseconds a byte`,
  );
  if (verdicts.includes(false) || gzipBytes > MAX_GZIP_BYTES) {
    console.log('\na target was missed');
    process.exitCode = 1;
  }
}

function report(what: string, list: readonly Contender[], target: number, quick: boolean): boolean {
  measure(list, quick ? 10 : 20, quick ? 60 : 150);
  const ours = list[0]?.us ?? Number.NaN;
  const rivals = list.slice(1).filter(({ name }) => !name.startsWith('limit'));
  const fastest = Math.min(...rivals.map(({ us }) => us));
  console.log(`\n${what}`);
  for (const { name, us } of list)
    console.log(`${us.toFixed(1).padStart(9)}  ${(us / ours).toFixed(2).padStart(6)} x  ${name}`);
  const ratio = fastest / ours;
  console.log(`  ${ratio.toFixed(2)} times as fast as the fastest of the libraries (target ${target})`);
  return ratio >= target;
}

/** What one typed message keeps on the heap: many are kept, the heap is asked before and after. */
function memory(count: number): void {
  const bytes = new TextEncoder().encode(build(longNewRx).text);
  const kept: unknown[] = [];
  const before = settledHeap();
  for (let index = 0; index < count; index += 1) kept.push(read(bytes).message);
  const each = (settledHeap() - before) / kept.length;
  console.log(
    `\nmemory: a typed message read from ${bytes.length} bytes keeps about ${(each / 1024).toFixed(1)} KiB`,
  );
}

/** The heap after a collection where the process was started with --expose-gc; an upper bound without. */
function settledHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
