// The child's half of `command-line.ts`: does what `main.ts` of the command line does, once for each command that it is handed.
import { createProgram } from '@pestle/cli/program';
import { runProgram } from '@pestle/cli/run-program';
import type { Ran, Typed } from './typed-command.ts';

/** What Node ends with where nothing can happen any more and the program still waits. */
const NEVER_SETTLED = 13;

let said: { stdout: string; stderr: string } | undefined;
let settled = false;

catchOutput(process.stdout, 'stdout');
catchOutput(process.stderr, 'stderr');

process.on('message', (typed: Typed) => {
  said = { stdout: '', stderr: '' };
  settled = false;
  process.exitCode = undefined;
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, typed.env);
  process.chdir(typed.cwd);
  // From here on only what the command holds open keeps this process alive.
  process.channel?.unref();
  void runProgram(createProgram(), typed.args).then((status) => {
    if (status !== undefined) process.exitCode = status;
    settled = true;
  });
});
// The parent is gone or has no more commands.
process.on('disconnect', () => process.exit());

/** Here the command's own process would end. */
process.on('beforeExit', () => {
  if (said === undefined) return;
  const ran: Ran = { status: settled ? Number(process.exitCode ?? 0) : NEVER_SETTLED, ...said };
  said = undefined;
  process.exitCode = undefined;
  process.channel?.ref();
  process.send?.(ran);
});

/** Keeps what a command writes; what is written between commands goes where it always goes. */
function catchOutput(stream: NodeJS.WriteStream, part: 'stdout' | 'stderr'): void {
  const write = stream.write.bind(stream);
  const caught = (...given: Parameters<typeof stream.write>): boolean => {
    if (said === undefined) return write(...given);
    const [chunk] = given;
    said[part] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const then = given.find((one) => typeof one === 'function');
    if (then !== undefined) process.nextTick(then);
    return true;
  };
  stream.write = caught as typeof stream.write;
}
