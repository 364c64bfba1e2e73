// Whether what the examples of the docs call is on this machine: tests that run them skip visibly where it is not.
import { spawnSync } from 'node:child_process';

/** For a test's `skip`: false when all of these commands are there, else which are missing. */
export function skipWithout(...commands: readonly string[]): string | false {
  const missing = commands.filter(
    (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error !== undefined,
  );
  return missing.length === 0 ? false : `not on this machine: ${missing.join(', ')}`;
}
