// Runs every static check (lock, types, lint with room boundaries, format) and reports all failures, not only the first.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checks: ReadonlyArray<readonly [name: string, command: string, ...args: string[]]> = [
  ['lock', 'node', 'scripts/check-lock.mjs'],
  ['types', 'tsc', '-p', '.'],
  ['types of the client', 'tsc', '-p', 'packages/client'],
  ['types of the elements', 'tsc', '-p', 'packages/elements'],
  ['types of the portal', 'tsc', '-p', 'apps/portal'],
  ['types of the host pages', 'tsc', '-p', 'scripts/hosts'],
  ['types of the browser code', 'tsc', '-p', 'packages/sandbox/browser'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'biome', 'check', '.'],
  ['size of the elements', 'node', 'scripts/size.ts'],
];

let failed = 0;
for (const [name, command, ...args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
